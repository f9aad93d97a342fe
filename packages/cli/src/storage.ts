import { join, resolve } from "node:path"
import { Rate } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import type { MigrationStatus, StorageNotUsable } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { Effect, Layer } from "effect"
import { makeDataDir } from "./dataDir.js"
import type { Settings } from "./settings.js"
import type { ConfigurationInvalid } from "./variables.js"

/** The file that SQLite keeps everything in; null where a PostgreSQL does. */
const sqliteFile = ({ dataDir, database }: Settings): string | null =>
  database === null ? join(dataDir, "boardwright.db") : database.kind === "sqlite" ? database.file : null

/** The database, for people: a file, or an address without credentials. */
export const databaseName = (settings: Settings): string =>
  settings.database?.kind === "postgres" ? Postgres.databaseOf(settings.database) : resolve(sqliteFile(settings) ?? "")

const postgresOptions = (url: Postgres.PostgresOptions["url"], { poolSize }: Settings): Postgres.PostgresOptions => ({
  url,
  connections: poolSize
})

/**
 * The storage ports and the counts of requests, on the database that the settings name. `exclusive` is for the server,
 * which shares its SQLite file with no other server.
 */
export const storage = (settings: Settings, { exclusive }: { readonly exclusive: boolean }) => {
  if (settings.database?.kind === "postgres") return Postgres.layer(postgresOptions(settings.database.url, settings))
  const sqlite = Sqlite.layer({ filename: sqliteFile(settings) ?? "", exclusive })
  return Layer.merge(Layer.unwrapEffect(Effect.as(makeDataDir(settings.dataDir), sqlite)), Rate.memoryRateCounts())
}

/** Which migrations the database has and which it lacks; changes nothing. */
export const migrationStatus = (
  settings: Settings
): Effect.Effect<MigrationStatus, StorageNotUsable | ConfigurationInvalid> =>
  settings.database?.kind === "postgres"
    ? Postgres.migrationStatus(postgresOptions(settings.database.url, settings))
    : Sqlite.migrationStatus({ filename: sqliteFile(settings) ?? "" })
