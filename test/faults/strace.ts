import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import type { Standalone } from "../support/standalone.js"
import { program } from "./tools.js"

/** Attaches strace to a process and its threads; it stays until it or the process ends. */
export const attachStrace = async (pid: number, parameters: ReadonlyArray<string>): Promise<ChildProcess> => {
  const strace = spawn(program("strace"), ["-f", ...parameters, "-p", String(pid)], {
    stdio: ["ignore", "ignore", "pipe"]
  })
  let said = ""
  await new Promise<void>((resolve, reject) => {
    strace.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (said.includes(`Process ${pid} attached`)) resolve()
    })
    strace.once("exit", () => reject(new Error(`strace: ${said}`)))
  })
  return strace
}

/** The calls by which a server writes to its file, to its clients and to PostgreSQL. Long responses are sent by the last. */
export const WRITES = "write,pwrite64,fdatasync,writev"
export const LONG_WRITES = "writev"

/** Kills a server (SIGKILL) in place of the call with this number, counted for each of its threads from now. */
export const killAtCall = async ({ process: { pid } }: Standalone, calls: string, count: number): Promise<void> => {
  assert(pid !== undefined)
  const fault = `inject=${calls}:signal=SIGKILL:when=${count}`
  await attachStrace(pid, ["-e", `trace=${calls}`, "-e", fault, "-o", "/dev/null"])
}
