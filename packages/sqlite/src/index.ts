export { layer, type SqliteOptions } from "./layer.js"
export { StorageNotUsable } from "./StorageNotUsable.js"
