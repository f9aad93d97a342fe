import { Buffer } from "node:buffer"
import type { Socket } from "node:net"
import type { ErrorCode } from "../ErrorCode.js"
import { errorResponse } from "../errorResponse.js"
import { SECURITY_HEADERS } from "../headers.js"
import type { Connections } from "./Connections.js"
import { LINGER_MILLIS } from "./deadlines.js"
import { endBody } from "./readBody.js"

const LATE = "ERR_HTTP_REQUEST_TIMEOUT"

const ERRORS: Record<string, readonly [code: ErrorCode, error: string]> = {
  HPE_HEADER_OVERFLOW: ["HeadersTooLarge", "Request header fields too large"],
  [LATE]: ["RequestTimeout", "Request timeout"]
}

/** The error of Node's parser, with the bytes that it had and how many of them it parsed. */
interface ParseError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Whether the failed request is a HEAD, whose response has no body (RFC 9110, 9.3.2). Earlier requests may be in the bytes. */
const isHead = ({ bytesParsed = 0, rawPacket }: ParseError): boolean =>
  rawPacket?.toString("latin1", 0, bytesParsed).split("\r\n\r\n").at(-1)?.startsWith("HEAD ") ?? false

/** Ends a connection even if the client does not end its side. */
const end = (socket: Socket, text = ""): void => {
  socket.end(text)
  setTimeout(() => socket.destroy(), LINGER_MILLIS).unref()
}

const answer = (error: ParseError, socket: Socket): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const [code, text] = ERRORS[error.code ?? ""] ?? ["MalformedRequest", "Bad request"]
  const { body, headers, status } = errorResponse(code, text)
  const sent = { ...SECURITY_HEADERS, ...headers, "content-length": Buffer.byteLength(body), connection: "close" }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  end(socket, [`HTTP/1.1 ${status} ${text}`, ...lines, "", isHead(error) ? "" : body].join("\r\n"))
}

/** Responds to requests that are not HTTP, and ends their connections. */
export class ClientErrors {
  readonly #connections: Connections
  readonly #handled = new WeakSet<Socket>()

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /**
   * Responds after the responses to earlier requests, because a client takes the first response for that to its first
   * request (RFC 9112, 9.3.2). If the last request's body is wrong or late, the response to that request says so.
   */
  readonly handle = (error: ParseError, socket: Socket): void => {
    if (error.code === "ECONNRESET") {
      socket.destroy()
      return
    }
    // Once per connection: nothing that follows is a request either.
    if (this.#handled.has(socket)) return
    this.#handled.add(socket)
    const last = this.#connections.lastOn(socket)
    if (last === undefined) return answer(error, socket)
    const isOfBody = !last.req.complete
    if (isOfBody) endBody(last.req, error.code === LATE ? "late" : "malformed")
    const finish = () => (isOfBody ? end(socket) : answer(error, socket))
    if (last.closed) finish()
    else last.once("close", finish)
  }
}
