import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { spawnProbed, WITH_PROBE } from "../spawnProbed.mjs"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The built server with the probe in it, on a folder of its own and without rate limits that a load would reach. */
export const startServer = async (dataDir, { env = {}, nodeFlags = [] } = {}) => {
  const limit = "1000000"
  const server = await spawnProbed(
    "the server",
    process.execPath,
    [...WITH_PROBE, ...nodeFlags, here("../../packages/cli/bin/boardwright.js"), "serve"],
    {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_FORMAT: "json",
      RATE_LIMIT_AUTH: limit,
      RATE_LIMIT_SENSITIVE: limit,
      RATE_LIMIT_GENERAL: limit,
      ...env
    }
  )
  return { outbox: join(dataDir, "outbox"), ...server }
}

/** A load in a process of its own, once it is ready: `stop` ends it and answers its samples. */
export const startLoad = async (job) => {
  const child = fork(here("load.mjs"), { execArgv: [] })
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`a load process ended with ${code}`)))
  // Whoever waits for an answer gets the rejection too. Between two questions nobody waits, and an end is no failure then.
  ended.catch(() => {})
  const ask = async (message) => {
    child.send(message)
    const [answer] = await Promise.race([once(child, "message"), ended])
    return answer
  }
  await ask(job)
  return { stop: () => ask("stop") }
}
