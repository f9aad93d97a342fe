import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const SCRIPT = fileURLToPath(new URL("reap.mjs", import.meta.url))

/** A process that waits for this one to end, however that comes about, to end a server and remove its folders. */
export class Reaper {
  readonly #process
  readonly #gone

  constructor(folders: ReadonlyArray<string>) {
    // In a session of its own, which Ctrl-C does not reach.
    this.#process = spawn(process.execPath, [SCRIPT, ...folders], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"]
    })
    this.#gone = once(this.#process, "exit")
  }

  /** The process to end; 0 for none. */
  watch(pid: number): void {
    if (this.#process.stdin.writable) this.#process.stdin.write(`${pid}\n`)
  }

  /** Does now what it waits to do. */
  async reap(): Promise<void> {
    this.#process.stdin.end()
    await this.#gone
  }
}
