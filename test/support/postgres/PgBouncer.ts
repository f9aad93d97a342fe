import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chown, mkdtemp, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { program } from "../../faults/tools.js"
import { freePort } from "../freePort.js"
import { Reaper } from "./Reaper.js"
import { serverUser } from "./serverUser.js"

/** How many connections PgBouncer has to a database, by when it may give one to another client. */
const CONNECTIONS = { transaction: 3, statement: 3, session: 40 } as const

export type PoolMode = keyof typeof CONNECTIONS

export const POOL_MODES = Object.keys(CONNECTIONS) as ReadonlyArray<PoolMode>

/** A PgBouncer in front of a server. */
export interface PgBouncer {
  /** On 127.0.0.1. */
  readonly port: number
  /** The address of the same database through it. */
  readonly via: (url: string) => string
  /** Ends it as a crash does and starts it again on the same port. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })

/**
 * Starts a PgBouncer in front of a server; in transaction mode with fewer connections than its clients have. It ends with
 * this process, however that ends.
 */
export const startPgBouncer = async (serverUrl: string, mode: PoolMode): Promise<PgBouncer> => {
  const { hostname, password, port: serverPort, username } = new URL(serverUrl)
  const [path, user] = [program("pgbouncer"), serverUser()]
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), "boardwright-pgbouncer-"))]
  const configuration = join(folder, "pgbouncer.ini")
  await writeFile(
    configuration,
    `[databases]
    * = host=${hostname} port=${serverPort} user=${username} password=${password}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = ${mode}
    default_pool_size = ${CONNECTIONS[mode]}
    max_client_conn = 200
    server_login_retry = 0.1
    `
  )
  if (user.uid !== undefined && user.gid !== undefined)
    await Promise.all([folder, configuration].map((each) => chown(each, user.uid as number, user.gid as number)))
  const reaper = new Reaper([folder])
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(path, ["--quiet", configuration], { ...user, cwd: folder, detached: true, stdio: "inherit" })
    reaper.watch(child.pid ?? 0)
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
      await delay(10)
    }
    return child
  }
  let running = await launch()
  return {
    port,
    via: (url) => {
      const through = new URL(url)
      through.port = String(port)
      return through.href
    },
    restart: async () => {
      const ended = once(running, "exit")
      running.kill("SIGKILL")
      await ended
      running = await launch()
    },
    stop: () => reaper.reap()
  }
}
