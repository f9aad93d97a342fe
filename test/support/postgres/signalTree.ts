import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"

const parentIn = (folder: string): number => {
  try {
    // The name in brackets may hold anything; the state and the parent follow it.
    return Number(
      readFileSync(`/proc/${folder}/stat`, "utf8")
        .replace(/^.*\) \S /s, "")
        .split(" ")[0]
    )
  } catch {
    return 0
  }
}

const processes = (): ReadonlyArray<readonly [pid: number, parent: number]> => {
  if (existsSync("/proc/self/stat")) {
    const folders = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
    return folders.map((name) => [Number(name), parentIn(name)])
  }
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/)
    return [Number(pid), Number(parent)]
  })
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

/** Signals a process and its children, the parent first, so that it starts no more of them meanwhile. */
export const signalTree = (pid: number, name: NodeJS.Signals): void => {
  if (name === "SIGKILL") signal(pid, "SIGSTOP")
  else signal(pid, name)
  for (const [child, parent] of processes()) if (parent === pid) signal(child, name)
  if (name === "SIGKILL") signal(pid, name)
}
