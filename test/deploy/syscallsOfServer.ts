import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { program } from "../faults/tools.js"
import { LAUNCHER } from "../support/childServer.js"
import { mailedLink, post } from "../support/standalone.js"

const firstChild = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0])

/** The system calls of a server from its first instruction to its last, someone having signed up, verified and signed in. */
export const syscallsOfServer = async (folder: string): Promise<ReadonlyArray<string>> => {
  const summary = join(folder, "syscalls")
  const dataDir = join(folder, "traced")
  const traced = ["-f", "-c", "-S", "name", "-o", summary, process.execPath, LAUNCHER, "serve"]
  const strace = spawn(program("strace"), traced, {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", LOG_FORMAT: "json" },
    stdio: ["ignore", "ignore", "pipe"]
  })
  const ended = once(strace, "close")
  let said = ""
  const url = await new Promise<string>((resolve, reject) => {
    strace.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const [, found] = /listens on (http:\/\/[^"\s]+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    strace.once("exit", () => reject(new Error(`strace ended: ${said}`)))
  })
  const ada = { email: "ada@example.com", password: "correct horse" }
  await post({ url }, "/api/auth/signup", { name: "Ada", ...ada })
  await (await fetch(await mailedLink({ dataDir }, ada.email), { redirect: "manual" })).text()
  const { status } = await post({ url }, "/api/auth/signin", ada)
  if (status !== 200) throw new Error(`signing in was ${status}: ${said}`)
  process.kill(firstChild(strace.pid ?? 0), "SIGTERM")
  const [code] = await ended
  if (code !== 0) throw new Error(`the server ended with ${String(code)}: ${said}`)
  return readFileSync(summary, "utf8")
    .split("\n")
    .flatMap((line) => /^ *[\d.]+ +[\d.]+ +\d+ +\d+(?: +\d+)? +(\w+)$/.exec(line)?.[1] ?? [])
    .filter((name) => name !== "total")
}
