import { spawn } from "node:child_process"
import { constants, setPriority } from "node:os"
import { Effect } from "effect"

/** How a check ended: the exit code of `boardwright backup --verify`, null if it was killed, and its last line. */
export interface Checked {
  readonly code: number | null
  readonly line: string
}

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch (cause) {
    // A sandbox such as the systemd unit's forbids it; the check then runs at the priority of the server.
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_SYSTEM_ERROR")) throw cause
  }
}

/**
 * Checks a SQLite file from end to end in a process of its own, of the lowest priority: the check is one call of SQLite that
 * cannot be interrupted and takes about as long as reading the file. The process ends with the fiber.
 */
export const checkApart = (file: string): Effect.Effect<Checked> =>
  Effect.async((resume) => {
    const words = [...process.execArgv, process.argv[1] ?? "", "backup", "--verify", file]
    const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] })
    if (child.pid !== undefined) lowerPriority(child.pid)
    let text = ""
    child.stderr.setEncoding("utf8").on("data", (more: string) => (text += more))
    child.once("error", (error) => resume(Effect.succeed({ code: null, line: error.message })))
    child.once("close", (code) => {
      const line = text.trimEnd().split("\n").at(-1) ?? ""
      resume(Effect.succeed({ code, line: line.replace(/^boardwright: /, "") }))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })
