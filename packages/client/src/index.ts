export { BoardwrightClientError, type ClientErrorCode, type Issue } from "./BoardwrightClientError.js"
export * as Client from "./Client.js"
export {
  type BoardwrightClient,
  type Call,
  type CallOptions,
  type ClientOptions,
  createClient,
  type Token
} from "./createClient.js"
export type * from "./entities.js"
export type { StreamedChange, StreamInput } from "./streamChanges.js"
