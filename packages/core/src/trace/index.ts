export * from "./DatabaseTime.js"
export * from "./inSpan.js"
export * from "./TraceState.js"
