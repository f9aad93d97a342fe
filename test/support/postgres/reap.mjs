// Ends a PostgreSQL and removes its folders, the parameters, when whoever started it is gone, however that ended. Standard input names the
// server's process, a line each time it changes, 0 for none; its end is the sign.
import { rmSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"

let input = ""
for await (const chunk of process.stdin.setEncoding("utf8")) input += chunk
const pid = Number(input.trim().split("\n").at(-1))

const signal = (name) => {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

if (pid > 0) {
  // It may have been halted. It kills those of its own processes that still are, after five seconds.
  signal("SIGCONT")
  signal("SIGQUIT")
  const deadline = Date.now() + 15_000
  while (signal(0) && Date.now() < deadline) await delay(10)
  signal("SIGKILL")
}
for (const folder of process.argv.slice(2)) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
