import { SchemaMismatch, StorageNotUsable } from "@boardwright/sql"
import { codeOf, NotWanted } from "./errors.js"

const reasons: ReadonlyArray<readonly [code: RegExp, reason: string]> = [
  [/^28/, "refuses the user or the password"],
  [/^3D000/, "is not there; make it with `createdb`"],
  [/^42501/, "does not let this user make tables"],
  [/^25006/, "is read-only"],
  [/^55000/, "takes no connections (see `alter database ... allow_connections`)"],
  [/^53300/, "has no connection left (see max_connections)"],
  [/^(53|58)/, "cannot be used: its server is out of disk or memory"],
  [/^55P03/, "is in use: stop its servers first"],
  [/^57P03/, "is starting up or shutting down"]
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
  if (code !== null) return reasons.find(([pattern]) => pattern.test(code))?.[1] ?? `cannot be used (SQLSTATE ${code})`
  const root = rootOf(cause)
  if (root instanceof NotWanted) return root.message
  const reason = root instanceof Error ? root.message : String(root)
  return `cannot be reached (${reason.replace(/\s+/g, " ")})`
}

/** Explains in one line why the database cannot be used. */
export const notUsable = (database: string, cause: unknown): StorageNotUsable =>
  new StorageNotUsable({ message: `${database} ${reasonOf(cause)}`, cause })
