export { CurrentClient, CurrentUserAgent } from "./CurrentClient.js"
export * from "./recordSecurityEvent.js"
export * from "./SecurityEvent.js"
