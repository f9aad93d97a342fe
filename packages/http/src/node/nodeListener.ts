import { Buffer } from "node:buffer"
import type { IncomingMessage, ServerResponse as NodeResponse } from "node:http"
// Not the global ones, which tests replace by fakes.
import { clearTimeout, setImmediate, setTimeout } from "node:timers"
import { Trace } from "@boardwright/core"
import { type Cause, Context, Effect, Exit, type Fiber, Runtime } from "effect"
import { clientAddress } from "../clientAddress.js"
import { INTERNAL_SERVER_ERROR } from "../errorResponse.js"
import { joined } from "../headers.js"
import { isLive } from "../LiveBody.js"
import { notify } from "../onResponse.js"
import type { ServeOptions, ServerServices } from "../ServeOptions.js"
import { RequestTrace, type ServerRequest, type ServerResponse } from "../ServerRequest.js"
import { makeServeRequest } from "../serveRequest.js"
import { Draining } from "../system/Draining.js"
import { type Deadlines, DEADLINES, LINGER_MILLIS } from "./deadlines.js"
import { bodyHasNoEnd, readBody } from "./readBody.js"
import { sendLive } from "./sendLive.js"

export interface NodeListenerOptions extends ServeOptions {
  /** How many proxies in front are trusted to name the client. */
  readonly trustProxy: number
  /** Whether connections end after their response. */
  readonly isDraining: () => boolean
  /** Whether another process serves the port now, so that readiness does not fail while this server stops. */
  readonly isReplaced?: (() => boolean) | undefined
  /** How long clients may take. Default: `DEADLINES`. */
  readonly deadlines?: Deadlines | undefined
}

/** How much of an unread body is discarded, so that the client can read the response; then the connection ends. */
const MAX_DISCARDED = 32 * 1024 * 1024

const textOf = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value

const splitUrl = (url: string): { readonly path: string; readonly search: string } => {
  const host = url.startsWith("/") ? -1 : url.indexOf("//")
  const from = host < 0 ? 0 : url.indexOf("/", host + 2)
  // An absolute URL may have no path, and "*" is not one.
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

/** Discards the rest of a body; ends the connection if it is too long or takes longer than `millis`. */
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

/** Ends the connection if the client has not read the response after `millis`. */
const limitReading = (request: IncomingMessage, response: NodeResponse, millis: number): void => {
  const late = setTimeout(() => request.socket.destroy(), millis).unref()
  response.once("close", () => clearTimeout(late))
}

/** Length from which a body is encoded before it is sent: Node takes 25 to 30 ms for a text of 16 MB, and 12 to 19 for its bytes. */
const LARGE = 256 * 1024

/** Sends the response; then calls `done` with the size of its body in bytes. */
const send = (
  request: IncomingMessage,
  response: NodeResponse,
  { body, headers, status }: ServerResponse,
  { deadlines = DEADLINES, isDraining }: NodeListenerOptions,
  runFork: (work: Effect.Effect<boolean>) => Fiber.RuntimeFiber<boolean>,
  done: (bytes: number) => void
): void => {
  // The host may have responded meanwhile, on a timeout of its own.
  if (response.destroyed || response.headersSent) {
    if (isLive(body)) body.dismiss()
    return done(0)
  }
  const closing = isDraining() || bodyHasNoEnd(request) ? { connection: "close" } : {}
  const endReading = () => {
    if (response.writableLength > 0) limitReading(request, response, deadlines.response)
  }
  if (isLive(body)) {
    response.writeHead(status, joined(headers, closing))
    sendLive(response, body, deadlines.response, runFork, (bytes) => {
      endReading()
      done(bytes)
    })
  } else {
    const bodyless = request.method === "HEAD" || status === 204 || status === 304
    const sent = body.length < LARGE ? body : Buffer.from(body)
    const bytes = bodyless ? 0 : Buffer.byteLength(sent)
    response.writeHead(status, joined(headers, bodyless ? {} : { "content-length": `${bytes}` }, closing))
    response.end(sent)
    endReading()
    done(bytes)
  }
  if (!request.complete) discard(request, deadlines.request)
}

/** Logs the failure of a host's middleware; the API handles its own failures. */
const logFailure = (cause: Cause.Cause<unknown>, { trace }: ServerRequest): Effect.Effect<void> => {
  const logged = Effect.logError("unexpected failure", cause)
  return trace === undefined ? logged : Effect.annotateLogs(logged, "requestId", trace.requestId)
}

/**
 * A request listener for node:http that responds to every request. Requests that the event loop has read together are
 * begun together, and responses are sent together in the next turn. Running the same code many times over takes half the
 * time of reading, serving and responding one request after another.
 */
export const nodeListener = (options: NodeListenerOptions) => {
  const { deadlines = DEADLINES, isDraining, isReplaced = () => false, onResponse } = options
  const draining = { isDraining: () => isDraining() && !isReplaced() }
  return Effect.map(Effect.provideService(Effect.runtime<ServerServices>(), Draining, draining), (runtime) => {
    const runFork = Runtime.runFork(runtime)
    const observesDatabase = Context.get(runtime.context, Trace.ObservesDatabase)
    const serve = makeServeRequest(options)
    const begin = (request: IncomingMessage, response: NodeResponse, served: ServerRequest): void => {
      const finish = (exit: Exit.Exit<ServerResponse>) => {
        if (Exit.isFailure(exit)) runFork(logFailure(exit.cause, served))
        const answer = Exit.isSuccess(exit) ? exit.value : INTERNAL_SERVER_ERROR
        const clientGone = response.destroyed
        send(request, response, answer, options, runFork, (bytes) => {
          if (onResponse === undefined) return
          const sent = { status: answer.status, bytes, clientGone, isStream: isLive(answer.body) }
          const logging = notify(onResponse, served, sent)
          if (logging !== null) runFork(logging)
        })
      }
      runFork(serve(served)).addObserver((exit) => {
        // A server that stops waits for what is being served, then closes all connections.
        if (isDraining()) finish(exit)
        else setImmediate(finish, exit)
      })
    }
    return (request: IncomingMessage, response: NodeResponse): void => {
      const trace = onResponse === undefined ? undefined : new RequestTrace(observesDatabase)
      const served = toServerRequest(request, options, deadlines, trace)
      setImmediate(begin, request, response, served)
    }
  })
}
