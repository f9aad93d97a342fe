export { databaseOf } from "./databaseOf.js"
export { layer, migrationStatus, type Postgres } from "./layer.js"
export type { PostgresOptions, PostgresPool } from "./PostgresOptions.js"
export { StorageNotUsable } from "@boardwright/sql"
