export * from "./memoryRateCounts.js"
export * from "./RateCounts.js"
