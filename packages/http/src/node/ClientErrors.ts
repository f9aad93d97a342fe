import { Buffer } from "node:buffer"
import type { ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { type ErrorCode, STATUSES } from "../codes.js"
import { JSON_HEADERS, SECURITY_HEADERS } from "../headers.js"

const REFUSALS: Record<string, readonly [code: ErrorCode, error: string]> = {
  HPE_HEADER_OVERFLOW: ["HeadersTooLarge", "Request header fields too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["RequestTimeout", "Request timeout"]
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

const answer = (error: ParseError, socket: Duplex): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const [code, text] = REFUSALS[error.code ?? ""] ?? ["MalformedRequest", "Bad request"]
  const body = JSON.stringify({ error: text, code, details: [] })
  const headers = {
    ...SECURITY_HEADERS,
    ...JSON_HEADERS,
    "content-length": Buffer.byteLength(body),
    connection: "close"
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${STATUSES[code]} ${text}`, ...lines, "", isHead(error) ? "" : body].join("\r\n"))
}

/** Answers what is no HTTP request in the error body, and ends the connection. */
export class ClientErrors {
  readonly #last = new WeakMap<Duplex, ServerResponse>()
  readonly #refused = new WeakSet<Duplex>()

  /** Notes an answer that a connection is to get. */
  expect(socket: Duplex, response: ServerResponse): void {
    this.#last.set(socket, response)
  }

  /** Answers after all that were noted: a client takes the first answer for that to its first request (RFC 9112, 9.3.2). */
  readonly refuse = (error: ParseError, socket: Duplex): void => {
    if (error.code === "ECONNRESET") {
      socket.destroy()
      return
    }
    // Whatever else arrives is no request either.
    if (this.#refused.has(socket)) return
    this.#refused.add(socket)
    const last = this.#last.get(socket)
    if (last === undefined || last.closed) answer(error, socket)
    else last.once("close", () => answer(error, socket))
  }
}
