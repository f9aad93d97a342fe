// Preloaded into a server (`node --import`): on SIGUSR2 it collects its garbage and tells on standard error what is left.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { isMainThread } from "node:worker_threads"

if (isMainThread) {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc")
  process.on("SIGUSR2", () => {
    collect()
    const { external, heapUsed } = process.memoryUsage()
    process.stderr.write(`collected: ${heapUsed} bytes of heap, ${external} beside it\n`)
  })
}
