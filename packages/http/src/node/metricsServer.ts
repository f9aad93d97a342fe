import { createServer } from "node:http"
import { Effect, Runtime } from "effect"
import { listen } from "./listen.js"

/** Prometheus's text format. */
const HEADERS = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" }

/** The server is read by a few programs of the operator. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 75_000, maxHeaderSize: 16 * 1024 }

export interface MetricsServerOptions {
  readonly port: number
  readonly host: string
  /** The metrics as text. */
  readonly text: Effect.Effect<string>
}

/** Serves `GET /metrics` on a port of its own until the scope ends; everything else is a 404. Fails with `ListenFailed`. */
export const metricsServer = Effect.fnUntraced(function* ({ text, ...address }: MetricsServerOptions) {
  const runFork = Runtime.runFork(yield* Effect.runtime<never>())
  const server = createServer(LIMITS, (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD"
    if (!isRead || !/^\/metrics(\?|$)/.test(request.url ?? "")) {
      response.writeHead(404, { "content-type": "text/plain" }).end("GET /metrics\n")
      return
    }
    const answer = Effect.map(text, (body) => response.writeHead(200, HEADERS).end(body))
    const failed = (cause: unknown) =>
      Effect.zipRight(
        Effect.logError("unexpected failure", cause),
        Effect.sync(() => response.writeHead(500).end())
      )
    runFork(Effect.catchAllCause(answer, failed))
  })
  server.maxConnections = 100
  return yield* Effect.acquireRelease(listen(server, address), () =>
    Effect.async<void>((resume) => {
      server.close(() => resume(Effect.void))
      server.closeAllConnections()
    })
  )
})
