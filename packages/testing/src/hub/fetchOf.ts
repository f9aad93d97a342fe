import { type Metric, Rate } from "@boardwright/core"
import { Effect, Layer, type ManagedRuntime } from "effect"
import { APP_URL } from "../FixedLinks.js"
import { type Inventory, layer } from "../layer.js"

type Fetch = (request: Request) => Promise<Response>
type Runtime = ManagedRuntime.ManagedRuntime<Inventory, never>

/** What the requests of a hub run on. */
interface Served {
  readonly runtime: Runtime
  readonly metrics: Metric.Metrics
  readonly isClosed: () => boolean
}

const load = async ({ isClosed, metrics, runtime }: Served): Promise<Fetch> => {
  const { Authentication, CLOSED, measureResponses, Redirects, redirectsTo, webHandler } =
    await import("@boardwright/http")
  const services = Layer.mergeAll(
    Authentication.accessTokens,
    Layer.succeed(Redirects, redirectsTo(APP_URL)),
    Rate.memoryRateCounts()
  )
  const handler = webHandler({
    rateLimits: false,
    middleware: (_, serve) => (isClosed() ? Effect.succeed(CLOSED) : serve),
    onResponse: measureResponses(metrics, undefined)
  })
  const loading = Effect.provide(handler, services)
  // Nothing reads the new storage.
  return isClosed() ? Effect.runPromise(Effect.provide(loading, layer)) : runtime.runPromise(loading)
}

/** The API of a hub. It is loaded by the first request, so that tests without requests do not wait for it. */
export const fetchOf = (served: Served): Fetch => {
  let loading: Promise<Fetch> | undefined
  return async (request) => (await (loading ??= load(served)))(request)
}
