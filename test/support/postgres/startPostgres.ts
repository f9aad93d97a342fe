import type { ChildProcess } from "node:child_process"
import { randomBytes, randomInt } from "node:crypto"
import { once } from "node:events"
import { Cluster, type Settings } from "./Cluster.js"
import { dataFolder, scratchFolder } from "./folders.js"
import { Reaper } from "./Reaper.js"
import { signalTree } from "./signalTree.js"

const PORT_ATTEMPTS = 10

const DEFAULTS: Settings = {
  max_connections: 200,
  fsync: "off",
  full_page_writes: "off",
  max_wal_size: "256MB",
  // Only a server that is not at UTC shows who relies on it.
  timezone: "America/St_Johns",
  lc_messages: "C",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: ""
}

/** `fast` rolls open transactions back and writes everything out; `immediate` is a crash that the next start mends. */
export type StopMode = "fast" | "immediate"

/** A PostgreSQL server of one's own. */
export interface PostgresServer {
  /** Of a superuser, on the database `postgres`. */
  readonly url: string
  /** On 127.0.0.1; the same after each start. */
  readonly port: number
  /** Its first process while it runs, else null. */
  readonly pid: () => number | null
  readonly stop: (mode: StopMode) => Promise<void>
  /** Starts it on the data it has, and waits until it takes connections. */
  readonly start: () => Promise<void>
  readonly restart: (mode: StopMode) => Promise<void>
  /** Signals all of its processes: SIGSTOP and SIGCONT halt it and let it go on; SIGKILL ends it and waits for that. */
  readonly kill: (signal: "SIGSTOP" | "SIGCONT" | "SIGKILL") => Promise<void>
  /** Ends it for good, in whatever state it is, and removes its data. */
  readonly remove: () => Promise<void>
}

interface Running {
  readonly process: ChildProcess
  readonly ended: Promise<unknown>
}

// A worker of vitest whose main process was killed goes on, in circles, and so would its servers. In a worker,
// process.exit only throws.
const end = () => process.kill(process.pid, "SIGKILL")

const launch = async (cluster: Cluster, reaper: Reaper, port: number): Promise<Running> => {
  const process = cluster.launch(port)
  const ended = once(process, "exit").then(() => reaper.watch(0))
  reaper.watch(process.pid ?? 0)
  await cluster.takesConnections(process)
  return { process, ended }
}

const launchOnFreePort = async (cluster: Cluster, reaper: Reaper): Promise<readonly [port: number, Running]> => {
  for (let attempt = 1; ; attempt += 1) {
    // Below those that a system gives to outgoing connections: none of them takes it while the server is down.
    const port = randomInt(15_000, 32_000)
    try {
      return [port, await launch(cluster, reaper, port)]
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !String(error).includes("could not create any TCP/IP sockets")) throw error
    }
  }
}

const control = (url: string, port: number, first: Running, reaper: Reaper, launchAgain: () => Promise<Running>) => {
  let running: Running | null = first
  const pid = () => running?.process.pid ?? null
  const signal = (name: NodeJS.Signals) => {
    const all = pid()
    if (all !== null) signalTree(all, name)
  }
  const ended = async () => {
    await running?.ended
    running = null
  }
  const server: PostgresServer = {
    url,
    port,
    pid,
    stop: async (mode) => {
      signal("SIGCONT")
      running?.process.kill(mode === "fast" ? "SIGINT" : "SIGQUIT")
      await ended()
    },
    start: async () => {
      if (running !== null) throw new Error("PostgreSQL runs already")
      running = await launchAgain()
    },
    restart: async (mode) => {
      await server.stop(mode)
      await server.start()
    },
    kill: async (name) => {
      signal(name)
      if (name === "SIGKILL") await ended()
    },
    remove: async () => {
      signal("SIGCONT")
      await reaper.reap()
      await ended()
    }
  }
  return server
}

/**
 * Starts a PostgreSQL: new data, a free port, a superuser with a random password. Settings go over the defaults here: 200
 * connections, nothing synced to disk, and the data in memory where there is plenty; with `fsync` on it is on disk. It
 * ends with this process, however that ends, and leaves nothing behind.
 */
export const startPostgres = async ({
  settings = {}
}: { readonly settings?: Settings } = {}): Promise<PostgresServer> => {
  process.off("disconnect", end).on("disconnect", end)
  const all = { ...DEFAULTS, ...settings }
  const folders = { scratch: await scratchFolder(), data: await dataFolder(all["fsync"] === "off") }
  const reaper = new Reaper(Object.values(folders))
  try {
    const password = randomBytes(16).toString("hex")
    const cluster = await Cluster.create(folders, password, all)
    const [port, running] = await launchOnFreePort(cluster, reaper)
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    return control(url, port, running, reaper, () => launch(cluster, reaper, port))
  } catch (error) {
    await reaper.reap()
    throw error
  }
}
