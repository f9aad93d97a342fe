import { SchemaMismatch, StorageNotUsable } from "@boardwright/sql"
import { codeOf, NotWanted } from "./errors.js"

/** Reasons by SQLSTATE, and those of PgBouncer, which has one for all, by its message. */
const reasons: ReadonlyArray<readonly [error: RegExp, reason: string]> = [
  [/^28/, "refuses the user or the password"],
  [/^3D000/, "is not there; make it with `createdb`"],
  [/^42501/, "does not let this user make tables"],
  [/^25006/, "is read-only"],
  [/^55000/, "takes no connections (see `alter database ... allow_connections`)"],
  [/^53300/, "has no connection left (see max_connections)"],
  [/^(53|58)/, "cannot be used: its server is out of disk or memory"],
  [/^55P03/, "is in use: stop its servers first"],
  [/^57P03/, "is starting up or shutting down"],
  [
    /^08P01 .*statement pooling mode/,
    "is behind a pooler in statement mode: set its pool_mode to transaction or session"
  ],
  [
    /^08P01 unsupported startup parameter/,
    "is behind a pooler that refuses parameters such as options and statement_timeout: remove them from the address"
  ],
  [/^08P01 no more connections/, "is behind a pooler that has no connection left (see max_client_conn)"],
  [/^08P01 database .* does not exist/, "is not there; make it with `createdb`"],
  [/^08P01 invalid command/, "is the console of a pooler: name a database"]
]

const schemaOf = (cause: unknown): SchemaMismatch | null =>
  cause instanceof SchemaMismatch ? cause : cause instanceof Error && cause.cause ? schemaOf(cause.cause) : null

/** The innermost error, which says what happened rather than what failed because of it. */
const rootOf = (cause: unknown): unknown => {
  if (cause instanceof AggregateError) return rootOf(cause.errors[0])
  return cause instanceof Error && cause.cause !== undefined ? rootOf(cause.cause) : cause
}

const reasonOf = (cause: unknown): string => {
  const schema = schemaOf(cause)
  if (schema !== null) return schema.message
  const code = codeOf(cause)
  const root = rootOf(cause)
  const reason = root instanceof Error ? root.message : String(root)
  if (code !== null) {
    const error = `${code} ${reason}`
    return reasons.find(([pattern]) => pattern.test(error))?.[1] ?? `cannot be used (SQLSTATE ${code})`
  }
  if (root instanceof NotWanted) return reason
  return `cannot be reached (${reason.replace(/\s+/g, " ")})`
}

/** Explains in one line why the database cannot be used. */
export const notUsable = (database: string, cause: unknown): StorageNotUsable =>
  new StorageNotUsable({ message: `${database} ${reasonOf(cause)}`, cause })
