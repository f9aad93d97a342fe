import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, Server as NetServer, type Socket } from "node:net"
import { Data, Duration, Effect } from "effect"
import type { ServeOptions } from "../ServeOptions.js"
import { ClientErrors } from "./ClientErrors.js"
import { emptyBacklog } from "./emptyBacklog.js"
import { nodeListener } from "./nodeListener.js"

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

// Node's own defaults let hundreds of slow clients sit, and answer a missing Host with an empty body.
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies keep theirs (60 s for nginx and for AWS's): who sends the requests has to be the first to close, or
  // one is on its way to a connection that is gone.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false
}

/** RFC 9112, section 3.2: HTTP/1.1 asks for a Host. */
const withHost =
  (listener: RequestListener, errors: ClientErrors): RequestListener =>
  (request, response) => {
    if (request.httpVersion === "1.1" && request.headers.host === undefined) {
      return errors.refuse(new Error("no Host header"), request.socket)
    }
    errors.expect(request.socket, response)
    listener(request, response)
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
const IDLE_GRACE = Duration.millis(300)

/** The connections on which nothing was ever sent, such as those that browsers open ahead: Node counts them as busy. */
const silentConnections = (server: Server): (() => ReadonlyArray<Socket>) => {
  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  return () => Array.from(open).filter(({ bytesRead }) => bytesRead === 0)
}

// By timers of Node's own: what releases a scope cannot be interrupted, and so not be given a timeout.
const drain = (server: Server, silent: () => ReadonlyArray<Socket>, timeout: Duration.DurationInput) =>
  Effect.async<void>((resume) => {
    const closeIdle = () => {
      server.closeIdleConnections()
      for (const socket of silent()) socket.destroy()
    }
    const deadline = setTimeout(() => server.closeAllConnections(), Duration.toMillis(timeout))
    emptyBacklog(server, () => {
      // Timers run before the loop reads: what a busy loop has not read yet came in time.
      const idle = setTimeout(() => setImmediate(closeIdle), Duration.toMillis(IDLE_GRACE))
      NetServer.prototype.close.call(server, () => {
        clearTimeout(deadline)
        clearTimeout(idle)
        resume(Effect.void)
      })
    })
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
  let draining = false
  const errors = new ClientErrors()
  const listener = withHost(yield* nodeListener({ ...options, isDraining: () => draining }), errors)
  const server = createServer(LIMITS, listener)
  // An expectation other than 100-continue is ignored; Node's own answer to it has no body.
  server.on("checkExpectation", listener)
  server.on("clientError", errors.refuse)
  const silent = silentConnections(server)
  return yield* Effect.acquireRelease(listen(server, options), () => {
    draining = true
    return drain(server, silent, options.drainTimeout)
  })
})
