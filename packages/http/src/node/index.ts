export { nodeListener, type NodeListenerOptions } from "./nodeListener.js"
export * from "./nodeServer.js"
