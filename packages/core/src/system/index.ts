export * from "./checkReadiness.js"
export * from "./removeOldChanges.js"
export * from "./startCleanup.js"
export * from "./StoragePorts.js"
