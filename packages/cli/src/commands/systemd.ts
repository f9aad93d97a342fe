import { spawn } from "node:child_process"
import { Effect, Runtime } from "effect"
import { oneLine } from "../terminal/print.js"

/** Environment variables, as of a process. */
interface Environment {
  readonly [name: string]: string | undefined
}

// Node has no datagram sockets in the file system, so systemd's own command sends. One shell runs it for every message: a fork
// of the server blocks the event loop for 20 ms with 200 MB of memory. systemd stops all processes of a unit at once, but
// the shell ends when the server has closed its input.
const SHELL = 'trap "" HUP INT TERM; while read -r state; do systemd-notify "$state"; done'

/** How often systemd expects a sign of life from this process, in milliseconds; null if never (`sd_watchdog_enabled(3)`). */
const watchdogMillis = ({ WATCHDOG_PID = String(process.pid), WATCHDOG_USEC }: Environment): number | null =>
  WATCHDOG_PID === String(process.pid) && Number(WATCHDOG_USEC) > 0 ? Number(WATCHDOG_USEC) / 1_000 : null

/** Reports to the systemd whose `NOTIFY_SOCKET` is in the environment. If that fails, it logs one warning. */
export const connectSystemd = (environment: Environment) =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    const { NOTIFY_SOCKET, PATH } = environment
    const shell = spawn("/bin/sh", ["-c", SHELL], { env: { PATH, NOTIFY_SOCKET }, stdio: ["pipe", "ignore", "pipe"] })
    let hasWarned = false
    const warn = (reason: string) => {
      if (!hasWarned)
        Runtime.runFork(runtime)(Effect.logWarning(`systemd cannot be notified: ${oneLine(reason.trim())}`))
      hasWarned = true
    }
    for (const source of [shell, shell.stdin]) source.on("error", ({ message }) => warn(message))
    shell.stderr.setEncoding("utf8").on("data", warn)
    const notify = (state: string) => shell.stdin.write(`${state}\n`)
    return {
      /** Reports that the start is complete, and from then on that the event loop is not blocked. */
      ready: () => {
        notify("READY=1")
        const millis = watchdogMillis(environment)
        if (millis !== null) setInterval(() => notify("WATCHDOG=1"), millis / 2).unref()
      },
      stopping: () => notify("STOPPING=1")
    }
  })
