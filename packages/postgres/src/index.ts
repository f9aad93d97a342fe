export { joinSqlTransaction } from "./joinSqlTransaction.js"
export { layer, migrationStatus, type Postgres } from "./layer.js"
export { databaseOf, type PostgresOptions, type PostgresPool } from "./PostgresOptions.js"
export { StorageNotUsable } from "@boardwright/sql"
