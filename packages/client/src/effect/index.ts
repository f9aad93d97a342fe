export * as Client from "./Client.js"
export type { StreamedChange, StreamInput } from "../StreamedChange.js"
