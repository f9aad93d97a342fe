import pg, { type ClientBase, type PoolClient, type QueryConfig, type QueryResult } from "pg"
import { codeOf, NotWanted } from "./errors.js"
import { poolerClients, processIdOf } from "./poolerClients.js"
import { LIMITS, READABLE_DATES, SERVER_TIMEOUTS } from "./PostgresOptions.js"
import type { PostgresAddress } from "./postgresUrl.js"

type Done = (error: Error | undefined, client: PoolClient | undefined, release: (broken?: unknown) => void) => void

const TIMEOUTS = Object.entries(SERVER_TIMEOUTS).map(([name, millis]) => `set_config('${name}', '${millis}', false)`)

/**
 * Statements that set up a session. The timeouts are not set in a session of a pooler, where other clients would get them;
 * then the last statement returns no row. Statements, because a pooler may refuse start-up options.
 */
const sessionSettings = (client: ClientBase) => [
  READABLE_DATES,
  // PgBouncer keeps it per client.
  "set timezone = 'UTC'",
  `select ${TIMEOUTS.join(", ")} where pg_backend_pid() = ${processIdOf(client)}`
]

/** Statements that fail a server which is not the wanted one, as libpq decides it. */
const CHECKS = {
  any: null,
  "read-write": "select current_setting('transaction_read_only')::boolean as unwanted",
  primary: "select pg_is_in_recovery() as unwanted"
} as const

/** How long a switchover may take: shorter than the wait for a connection, so that its reason is reported. */
const PROMOTION_MILLIS = LIMITS.connectMillis - 1_000
const ROUND_MILLIS = 100

/** Whether another server may do better: this one cannot be reached, is starting or stopping, or is not the wanted one. */
const isOfServer = (error: Error): boolean => {
  const code = codeOf(error)
  return code === null || code === "57P03"
}

/** The servers of an address, of which new connections use one until it fails. */
class Hosts {
  readonly count: number
  #current = 0

  constructor(private readonly urls: ReadonlyArray<string>) {
    this.count = urls.length
  }

  get current(): string {
    return this.urls[this.#current] as string
  }

  /** Goes on to the next server, unless another connection has done so. */
  leave(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.count
  }
}

type ConnectDone = (error: Error) => void

/** A client of the server that is current when it is created. */
const clientOf = (hosts: Hosts) =>
  class HostClient extends pg.Client {
    readonly url: string

    constructor(config: pg.ClientConfig = {}) {
      const url = hosts.current
      const connectionTimeoutMillis = Math.floor(LIMITS.connectMillis / hosts.count)
      super({ ...config, connectionString: url, connectionTimeoutMillis })
      this.url = url
    }

    override connect(): Promise<pg.Client>
    override connect(done: ConnectDone): void
    override connect(done?: ConnectDone): Promise<pg.Client> | undefined {
      if (done === undefined) return super.connect()
      super.connect((error: Error) => {
        if (error) hosts.leave(this.url)
        done(error)
      })
      return undefined
    }
  }

/**
 * A pool whose connections lead to the first server of an address that can be used, and to another one once that cannot.
 * While servers answer and none is the wanted one, as during a switchover, it tries again for `PROMOTION_MILLIS`.
 */
export class HostPool extends pg.Pool {
  readonly #hosts: Hosts

  constructor({ target, urls }: PostgresAddress, connections: number) {
    const hosts = new Hosts(urls)
    const check = CHECKS[target]
    super({
      Client: clientOf(hosts),
      application_name: "boardwright",
      max: connections,
      connectionTimeoutMillis: LIMITS.connectMillis,
      idleTimeoutMillis: LIMITS.idleMillis,
      keepAlive: true,
      pipeline: true,
      onConnect: async (client: ClientBase) => {
        const { url } = client as ClientBase & { readonly url: string }
        const settings = sessionSettings(client)
        // The driver accepts a timeout per query, which its types lack. The pool's own timeout ends before this one's.
        const setUp: QueryConfig & { readonly query_timeout: number } = {
          text: (check === null ? settings : [...settings, check]).join("; "),
          query_timeout: LIMITS.connectMillis
        }
        try {
          const results: unknown = await client.query(setUp)
          const [timeouts, checked] = (results as ReadonlyArray<QueryResult>).slice(settings.length - 1)
          if (timeouts?.rowCount === 0) poolerClients.add(client)
          if (checked?.rows[0]?.unwanted === true) throw new NotWanted(target)
        } catch (error) {
          hosts.leave(url)
          throw error
        }
      }
    } as pg.PoolConfig)
    this.#hosts = hosts
  }

  override connect(): Promise<PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<PoolClient> | undefined {
    if (done === undefined)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client === undefined ? reject(error) : resolve(client)))
      )
    this.#connect(done, performance.now() + PROMOTION_MILLIS)
    return undefined
  }

  /** `unwanted`: the error of a server that answers and is not the wanted one. */
  #connect(done: Done, deadline: number, attempts = 1, unwanted?: NotWanted): void {
    super.connect((error, client, release) => {
      if (error === undefined || error === null || !isOfServer(error)) return done(error, client, release)
      const seen = error instanceof NotWanted ? error : unwanted
      const again = () => this.#connect(done, deadline, attempts + 1, seen)
      if (performance.now() > deadline) done(seen ?? error, client, release)
      else if (attempts % this.#hosts.count !== 0) again()
      else if (seen === undefined) done(error, client, release)
      else setTimeout(again, ROUND_MILLIS)
    })
  }
}
