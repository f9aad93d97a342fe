export * from "./checkReadiness.js"
