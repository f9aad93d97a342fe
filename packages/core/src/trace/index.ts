export * from "./DatabaseTime.js"
export * from "./inSpan.js"
