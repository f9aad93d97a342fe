export { type Deadlines, DEADLINES } from "./deadlines.js"
export { nodeListener, type NodeListenerOptions } from "./nodeListener.js"
export * from "./nodeServer.js"
