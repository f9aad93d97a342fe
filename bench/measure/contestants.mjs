import { fork, spawn } from "node:child_process"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { SECRET } from "../work/fixture.mjs"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The most that the service takes; 64 users in turn do not reach it. */
const RATE_LIMIT = "1000000"

/** Who is compared, in the order of the table: how each is started. */
export const contestants = {
  limit: [here("../limit/server.mjs")],
  fastify: [here("../instead/fastify.mjs")],
  express: [here("../instead/express.mjs")],
  us: [here("../../packages/cli/bin/boardwright.js"), "serve"],
  unbundled: [here("../../packages/cli/dist/bin.js"), "serve"]
}

/** Those of the table: the command unbundled is for profiles, in which its functions have names. */
export const COMPARED = ["limit", "fastify", "express", "us"]

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0

/** Whether servers and load have cores of their own: the last core is the load's, all others are the servers'. */
export const pinning = canPin ? "servers and load on cores of their own (taskset)" : "servers and load share the cores"
const cores = canPin
  ? { load: String(availableParallelism() - 1), servers: `0-${availableParallelism() - 2}` }
  : undefined

const command = (role, parameters) =>
  cores === undefined
    ? [process.execPath, parameters]
    : ["taskset", ["--cpu-list", cores[role], process.execPath, ...parameters]]

const environment = (database) => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  JWT_SECRET: SECRET,
  DATABASE: database.url,
  RATE_LIMIT,
  DATABASE_URL: database.url.startsWith("postgres:") ? database.url : `sqlite:${database.url}`,
  DATA_DIR: database.folder,
  PORT: "0",
  RATE_LIMIT_AUTH: RATE_LIMIT,
  RATE_LIMIT_SENSITIVE: RATE_LIMIT,
  RATE_LIMIT_GENERAL: RATE_LIMIT
})

/** Starts a contestant on its database, and tells how long that took. */
export const startContestant = async (name, database, nodeFlags = []) => {
  const parameters = ["--import", here("../probe.mjs"), ...nodeFlags, ...contestants[name]]
  const from = performance.now()
  const child = spawn(...command("servers", parameters), {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    env: environment(database)
  })
  let log = ""
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`${name} ended with ${code}:\n${log}`)))
  ended.catch(() => {})
  const listens = new Promise((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      log = (log + text).slice(-10_000)
      const port = /listens on http:\/\/[^"\s]+:(\d+)/.exec(log)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
  const port = await Promise.race([listens, ended])
  return {
    name,
    port,
    startedIn: performance.now() - from,
    /** Begins to measure (`reset`), or tells what was measured since then (`tell`). */
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

/** The process that makes the load: `burst` is one job for it. */
export const startLoad = () => {
  const [program, parameters] = command("load", [])
  const child = fork(here("load.mjs"), { execPath: program, execArgv: parameters })
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the load ended with ${code}`)))
  ended.catch(() => {})
  return {
    burst: async (job) => {
      child.send(job)
      const [seen] = await Promise.race([once(child, "message"), ended])
      return seen
    },
    stop: () => child.kill()
  }
}
