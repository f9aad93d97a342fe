import { fork, spawnSync } from "node:child_process"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { spawnProbed, WITH_PROBE } from "../spawnProbed.mjs"
import { SECRET } from "../work/fixture.mjs"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The most that the service takes; 64 users in turn do not reach it. */
const RATE_LIMIT = "1000000"

/** What bundling defines. */
const VERSIONED = ["--import", "data:text/javascript,globalThis.BOARDWRIGHT_VERSION='unbundled'"]

/** Who is compared, in the order of the table: how each is started. */
export const contestants = {
  baseline: [here("../baseline/server.mjs")],
  fastify: [here("../instead/fastify.mjs")],
  express: [here("../instead/express.mjs")],
  us: [here("../../packages/cli/bin/boardwright.js"), "serve"],
  measured: [here("../../packages/cli/bin/boardwright.js"), "serve"],
  oneProcess: [here("../../packages/cli/bin/boardwright.js"), "serve"],
  twoWorkers: [here("../../packages/cli/bin/boardwright.js"), "serve", "--workers", "2"],
  unbundled: [...VERSIONED, here("../../packages/cli/dist/bin.js"), "serve"]
}

/**
 * Adds `earlier` to the contestants: our server as it is built in another checkout. Its migrations make the databases,
 * which every later server brings up to date.
 */
export const useEarlier = (checkout) => {
  contestants.earlier = [join(resolve(checkout), "packages/cli/bin/boardwright.js"), "serve"]
}

/** The command that makes the tables of the databases. */
export const launcher = () => (contestants.earlier ?? contestants.us)[0]

/** What a contestant's environment has beside that of all. */
const SPECIAL = { measured: { METRICS_PORT: "0" } }

/** Those that may use every core, also the one of the load. */
export const ON_ALL_CORES = new Set(["oneProcess", "twoWorkers"])

/**
 * Those of the table. `measured` is our server with metrics; `oneProcess` and `twoWorkers` show what processes add; `unbundled` is for profiles, in which its functions have names.
 */
export const COMPARED = ["baseline", "fastify", "express", "us"]

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

/** By how much each sync of the slower disk takes longer: that of a plain SSD without a power-loss protected cache. */
export const SLOWER_SYNC_MILLIS = 4
/** Whether a disk can be made slow here. */
export const canSlowSyncs = spawnSync("strace", ["--version"]).status === 0

/** What makes every sync of a program take so much longer, and leaves alone whatever else it does. */
const slowed = (program, parameters, millis) => [
  "strace",
  // The program stays the child, which is talked to and ended.
  ["-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync"].concat(
    ["-e", `inject=fsync,fdatasync:delay_exit=${millis * 1000}`, program],
    parameters
  )
]

const environment = (name, database) => ({
  ...SPECIAL[name],
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
export const startContestant = async (name, database, nodeFlags = [], slowerSyncMillis = 0) => {
  const parameters = [...WITH_PROBE, ...nodeFlags, ...contestants[name]]
  const plain = ON_ALL_CORES.has(name) ? [process.execPath, parameters] : command("servers", parameters)
  const [program, words] = slowerSyncMillis === 0 ? plain : slowed(...plain, slowerSyncMillis)
  const server = await spawnProbed(name, program, words, environment(name, database))
  return { name, port: Number(new URL(server.baseUrl).port), ...server }
}

/** Starts a module of clients in a process on the core of the load. */
export const forkClients = (module) => {
  const [program, parameters] = command("load", [])
  return fork(module, { execPath: program, execArgv: parameters })
}

/** The process that makes the load: `burst` is one job for it. */
export const startLoad = () => {
  const child = forkClients(here("load.mjs"))
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the load ended with ${code}`)))
  // Whoever waits for an answer gets the rejection too. Between two questions nobody waits, and an end is no failure then.
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
