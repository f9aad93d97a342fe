// Preloaded into the server (`node --import`): asked over IPC it tells how long its event loop paused at most, and how
// much processor time all its threads took, since "reset".
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
  process.send?.({ longestPause: delay.max / 1e6, processorTime: (system + user) / 1e3 })
})
// Listening to its parent is no reason to stay alive.
process.channel?.unref()
