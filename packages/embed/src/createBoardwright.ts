import { AsyncLocalStorage } from "node:async_hooks"
import { Facade, Metric, System } from "@boardwright/core"
import {
  DEFAULT_RATE_LIMITS,
  measureResponses,
  type RateLimits,
  type ServeOptions,
  webHandler
} from "@boardwright/http"
import { nodeListener } from "@boardwright/http/node"
import { Effect, Exit, ManagedRuntime } from "effect"
import type { Boardwright } from "./Boardwright.js"
import type { BoardwrightOptions } from "./BoardwrightOptions.js"
import { checkOptions } from "./checkOptions.js"
import { countRequests, InFlight } from "./InFlight.js"
import { appUrlOf, basePathOf, baseUrlOf } from "./LayerOptions.js"
import { optionsLayer } from "./optionsLayer.js"
import { registerNodeHandler } from "./toNodeHandler.js"

/** How long closing waits for work in flight. */
const PATIENCE_MILLIS = 10_000

const originsOf = (options: BoardwrightOptions): ReadonlyArray<string> => {
  const appUrl = appUrlOf(options)
  return options.corsOrigins ?? (appUrl === null ? [] : [new URL(appUrl).origin])
}

const rateLimitsOf = ({ rateLimits = {} }: BoardwrightOptions): RateLimits | false =>
  rateLimits === false
    ? false
    : {
        auth: rateLimits.auth ?? DEFAULT_RATE_LIMITS.auth,
        sensitive: rateLimits.sensitive ?? DEFAULT_RATE_LIMITS.sensitive,
        general: rateLimits.general ?? DEFAULT_RATE_LIMITS.general
      }

const serveOptions = (
  options: BoardwrightOptions,
  inFlight: InFlight,
  metrics: Metric.Metrics | null
): ServeOptions => {
  const basePath = (options.basePath ?? basePathOf(options)).replace(/\/$/, "")
  return {
    basePath,
    publicUrl: options.baseUrl === undefined ? undefined : baseUrlOf(options),
    rateLimits: rateLimitsOf(options),
    corsOrigins: originsOf(options),
    accountRoutes: options.accountRoutes ?? options.users === undefined,
    middleware: countRequests(inFlight, basePath),
    onResponse: measureResponses(metrics, options.onResponse),
    streams: inFlight.streams,
    mcp: options.mcp
  }
}

const METRICS_OFF = { issues: [{ path: ["metrics"], message: "is off: give createBoardwright metrics: true" }] }

/** Builds the effect that writes the metrics; null if nothing is measured. */
const metricsText = (metrics: Metric.Metrics | null, inFlight: InFlight) => {
  if (metrics === null) return Effect.succeed(null)
  metrics.streams.from(() => inFlight.streams.count)
  return System.makeMetricsText(metrics)
}

const build = Effect.fnUntraced(function* (
  options: BoardwrightOptions,
  inFlight: InFlight,
  context: Facade.AsyncContext
) {
  const metrics = yield* Metric.CurrentMetrics
  const served = serveOptions(options, inFlight, metrics)
  const { clientAddress, trustProxy = 0 } = options
  const fetch = yield* webHandler({ ...served, clientAddress, trustProxy })
  const listener = yield* nodeListener({ ...served, trustProxy, isDraining: () => inFlight.isClosed })
  const text = yield* metricsText(metrics, inFlight)
  return { fetch, listener, text, on: yield* Facade.changeReactions(context) }
})

/**
 * Opens and migrates storage, starts mail delivery, and resolves to the hub. Its calls follow the same rules as its API.
 * Rejects with a `BoardwrightError`: `InvalidInput` with each wrong option, or `StorageNotUsable`.
 */
export const createBoardwright = async (options: BoardwrightOptions): Promise<Boardwright> => {
  checkOptions(options)
  const inFlight = new InFlight()
  const context: Facade.AsyncContext = new AsyncLocalStorage<Facade.OpenTransaction | undefined>()
  const runtime = ManagedRuntime.make(optionsLayer(options))
  const started = await runtime.runPromiseExit(build(options, inFlight, context))
  if (Exit.isFailure(started)) {
    await runtime.dispose()
    throw Facade.toBoardwrightError(started.cause)
  }
  const refuseClosed = () => {
    if (inFlight.isClosed) throw new Facade.BoardwrightError("Closed", {})
  }
  const runPromiseExit: Facade.FollowRuntime["runPromiseExit"] = async (work, runOptions) => {
    refuseClosed()
    Facade.refuseInTransaction(context)
    return runtime.runPromiseExit(inFlight.track(work), runOptions)
  }
  let closing: Promise<void> | undefined
  const end = () => inFlight.close(PATIENCE_MILLIS).then(() => runtime.dispose())
  const close = async () => {
    Facade.refuseInTransaction(context)
    await (closing ??= end().finally(() => context.disable()))
  }
  const { fetch, listener, on, text } = started.value
  const runFork: Facade.FollowRuntime["runFork"] = (work, options) => inFlight.follow(runtime.runFork(work, options))
  const calls = Facade.toHub({ runPromiseExit, runFork }, context)
  const withTransaction = Facade.hostTransacting({ runPromiseExit }, context)
  const metrics = async () => {
    if (text === null) throw new Facade.BoardwrightError("InvalidInput", METRICS_OFF)
    const written = await runPromiseExit(text)
    if (Exit.isFailure(written)) throw Facade.toBoardwrightError(written.cause)
    return written.value
  }
  const hub: Boardwright = {
    ...calls,
    on: (type, handler) => {
      refuseClosed()
      return on(type, handler)
    },
    withTransaction,
    fetch: async (request) => {
      Facade.refuseInTransaction(context)
      return fetch(request)
    },
    metrics,
    close,
    [Symbol.asyncDispose]: close
  }
  registerNodeHandler(hub, listener)
  return hub
}
