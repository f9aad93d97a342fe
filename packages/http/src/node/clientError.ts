import { Buffer } from "node:buffer"
import type { Duplex } from "node:stream"
import { JSON_HEADERS, SECURITY_HEADERS } from "../headers.js"

const STATUS: Record<string, readonly [status: number, error: string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request header fields too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request timeout"]
}

/** What Node's parser says of a request that it gives up: the bytes that it had, and how many of them it understood. */
interface ParseError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Whether it gave up in a HEAD, whose answer has no body (RFC 9110, 9.3.2). Earlier requests may share the bytes. */
const isHead = ({ bytesParsed = 0, rawPacket }: ParseError): boolean =>
  rawPacket?.toString("latin1", 0, bytesParsed).split("\r\n\r\n").at(-1)?.startsWith("HEAD ") ?? false

/** Answers what is no HTTP request in the error body, and ends the connection. */
export const answerClientError = (error: ParseError, socket: Duplex): void => {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const [status, text] = STATUS[error.code ?? ""] ?? [400, "Bad request"]
  const body = JSON.stringify({ error: text, details: [] })
  const headers = {
    ...SECURITY_HEADERS,
    ...JSON_HEADERS,
    "content-length": Buffer.byteLength(body),
    connection: "close"
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${text}`, ...lines, "", isHead(error) ? "" : body].join("\r\n"))
}
