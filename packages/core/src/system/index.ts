export * from "./checkReadiness.js"
export * from "./StoragePorts.js"
