import { Buffer } from "node:buffer"
import type { IncomingMessage, ServerResponse as NodeResponse } from "node:http"
// Not the global ones, which tests replace by fakes.
import { clearTimeout, setImmediate, setTimeout } from "node:timers"
import { type Cause, Effect, Exit, Runtime } from "effect"
import { tell } from "../onResponse.js"
import { clientAddress } from "../clientKey.js"
import { FAILED } from "../failed.js"
import { joined } from "../headers.js"
import type { ServerRequest, ServerResponse } from "../message.js"
import { RequestTrace } from "../RequestTrace.js"
import { Serving } from "../Serving.js"
import type { ServeOptions, ServerServices } from "../ServeOptions.js"
import { makeServeRequest } from "../serveRequest.js"
import { type Deadlines, DEADLINES } from "./deadlines.js"
import { bodyHasNoEnd, readBody } from "./readBody.js"

/** How requests of node:http are read and answered. */
export interface NodeListenerOptions extends ServeOptions {
  /** How many proxies in front are trusted to name the client. */
  readonly trustProxy: number
  /** Whether connections are to end with their answer. */
  readonly isDraining: () => boolean
  /** How long clients may take; `DEADLINES` unless told otherwise. */
  readonly deadlines?: Deadlines | undefined
}

/** An unread body up to this is read away, so that the client gets to read the answer; past it the connection ends. */
const MAX_DISCARDED = 32 * 1024 * 1024

const textOf = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value

const splitUrl = (url: string): { readonly path: string; readonly search: string } => {
  const host = url.startsWith("/") ? -1 : url.indexOf("//")
  const from = host < 0 ? 0 : url.indexOf("/", host + 2)
  // An absolute address may have no path; "*" is none.
  const target = from < 0 ? "/" : url.slice(from)
  const mark = target.indexOf("?")
  return mark < 0 ? { path: target, search: "" } : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

const toServerRequest = (
  request: IncomingMessage,
  { trustProxy }: NodeListenerOptions,
  deadlines: Deadlines,
  trace: RequestTrace | undefined
): ServerRequest => ({
  native: request,
  method: request.method ?? "GET",
  ...splitUrl(request.url ?? "/"),
  header: (name) => textOf(request.headers[name]),
  address: clientAddress(request.socket.remoteAddress ?? "", textOf(request.headers["x-forwarded-for"]), trustProxy),
  readBody: (limit) => readBody(request, limit, deadlines.request),
  trace
})

/** Ending a connection with unread data on it resets it, and with it an answer that the client has yet to read. */
const LINGER_MILLIS = 1_000

/** Reads the rest of a body away; the connection ends with one that is too long or takes longer than `millis`. */
const discard = (request: IncomingMessage, millis: number): void => {
  let size = 0
  const late = setTimeout(() => request.destroy(), millis).unref()
  const read = (chunk: Buffer) => {
    size += chunk.byteLength
    if (size <= MAX_DISCARDED) return
    request.off("data", read).pause()
    setTimeout(() => request.destroy(), LINGER_MILLIS).unref()
  }
  request
    .once("close", () => clearTimeout(late))
    .on("data", read)
    .resume()
}

/** Ends the connection when the client has not read an answer after `millis`. */
const limitReading = (request: IncomingMessage, response: NodeResponse, millis: number): void => {
  const late = setTimeout(() => request.socket.destroy(), millis).unref()
  response.once("close", () => clearTimeout(late))
}

/** Sends the answer, in time; returns how many bytes its body has. */
const send = (
  request: IncomingMessage,
  response: NodeResponse,
  { body, headers, status }: ServerResponse,
  draining: boolean,
  deadlines: Deadlines
): number => {
  // The host may have answered itself meanwhile, with a timeout of its own.
  if (response.destroyed || response.headersSent) return 0
  const bodyless = request.method === "HEAD" || status === 204 || status === 304
  const bytes = bodyless ? 0 : Buffer.byteLength(body)
  const length = bodyless ? {} : { "content-length": `${bytes}` }
  const closing = draining || bodyHasNoEnd(request)
  response.writeHead(status, joined(headers, length, closing ? { connection: "close" } : {}))
  response.end(body)
  if (response.writableLength > 0) limitReading(request, response, deadlines.answer)
  if (!request.complete) discard(request, deadlines.request)
  return bytes
}

/** A host's middleware has failed; what fails in the API itself is answered and logged where it happens. */
const logFailure = (cause: Cause.Cause<unknown>, { trace }: ServerRequest): Effect.Effect<void> => {
  const logged = Effect.logError("unexpected failure", cause)
  return trace === undefined ? logged : Effect.annotateLogs(logged, "requestId", trace.requestId)
}

/**
 * A request listener for node:http that answers every request it is given. What has come when the event loop has read is
 * begun together, and what is done is answered together, in the turn after: the same code many times over, near the
 * processor, takes half the time of reading, serving and answering one after another.
 */
export const nodeListener = (options: NodeListenerOptions) =>
  Effect.map(Effect.provideService(Effect.runtime<ServerServices>(), Serving, options), (runtime) => {
    const runFork = Runtime.runFork(runtime)
    const { deadlines = DEADLINES, isDraining, onResponse } = options
    const serve = makeServeRequest(options)
    const begin = (request: IncomingMessage, response: NodeResponse, served: ServerRequest): void => {
      const finish = (exit: Exit.Exit<ServerResponse>) => {
        if (Exit.isFailure(exit)) runFork(logFailure(exit.cause, served))
        const answer = Exit.isSuccess(exit) ? exit.value : FAILED
        const clientGone = response.destroyed
        const bytes = send(request, response, answer, isDraining(), deadlines)
        if (onResponse === undefined) return
        const trouble = tell(onResponse, served, { status: answer.status, bytes, clientGone })
        if (trouble !== null) runFork(trouble)
      }
      runFork(serve(served)).addObserver((exit) => {
        // Whoever stops waits for what is being served, and then ends all.
        if (isDraining()) finish(exit)
        else setImmediate(finish, exit)
      })
    }
    return (request: IncomingMessage, response: NodeResponse): void => {
      const trace = onResponse === undefined ? undefined : new RequestTrace()
      const served = toServerRequest(request, options, deadlines, trace)
      setImmediate(begin, request, response, served)
    }
  })
