import { openTelemetryTracer } from "@boardwright/node"
import { Effect, Layer, Runtime } from "effect"

/** How long stopping waits for the last spans. */
const LONGEST_CLOSE = "2 seconds"

/** Sends spans to the OpenTelemetry collector at this address, whose code is loaded for that; nothing without one. */
export const sendTraces = (endpoint: string | null): Layer.Layer<never> =>
  endpoint === null
    ? Layer.empty
    : Layer.unwrapScoped(
        Effect.gen(function* () {
          const run = Runtime.runFork(yield* Effect.runtime())
          const { api, openTracer } = yield* Effect.promise(() => import("./openTelemetry.js"))
          const report = (isFailing: boolean) =>
            isFailing
              ? Effect.logWarning(`traces cannot be sent to ${endpoint} and are dropped`)
              : Effect.logInfo(`traces can be sent to ${endpoint} again`)
          const { close, tracer } = openTracer(endpoint, (isFailing) => run(report(isFailing)))
          yield* Effect.addFinalizer(() =>
            Effect.ignore(Effect.timeout(Effect.interruptible(Effect.tryPromise(close)), LONGEST_CLOSE))
          )
          return Layer.setTracer(openTelemetryTracer(tracer, api))
        })
      )
