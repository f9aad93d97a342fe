export * from "./freshness.js"
