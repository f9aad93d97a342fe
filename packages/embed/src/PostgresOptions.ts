import { has, isWhole, type Problem, problemsOf, throwProblems, type Rule } from "./optionRules.js"

/** A pool of node-postgres (`pg`). A single client has no `totalCount`. */
export interface PostgresPool {
  readonly connect: () => Promise<unknown>
  readonly query: (text: string) => Promise<unknown>
  readonly totalCount: number
}

/** Exactly one of `url` and `pool` is required. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with libpq's options such as `sslmode=verify-full`. With several hosts,
   * separated by commas, connections use the first one that accepts writes; `target_session_attrs` may be `any`,
   * `read-write` or `primary`.
   */
  readonly url?: string | undefined
  /**
   * A pool of the app. It stays open when the hub closes. Its sessions keep their settings, except `datestyle`, which
   * becomes ISO.
   */
  readonly pool?: PostgresPool | undefined
  /** The most connections, with `url`. Default: 10. */
  readonly connections?: number | undefined
  /**
   * The schema of the tables, created if missing: 1 to 63 letters, digits, `_` and `-`, case-sensitive. Sessions keep their
   * `search_path`. Default: the first schema of the `search_path`, usually `public`.
   */
  readonly schema?: string | undefined
}

/** Of several hosts only the first is checked here. */
const isUrl = (value: unknown): boolean =>
  typeof value === "string" && /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace(/,[^/?#]*/, ""))

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

/** Throws a `BoardwrightError` with every wrong, missing or conflicting option. */
export const checkPostgres = (options: PostgresOptions): void =>
  throwProblems(...problemsOf(RULES, options), ...combined(Object(options)))
