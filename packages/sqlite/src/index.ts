export { backUp, checkFile, restoreFile } from "./backup.js"
export { layer, type SqliteOptions } from "./layer.js"
export { migrationStatus } from "./migrations.js"
export { StorageNotUsable } from "@boardwright/sql"
