import type { System } from "@boardwright/core"
import { Data, Effect, Layer } from "effect"
import { checkPostgres, type PostgresOptions } from "./PostgresOptions.js"
import { throwProblems } from "./optionRules.js"

/** Where data is stored: `sqlite(...)`, `postgres(...)`, or `storageOf(layer)` with an adapter of your own. */
export interface Storage {
  readonly layer: Layer.Layer<System.StoragePorts, unknown>
}

/** The package of a database is not installed. */
class NotInstalled extends Data.TaggedError("StorageNotUsable")<{
  readonly message: string
  readonly cause: unknown
}> {}

const isMissing = (cause: unknown, name: string): boolean =>
  cause instanceof Error &&
  cause.message.includes(`'${name}'`) &&
  String(Object(cause).code).endsWith("MODULE_NOT_FOUND")

/** A layer of an optional package, which is loaded when storage is opened. */
const fromPackage = <A>(
  name: string,
  load: () => Promise<A>,
  layerOf: (loaded: A) => Layer.Layer<System.StoragePorts, unknown>
): Storage => {
  const message = `this storage needs a package that is not installed: npm i ${name}`
  const loaded = Effect.catchAllDefect(Effect.promise(load), (cause) =>
    isMissing(cause, name) ? Effect.fail(new NotInstalled({ message, cause })) : Effect.die(cause)
  )
  return { layer: Layer.unwrapEffect(Effect.map(loaded, layerOf)) }
}

/**
 * Stores data in a SQLite file, created if missing in an existing folder; `:memory:` keeps it in memory. The file may have
 * other tables: Boardwright's begin with `boardwright_`. Needs `@boardwright/sqlite`.
 */
export const sqlite = (filename: string): Storage => {
  if (typeof filename !== "string" || filename === "")
    throwProblems(["filename", "must be the path of a file, or :memory:"])
  return fromPackage(
    "@boardwright/sqlite",
    () => import("@boardwright/sqlite"),
    ({ layer }) => layer({ filename })
  )
}

/**
 * Stores data in a PostgreSQL database, which any number of processes may share, given by its `url` or the app's `pool`.
 * Throws a `BoardwrightError` with each wrong option. Needs `@boardwright/postgres`.
 */
export const postgres = (options: PostgresOptions): Storage => {
  checkPostgres(options)
  const { connections, pool, schema, url } = options
  return fromPackage(
    "@boardwright/postgres",
    () => import("@boardwright/postgres"),
    ({ layer }) => {
      const database = pool === undefined ? { url, connections, schema } : { pool, schema }
      return layer(database as Parameters<typeof layer>[0])
    }
  )
}

/**
 * A storage adapter of your own: a layer of every storage port that passes `storageContract`. Requests and sign-ins are
 * counted in this process unless the layer also provides `Rate.RateCounts` and `Rate.Throttle`.
 */
export const storageOf = <E>(layer: Layer.Layer<System.StoragePorts, E>): Storage => ({ layer })
