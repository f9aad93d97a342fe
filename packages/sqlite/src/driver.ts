import { createRequire } from "node:module"
import { nodeDriver, wrapNodeDatabase } from "./nodeDriver.js"
import type { OpenSqlite, SqliteDatabase } from "./SqliteDatabase.js"

export type { OpenSqlite, SqliteDatabase, SqliteDatabaseOptions, SqliteStatement } from "./SqliteDatabase.js"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

/** Whether this Node's `node:sqlite` has busy timeouts, rows as arrays and the transaction state. */
const hasNodeSqlite = major > 22 || (major === 22 && minor >= 16)

const require = createRequire(import.meta.url)
const NODE_20_DRIVER = "@boardwright/sqlite-node20"

const openBetterSqlite = (): OpenSqlite => {
  try {
    const Sqlite = require(NODE_20_DRIVER) as new (...parameters: Parameters<OpenSqlite>) => SqliteDatabase
    return (filename, options) => new Sqlite(filename, options)
  } catch (cause) {
    const remedy =
      "it is compiled when it is installed, which takes Python and a C++ compiler, or use Node 22.16 or newer"
    throw new Error(`Node ${process.versions.node} needs better-sqlite3, which could not be loaded: ${remedy}`, {
      cause
    })
  }
}

/**
 * The driver of SQLite: `node:sqlite`, and better-sqlite3 12 on Node 20. A host that opens the same file in the same
 * process opens it with this: two copies of SQLite in one process release each other's file locks
 * (https://sqlite.org/howtocorrupt.html, 2.2.1).
 */
export const openSqlite: OpenSqlite = hasNodeSqlite ? nodeDriver() : openBetterSqlite()

/** A connection that the host has opened with the same driver; null for anything else. */
export const asSqliteDatabase = (value: unknown): SqliteDatabase | null => {
  if (hasNodeSqlite) return wrapNodeDatabase(value)
  const { exec, inTransaction, pragma, prepare } = Object(value) as Partial<SqliteDatabase>
  const isConnection = [exec, pragma, prepare].every((each) => typeof each === "function")
  return isConnection && typeof inTransaction === "boolean" ? (value as SqliteDatabase) : null
}

/** The name or path by which a thread requires the same driver. */
export const driverModule = (): string => (hasNodeSqlite ? "node:sqlite" : require.resolve(NODE_20_DRIVER))
