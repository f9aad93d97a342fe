import { spawn, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The built server with the probe in it, on a folder of its own and without rate limits that a load would reach. */
export const startServer = async (dataDir, nodeFlags) => {
  const limit = "1000000"
  const child = spawn(
    process.execPath,
    ["--import", here("../probe.mjs"), ...nodeFlags, here("../../packages/cli/bin/boardwright.js"), "serve"],
    {
      stdio: ["ignore", "inherit", "pipe", "ipc"],
      env: {
        PATH: process.env.PATH,
        PORT: "0",
        DATA_DIR: dataDir,
        LOG_FORMAT: "json",
        RATE_LIMIT_AUTH: limit,
        RATE_LIMIT_SENSITIVE: limit,
        RATE_LIMIT_GENERAL: limit
      }
    }
  )
  let log = ""
  const ended = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`the server ended with ${code}:\n${log}`))
  )
  ended.catch(() => {})
  const listens = new Promise((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      log += text
      const url = /listens on (http:[^"\s]+)/.exec(log)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const baseUrl = await Promise.race([listens, ended])
  return {
    baseUrl,
    outbox: join(dataDir, "outbox"),
    /** Starts to measure (`reset`), or tells the longest pause and the processor time since then (`tell`). */
    probe: async (question) => {
      child.send(question)
      const [answer] = await Promise.race([once(child, "message"), ended])
      return answer
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGTERM")
      await once(child, "exit")
    }
  }
}

/** A load in a process of its own, once it is ready: `stop` ends it and answers its samples. */
export const startLoad = async (job) => {
  const child = fork(here("load.mjs"), { execArgv: [] })
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`a load process ended with ${code}`)))
  ended.catch(() => {})
  const ask = async (message) => {
    child.send(message)
    const [answer] = await Promise.race([once(child, "message"), ended])
    return answer
  }
  await ask(job)
  return { stop: () => ask("stop") }
}
