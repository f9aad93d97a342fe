import { readdirSync, readFileSync } from "node:fs"

/** A hundredth of a second, in microseconds: what Linux counts the time of other processes by. */
const TICK = 10_000

const readProcess = (pid) => {
  try {
    const [head, tail] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?!.*\) )/)
    const fields = tail.split(" ")
    // With that of its children that have ended: sessions.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      name: head.slice(head.indexOf("(") + 1),
      micros: ticks * TICK
    }
  } catch {
    // It has ended.
    return null
  }
}

/** The processor time of all PostgreSQL processes below this process so far, in microseconds. */
export const postgresTime = () => {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? [])
  const below = (pid) => processes.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...below(each.pid)])
  return below(process.pid)
    .filter(({ name }) => name.startsWith("postgres"))
    .reduce((sum, { micros }) => sum + micros, 0)
}
