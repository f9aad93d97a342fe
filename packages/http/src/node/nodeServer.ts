import { Buffer } from "node:buffer"
import { createServer, type IncomingMessage, type Server, type ServerResponse as NodeResponse } from "node:http"
import { type AddressInfo, Server as NetServer } from "node:net"
import { Data, type Duration, Effect, Exit, Runtime } from "effect"
import { clientAddress } from "../clientKey.js"
import { INTERNAL_SERVER_ERROR } from "../errors.js"
import { JSON_HEADERS, SECURITY_HEADERS } from "../headers.js"
import type { ServerRequest, ServerResponse } from "../message.js"
import { makeServeRequest, type ServeOptions, type ServerServices } from "../serveRequest.js"
import { answerClientError } from "./clientError.js"
import { readBody } from "./readBody.js"

/** Where to listen, and how to stop. */
export interface NodeServerOptions extends ServeOptions {
  readonly port: number
  readonly host: string
  /** How many proxies in front are trusted to name the client. */
  readonly trustProxy: number
  /** How long requests in flight may take once the server is told to stop. */
  readonly drainTimeout: Duration.DurationInput
}

/** The address could not be listened on. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {}

// Node's own defaults let hundreds of slow clients sit.
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000, maxHeaderSize: 16 * 1024 }

/** An unread body up to this is read away, so that the connection stays good; past it the connection ends. */
const MAX_DISCARDED = 32 * 1024 * 1024

const textOf = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value

const splitUrl = (url: string): { readonly path: string; readonly search: string } => {
  const from = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2)
  const target = from < 0 ? "/" : url.slice(from)
  const mark = target.indexOf("?")
  return mark < 0 ? { path: target, search: "" } : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

const toServerRequest = (request: IncomingMessage, trustProxy: number): ServerRequest => ({
  method: request.method ?? "GET",
  ...splitUrl(request.url ?? "/"),
  header: (name) => textOf(request.headers[name]),
  address: clientAddress(request.socket.remoteAddress ?? "", textOf(request.headers["x-forwarded-for"]), trustProxy),
  readBody: (limit) => readBody(request, limit)
})

const FAILED: ServerResponse = {
  status: 500,
  headers: { ...SECURITY_HEADERS, ...JSON_HEADERS },
  body: JSON.stringify(INTERNAL_SERVER_ERROR.body)
}

const hasSmallBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= MAX_DISCARDED

const send = (
  request: IncomingMessage,
  response: NodeResponse,
  { body, headers, status }: ServerResponse,
  draining: boolean
): void => {
  if (response.destroyed) return
  const discards = !request.complete
  const closes = draining || (discards && !hasSmallBody(request))
  const length = request.method === "HEAD" || status === 204 ? {} : { "content-length": Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length, ...(closes ? { connection: "close" } : {}) })
  response.end(body)
  if (discards) request.resume()
}

const listen = (server: Server, { host, port }: NodeServerOptions) =>
  Effect.async<Server, ListenFailed>((resume) => {
    const failed = (cause: Error) => resume(new ListenFailed({ host, port, cause }))
    server.once("error", failed)
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off("error", failed)
      resume(Effect.succeed(server))
    })
  })

// Closing idle connections at once would reset requests that are on their way on them: first only the listener stops
// and whatever still arrives is answered with `Connection: close`.
const IDLE_GRACE = "300 millis"

const drain = (server: Server, timeout: Duration.DurationInput) =>
  Effect.gen(function* () {
    const closed = yield* Effect.forkDaemon(
      Effect.async<void>((resume) => {
        NetServer.prototype.close.call(server, () => resume(Effect.void))
      })
    )
    yield* Effect.sleep(IDLE_GRACE)
    server.closeIdleConnections()
    yield* closed.await.pipe(Effect.timeoutOption(timeout))
    server.closeAllConnections()
    yield* closed.await
  })

/** The address a server listens on. */
export const addressOf = (server: Server): AddressInfo => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port")
  return address
}

/**
 * Serves the API with node:http until the scope ends. Then it stops listening, answers what is in flight and what still
 * arrives on open connections, and ends the rest after `drainTimeout`; what the scope acquired earlier, such as
 * storage, is released after that. Fails with `ListenFailed`.
 */
export const nodeServer = Effect.fnUntraced(function* (options: NodeServerOptions) {
  const runtime = yield* Effect.runtime<ServerServices>()
  const runFork = Runtime.runFork(runtime)
  const serve = makeServeRequest(options)
  let draining = false
  const server = createServer(LIMITS, (request, response) => {
    const fiber = runFork(serve(toServerRequest(request, options.trustProxy)))
    const finish = (exit: Exit.Exit<ServerResponse>) =>
      send(request, response, Exit.isSuccess(exit) ? exit.value : FAILED, draining)
    const exit = fiber.unsafePoll()
    if (exit === null) fiber.addObserver(finish)
    else finish(exit)
  })
  server.on("clientError", answerClientError)
  return yield* Effect.acquireRelease(listen(server, options), () => {
    draining = true
    return drain(server, options.drainTimeout)
  })
})
