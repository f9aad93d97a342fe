export * from "./logFailure.js"
export * from "./retryDelay.js"
