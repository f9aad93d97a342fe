import { type Metric, Rate } from "@boardwright/core"
import { Effect, Layer, type ManagedRuntime } from "effect"
import type { Inventory } from "../layer.js"

type Fetch = (request: Request) => Promise<Response>
type Runtime = ManagedRuntime.ManagedRuntime<Inventory, never>

const load = async (runtime: Runtime, metrics: Metric.Metrics): Promise<Fetch> => {
  const { Authentication, measureResponses, Redirects, redirectsTo, webHandler } = await import("@boardwright/http")
  const services = Layer.mergeAll(
    Authentication.accessTokens,
    Layer.succeed(Redirects, redirectsTo(null)),
    Rate.memoryRateCounts()
  )
  const handler = webHandler({ rateLimits: false, onResponse: measureResponses(metrics, undefined) })
  return runtime.runPromise(Effect.provide(handler, services))
}

/** The API of a hub. It is loaded by the first request, so that tests without requests do not wait for it. */
export const fetchOf = (runtime: Runtime, metrics: Metric.Metrics): Fetch => {
  let loading: Promise<Fetch> | undefined
  return async (request) => (await (loading ??= load(runtime, metrics)))(request)
}
