import type { ChildProcess } from "node:child_process"
import { randomBytes, randomInt } from "node:crypto"
import { once } from "node:events"
import { appendFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Cluster, type Folders, type Settings } from "./Cluster.js"
import { dataFolder, scratchFolder } from "./folders.js"
import { Reaper } from "./Reaper.js"
import { signalTree } from "./signalTree.js"
import { withAdmin } from "./TestPostgres.js"

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
  /** The folder of its data. */
  readonly data: string
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

const control = (
  { data, port, url }: Pick<PostgresServer, "data" | "port" | "url">,
  first: Running,
  reaper: Reaper,
  launchAgain: () => Promise<Running>
) => {
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
    data,
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

const startCluster = async (
  all: Settings,
  password: string,
  make: (folders: Folders) => Promise<Cluster>
): Promise<PostgresServer> => {
  process.off("disconnect", end).on("disconnect", end)
  const folders = { scratch: await scratchFolder(), data: await dataFolder(all["fsync"] === "off") }
  const reaper = new Reaper(Object.values(folders))
  try {
    const cluster = await make(folders)
    const [port, running] = await launchOnFreePort(cluster, reaper)
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    return control({ data: folders.data, port, url }, running, reaper, () => launch(cluster, reaper, port))
  } catch (error) {
    await reaper.reap()
    throw error
  }
}

/**
 * Starts a PostgreSQL: new data, a free port, a superuser with a random password. Settings go over the defaults here: 200
 * connections, nothing synced to disk, and the data in memory where there is plenty; with `fsync` on it is on disk. It
 * ends with this process, however that ends, and leaves nothing behind.
 */
export const startPostgres = ({ settings = {} }: { readonly settings?: Settings } = {}): Promise<PostgresServer> => {
  const all = { ...DEFAULTS, ...settings }
  const password = randomBytes(16).toString("hex")
  return startCluster(all, password, (folders) => Cluster.create(folders, password, all))
}

/** Makes a stopped server, or a copy of its data, a standby of another server from its next start. */
const follow = async ({ data }: Pick<PostgresServer, "data">, { url }: PostgresServer): Promise<void> => {
  const { hostname, password, port, username } = new URL(url)
  const address = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(data, "postgresql.auto.conf"), `primary_conninfo = '${address}'\n`)
  await writeFile(join(data, "standby.signal"), "")
}

/** Starts a standby of a server, which is restarted for that. It has the same users and the settings given. */
export const startStandby = async (
  primary: PostgresServer,
  { settings = {} }: { readonly settings?: Settings } = {}
): Promise<PostgresServer> => {
  const all = { ...DEFAULTS, ...settings }
  await primary.stop("fast")
  return startCluster(all, new URL(primary.url).password, async (folders) => {
    const cluster = await Cluster.copy(primary.data, folders, all)
    await follow(folders, primary)
    await primary.start()
    return cluster
  })
}

/** Promotes a standby. */
export const promote = (standby: PostgresServer): Promise<void> =>
  withAdmin(standby.url, async (admin) => {
    await admin.query("select pg_promote()")
  })

/** Starts a primary that was stopped before its standby was promoted again, as the standby of that. */
export const rejoin = async (formerPrimary: PostgresServer, primary: PostgresServer): Promise<void> => {
  await follow(formerPrimary, primary)
  await formerPrimary.start()
}
