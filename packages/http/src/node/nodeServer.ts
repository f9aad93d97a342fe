import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { Server as NetServer } from "node:net"
import { Duration, Effect } from "effect"
import { OpenStreams } from "../change/OpenStreams.js"
import type { ServeOptions } from "../ServeOptions.js"
import { ClientErrors } from "./ClientErrors.js"
import { Connections } from "./Connections.js"
import { type Deadlines, DEADLINES } from "./deadlines.js"
import { emptyBacklog } from "./emptyBacklog.js"
import { listen } from "./listen.js"
import { nodeListener, type NodeListenerOptions } from "./nodeListener.js"

export interface NodeServerOptions extends ServeOptions {
  readonly port: number
  readonly host: string
  /** How many proxies in front are trusted to name the client. */
  readonly trustProxy: number
  /** How long requests in flight may take once the server stops. */
  readonly drainTimeout: Duration.DurationInput
  /** Whether the server is about to stop: readiness fails, and connections end after their response. */
  readonly isStopping?: (() => boolean) | undefined
  readonly isReplaced?: NodeListenerOptions["isReplaced"]
  /** How long clients may take. Default: `DEADLINES`. */
  readonly deadlines?: Deadlines | undefined
}

/** How often connections past a deadline are closed, in milliseconds. */
const CHECK_MILLIS = 1_000

const limitsOf = ({ head, idle, request }: Deadlines) => ({
  headersTimeout: head,
  requestTimeout: request,
  keepAliveTimeout: idle,
  connectionsCheckingInterval: Math.min(CHECK_MILLIS, head),
  maxHeaderSize: 16 * 1024,
  // `withHost` checks it: Node's own response has an empty body.
  requireHostHeader: false
})

const hostsOf = ({ rawHeaders }: IncomingMessage): number => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++
  return hosts
}

/** RFC 9112, section 3.2: HTTP/1.1 requires a Host, and no request may have two. */
const withHost =
  (listener: RequestListener, connections: Connections, errors: ClientErrors): RequestListener =>
  (request, response) => {
    const hosts = hostsOf(request)
    if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1")) {
      return errors.handle(new Error("a request without exactly one Host"), request.socket)
    }
    connections.expect(response)
    listener(request, response)
  }

// Closing idle connections at once would reset requests on their way: first only the listener stops, and requests that
// still arrive get `Connection: close`.
const IDLE_GRACE = Duration.millis(300)

// With Node's timers: the release of a scope cannot be interrupted, so Effect's timeouts do not work in it.
const drain = (server: Server, connections: Connections, timeout: Duration.DurationInput) =>
  Effect.async<void>((resume) => {
    const closeIdle = () => {
      server.closeIdleConnections()
      connections.closeSilent()
    }
    const deadline = setTimeout(() => server.closeAllConnections(), Duration.toMillis(timeout))
    emptyBacklog(server, () => {
      // Timers run before the loop reads sockets: requests that a busy loop has not read yet are served first.
      const idle = setTimeout(() => setImmediate(closeIdle), Duration.toMillis(IDLE_GRACE))
      NetServer.prototype.close.call(server, () => {
        clearTimeout(deadline)
        clearTimeout(idle)
        resume(Effect.void)
      })
    })
  })

/**
 * Serves the API with node:http until the scope ends. Then it ends the streams, stops listening, serves requests in flight and those that
 * still arrive on open connections, and closes all connections after `drainTimeout`. Resources that the scope acquired
 * before, such as storage, are released after that. Fails with `ListenFailed`.
 */
export const nodeServer = Effect.fnUntraced(function* (options: NodeServerOptions) {
  let draining = false
  const { deadlines = DEADLINES, isStopping = () => false, streams = new OpenStreams() } = options
  const connections = new Connections()
  const errors = new ClientErrors(connections)
  const listening = yield* nodeListener({ ...options, streams, isDraining: () => draining || isStopping() })
  const listener = withHost(listening, connections, errors)
  const server = createServer(limitsOf(deadlines), listener)
  // An expectation other than 100-continue is ignored; Node's own response to it has no body.
  server.on("checkExpectation", listener)
  server.on("clientError", errors.handle)
  server.on("connection", connections.add)
  // Later than the keep-alive timeout by the time for a head, so that no request is cut that began in time.
  const closeIdle = () => connections.closeIdle(deadlines.idle + deadlines.head)
  const checking = setInterval(closeIdle, limitsOf(deadlines).connectionsCheckingInterval).unref()
  return yield* Effect.acquireRelease(listen(server, options), () => {
    draining = true
    clearInterval(checking)
    streams.end()
    return drain(server, connections, options.drainTimeout)
  })
})
