export { type PostMessage, relayStdio } from "./relayStdio.js"
export { serveMcp } from "./serveMcp.js"
