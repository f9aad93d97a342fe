// Preloaded into a server (`node --import`): asked over IPC it tells how long its event loop paused at most, how much
// processor time all its threads and its workers took, both since "reset", and what memory it holds and held at most.
// After "watch", which resets too, it also tells the longest stop: the processor time of its main thread between two turns of the loop.
import cluster from "node:cluster"
import { readFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"

/** A hundredth of a second, in microseconds: what Linux counts the time of other processes by. */
const TICK = 10_000

/** The processor time of the workers so far, in microseconds; those that ended before are not counted. */
const workersTime = () =>
  Object.values(cluster.workers ?? {}).reduce((sum, { process }) => {
    const fields = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1].split(" ")
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK
  }, 0)

const delay = monitorEventLoopDelay({ resolution: 1 })
// It wakes a process every millisecond, and workers are not asked.
if (cluster.isPrimary) delay.enable()
let from = process.cpuUsage()
let workersFrom = 0

/** The processor time of the main thread so far, in ms (Documentation/scheduler/sched-stats.rst). */
const worked = () => Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[0]) / 1e6
let longestStop = 0
let last = 0
let watching

const watch = () => {
  clearInterval(watching)
  longestStop = 0
  last = worked()
  watching = setInterval(() => {
    const next = worked()
    longestStop = Math.max(longestStop, next - last)
    last = next
  }, 1)
  watching.unref()
}

// In a worker the messages are those of its server.
const answer = (question) => {
  if (question === "watch") watch()
  if (question !== "tell") {
    delay.reset()
    from = process.cpuUsage()
    workersFrom = workersTime()
  }
  const { system, user } = process.cpuUsage(from)
  process.send?.({
    longestPause: delay.max / 1e6,
    longestStop,
    processorTime: (system + user + workersTime() - workersFrom) / 1e3,
    memory: process.memoryUsage.rss() / 1e6,
    peakMemory: (process.resourceUsage().maxRSS * 1024) / 1e6
  })
}
if (cluster.isPrimary) process.on("message", answer)
// Listening to its parent is no reason to stay alive.
process.channel?.unref()
