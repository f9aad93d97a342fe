import { has, isWhole, type Problem, problemsOf, refuse, type Rule } from "./rules.js"

/** A pool of node-postgres (`pg`), by what tells it from a single client. */
export interface PostgresPool {
  readonly connect: () => Promise<unknown>
  readonly query: (text: string) => Promise<unknown>
  readonly totalCount: number
}

/** Which PostgreSQL database: exactly one of `url` and `pool` is given. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with libpq's options such as `sslmode=verify-full`. */
  readonly url?: string | undefined
  /**
   * A pool of the app's. It stays open when the hub closes, and its sessions keep their settings, but for `datestyle`,
   * which becomes ISO.
   */
  readonly pool?: PostgresPool | undefined
  /** Connections at most, with `url`; 10. A pool has its own number. */
  readonly connections?: number | undefined
  /**
   * The schema of the tables, made where there is none: 1 to 63 letters, digits, `_` and `-`, case kept. No session's
   * `search_path` is changed for it. Default: the first in the sessions' `search_path`, mostly `public`.
   */
  readonly schema?: string | undefined
}

const isUrl = (value: unknown): boolean =>
  typeof value === "string" && /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)

const RULES: { readonly [Option in keyof PostgresOptions]-?: Rule } = {
  url: ["must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, special characters percent-encoded", isUrl],
  pool: [
    "must be a Pool of the package pg",
    (value) => has("connect", "query")(value) && isWhole(Object(value).totalCount, 0)
  ],
  connections: ["must be a whole number from 1", (value) => isWhole(value, 1)],
  schema: [
    'must have 1 to 63 letters, digits, "_" and "-"',
    (value) => typeof value === "string" && /^[\w-]{1,63}$/.test(value)
  ]
}

const combined = ({ connections, pool, url }: PostgresOptions): ReadonlyArray<Problem> => [
  ["url", pool === undefined && url === undefined ? "is required, unless pool is given" : undefined],
  ["pool", pool !== undefined && url !== undefined ? "must not be given with url" : undefined],
  ["connections", pool !== undefined && connections !== undefined ? "must not be given with pool" : undefined]
]

/** Throws a `BoardwrightError` that names every wrong, missing or contradicting option and its rule. */
export const checkPostgres = (options: PostgresOptions): void =>
  refuse(...problemsOf(RULES, options), ...combined(Object(options)))
