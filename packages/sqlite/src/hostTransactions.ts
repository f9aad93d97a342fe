import { statSync } from "node:fs"
import { Ports, type Values } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { asSqliteDatabase, type SqliteDatabase } from "./driver.js"
import { HostConnection } from "./HostConnection.js"
import type { Writer } from "./Writer.js"

const isSameFile = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((filename) => statSync(filename, { bigint: true, throwIfNoEntry: false }))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

const mainFileOf = (db: SqliteDatabase): string =>
  (db.pragma("database_list") as ReadonlyArray<{ readonly name: string; readonly file: string }>).find(
    ({ name }) => name === "main"
  )?.file ?? ""

/** The rule that a connection breaks, or null. */
const brokenRule = (db: SqliteDatabase, filename: string): string | null => {
  if (filename === ":memory:") return "cannot be joined: a hub in memory has no file that another connection can open"
  if (!isSameFile(mainFileOf(db), filename)) return `must be a connection to the hub's own file, ${filename}`
  if (!db.inTransaction) return "must be in a transaction: run begin on it first"
  if (db.pragma("foreign_keys", { simple: true }) !== 1) return "must have foreign keys on (pragma foreign_keys = on)"
  return null
}

/** Joins transactions on a host's connections, one after another for each connection. */
export const hostTransactions = (
  writer: Writer,
  filename: string
): Context.Tag.Service<typeof Ports.HostTransactions> => {
  const connections = new WeakMap<object, HostConnection>()
  const joined = new WeakSet<object>()

  const connectionOf = (client: object, db: SqliteDatabase): HostConnection => {
    const known = connections.get(client) ?? new HostConnection(db)
    connections.set(client, known)
    return known
  }

  return {
    join: <A, E, R>(
      client: unknown,
      work: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | Values.InvalidInput | Ports.StorageUnavailable, R> =>
      Effect.suspend((): Effect.Effect<A, E | Values.InvalidInput | Ports.StorageUnavailable, R> => {
        const db = asSqliteDatabase(client)
        if (db === null)
          return Ports.refuseClient(
            "must be a connection that was opened with Boardwright's own driver: node:sqlite, or better-sqlite3 12 on Node 20"
          )
        const rule = brokenRule(db, filename)
        if (rule !== null) return Ports.refuseClient(rule)
        const own = client as object
        if (joined.has(own)) return Ports.refuseClient("must not be in use by another withTransaction")
        joined.add(own)
        return Effect.ensuring(
          writer.joinHost(connectionOf(own, db), work),
          Effect.sync(() => joined.delete(own))
        )
      })
  }
}
