import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"

/** Compares passwords with bcryptjs in as many threads as the service has by default, each with a queue of its own. */
export const passwordThreads = () => {
  const pending = new Map()
  const threads = Array.from({ length: Math.max(1, availableParallelism() - 1) }, () => {
    const thread = new Worker(new URL("passwordThread.mjs", import.meta.url), { execArgv: [] })
    thread.on("message", ({ id, matches }) => {
      pending.get(id)(matches)
      pending.delete(id)
    })
    thread.unref()
    return thread
  })
  let last = 0
  return (password, hash) =>
    new Promise((resolve) => {
      const id = ++last
      pending.set(id, resolve)
      threads[id % threads.length].postMessage({ id, password, hash })
    })
}
