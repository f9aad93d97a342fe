// Preloaded into a server (`node --import`): asked over IPC it tells how long its event loop paused at most, how much
// processor time all its threads took, both since "reset", and what memory it holds and held at most.
import { monitorEventLoopDelay } from "node:perf_hooks"

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let from = process.cpuUsage()

process.on("message", (question) => {
  if (question === "reset") {
    delay.reset()
    from = process.cpuUsage()
  }
  const { system, user } = process.cpuUsage(from)
  process.send?.({
    longestPause: delay.max / 1e6,
    processorTime: (system + user) / 1e3,
    memory: process.memoryUsage.rss() / 1e6,
    peakMemory: (process.resourceUsage().maxRSS * 1024) / 1e6
  })
})
// Listening to its parent is no reason to stay alive.
process.channel?.unref()
