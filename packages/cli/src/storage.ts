import { join, resolve } from "node:path"
import { Rate } from "@boardwright/core"
import type { PostgresFacts, PostgresOptions } from "@boardwright/postgres"
import type { MigrationStatus, StorageNotUsable } from "@boardwright/sql"
import { layer as sqliteLayer, migrationStatus as sqliteMigrationStatus } from "@boardwright/sqlite"
import { Effect, Layer } from "effect"
import { makeDataDir } from "./dataDir.js"
import type { Settings } from "./settings.js"
import type { ConfigurationInvalid } from "./settings/readVariables.js"

/** The SQLite file; null with PostgreSQL. */
export const sqliteFile = ({ dataDir, database }: Settings): string | null =>
  database === null ? join(dataDir, "boardwright.db") : database.kind === "sqlite" ? database.file : null

/** How the adapter of PostgreSQL connects. */
export const postgresOptions = (url: PostgresOptions["url"], { poolSize }: Settings): PostgresOptions => ({
  url,
  connections: poolSize
})

/** The adapter of PostgreSQL, which is loaded only if it is used. */
export const postgres = Effect.promise(() => import("@boardwright/postgres"))

/** The database's name in messages: a file, or an address without credentials. */
export const databaseName = (settings: Settings): Effect.Effect<string> => {
  const { database } = settings
  return database?.kind === "postgres"
    ? Effect.map(postgres, ({ databaseOf }) => databaseOf(database))
    : Effect.succeed(resolve(sqliteFile(settings) ?? ""))
}

/**
 * The storage ports and the counters of requests and sign-ins, on the database of the settings. `exclusive` is for the
 * server, which does not share its SQLite file with another server.
 */
export const storage = (settings: Settings, { exclusive }: { readonly exclusive: boolean }) => {
  if (settings.database?.kind === "postgres") {
    const options = postgresOptions(settings.database.url, settings)
    return Layer.unwrapEffect(Effect.map(postgres, ({ layer }) => layer(options)))
  }
  const sqlite = sqliteLayer({ filename: sqliteFile(settings) ?? "", exclusive })
  const database = Layer.unwrapEffect(Effect.as(makeDataDir(settings.dataDir), sqlite))
  return Layer.mergeAll(database, Rate.memoryRateCounts(), Rate.memoryThrottle())
}

/** The applied and pending migrations of the database. Changes nothing. */
export const migrationStatus = (
  settings: Settings
): Effect.Effect<MigrationStatus, StorageNotUsable | ConfigurationInvalid> => {
  if (settings.database?.kind !== "postgres") return sqliteMigrationStatus({ filename: sqliteFile(settings) ?? "" })
  const options = postgresOptions(settings.database.url, settings)
  return Effect.flatMap(postgres, (loaded) => loaded.migrationStatus(options))
}

/** Looks at the PostgreSQL database of the settings, whose schema is up to date. */
export const inspectPostgres = (settings: Settings): Effect.Effect<PostgresFacts, StorageNotUsable> =>
  Effect.flatMap(postgres, ({ inspect }) =>
    settings.database?.kind === "postgres"
      ? inspect(postgresOptions(settings.database.url, settings))
      : Effect.dieMessage("the database is not PostgreSQL")
  )
