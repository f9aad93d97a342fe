export { layer, type SqliteOptions } from "./layer.js"
export { migrationStatus } from "./migrationStatus.js"
export { StorageNotUsable } from "@boardwright/sql"
