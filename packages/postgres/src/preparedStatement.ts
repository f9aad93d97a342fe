import { createHash } from "node:crypto"
import type { Metric } from "@boardwright/core"
import type { SqlStatement } from "@boardwright/sql"

/** A statement as it is sent, with the name it is prepared under, unless it is one of many. */
export interface PreparedStatement extends SqlStatement {
  readonly name: string | undefined
  readonly times: Metric.Histogram | undefined
}

/** 1 to 63 letters, digits, `_` and `-`: PostgreSQL truncates none of these names, and none looks like a parameter. */
const SCHEMA_NAME = /^[\w-]{1,63}$/

/** Quotes a schema's name, case preserved. Throws a TypeError for a name that is not allowed. */
export const quoteSchema = (schema: string): string => {
  if (SCHEMA_NAME.test(schema)) return `"${schema}"`
  throw new TypeError(`a schema's name has 1 to 63 letters, digits, "_" and "-": ${JSON.stringify(schema)} has not`)
}

/**
 * Prepares statements for the tables of a schema, which it names before each table: a session's `search_path` may be a
 * host's and is never changed. A statement's name is derived from its text, so that it is the same on every connection
 * and unique in a host's pool.
 */
export const preparerFor = (schema: string | undefined) => {
  const prefix = schema === undefined ? "" : `${quoteSchema(schema)}.`
  return (statement: SqlStatement, times?: Metric.Histogram): PreparedStatement => {
    const text = prefix === "" ? statement.text : statement.text.replace(/\bboardwright_\w+/g, `${prefix}$&`)
    if (statement.adhoc === true) return { ...statement, text, name: undefined, times }
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 32)
    return { ...statement, text, name: `boardwright_${hash}`, times }
  }
}
