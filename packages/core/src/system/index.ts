export * from "./checkReadiness.js"
export * from "./startCleanup.js"
export * from "./StoragePorts.js"
