import { Buffer } from "node:buffer"
import type { Socket } from "node:net"
import { type ErrorCode, STATUSES } from "../codes.js"
import { JSON_HEADERS, SECURITY_HEADERS } from "../headers.js"
import type { Connections } from "./Connections.js"
import { endBody } from "./readBody.js"

const LATE = "ERR_HTTP_REQUEST_TIMEOUT"

const REFUSALS: Record<string, readonly [code: ErrorCode, error: string]> = {
  HPE_HEADER_OVERFLOW: ["HeadersTooLarge", "Request header fields too large"],
  [LATE]: ["RequestTimeout", "Request timeout"]
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

/** A client that has sent more than was read still gets to read its answer. */
const LINGER_MILLIS = 1_000

/** Ends a connection, whether or not the client ends its side. */
const end = (socket: Socket, text = ""): void => {
  socket.end(text)
  setTimeout(() => socket.destroy(), LINGER_MILLIS).unref()
}

const answer = (error: ParseError, socket: Socket): void => {
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
  end(socket, [`HTTP/1.1 ${STATUSES[code]} ${text}`, ...lines, "", isHead(error) ? "" : body].join("\r\n"))
}

/** Answers what is no HTTP request in the error body, and ends the connection. */
export class ClientErrors {
  readonly #connections: Connections
  readonly #refused = new WeakSet<Socket>()

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /**
   * Answers after the requests that came before: a client takes the first answer for that to its first request (RFC 9112,
   * 9.3.2). Where it is the last request's own body that is wrong or late, that request's answer says so.
   */
  readonly refuse = (error: ParseError, socket: Socket): void => {
    if (error.code === "ECONNRESET") {
      socket.destroy()
      return
    }
    // Whatever else arrives is no request either.
    if (this.#refused.has(socket)) return
    this.#refused.add(socket)
    const last = this.#connections.lastOn(socket)
    if (last === undefined) return answer(error, socket)
    const isOfBody = !last.req.complete
    if (isOfBody) endBody(last.req, error.code === LATE ? "late" : "malformed")
    const finish = () => (isOfBody ? end(socket) : answer(error, socket))
    if (last.closed) finish()
    else last.once("close", finish)
  }
}
