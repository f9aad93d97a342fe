import { Data, Effect, Layer } from "effect"
import { checkPostgres, type PostgresOptions } from "./PostgresOptions.js"
import { refuse } from "./rules.js"
import type { StoragePorts } from "./services.js"

/** Where everything is stored: `sqlite(...)`, `postgres(...)`, or `storageOf(layer)` of an adapter of one's own. */
export interface Storage {
  readonly layer: Layer.Layer<StoragePorts, unknown>
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

/** A layer of a package that the app installs if it wants it, loaded when storage is opened. */
const fromPackage = <A>(
  name: string,
  load: () => Promise<A>,
  layerOf: (loaded: A) => Layer.Layer<StoragePorts, unknown>
): Storage => {
  const message = `this storage needs a package that is not installed: npm i ${name}`
  const loaded = Effect.catchAllDefect(Effect.promise(load), (cause) =>
    isMissing(cause, name) ? Effect.fail(new NotInstalled({ message, cause })) : Effect.die(cause)
  )
  return { layer: Layer.unwrapEffect(Effect.map(loaded, layerOf)) }
}

/**
 * Stores everything in a SQLite file, made where there is none in a folder that exists; `:memory:` stores it nowhere. The
 * file may hold other tables: ours begin with `boardwright_`. Needs `@boardwright/sqlite`.
 */
export const sqlite = (filename: string): Storage => {
  if (typeof filename !== "string" || filename === "") refuse(["filename", "must be the path of a file, or :memory:"])
  return fromPackage(
    "@boardwright/sqlite",
    () => import("@boardwright/sqlite"),
    ({ layer }) => layer({ filename })
  )
}

/**
 * Stores everything in a PostgreSQL database, which any number of processes may share: by its `url`, or by a `pool` that
 * the app has. Throws a `BoardwrightError` that names each wrong option. Needs `@boardwright/postgres`.
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
 * An adapter of one's own: a layer of every storage port, such as passes `storageContract`. Requests and sign-ins are
 * counted in this process unless the layer brings `Rate.RateCounts` and `Rate.Throttle` too.
 */
export const storageOf = <E>(layer: Layer.Layer<StoragePorts, E>): Storage => ({ layer })
