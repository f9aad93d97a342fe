import { Trace } from "@boardwright/core"
import { Clock, Context, Effect, Exit, FiberRef, HashMap, Option, Tracer } from "effect"
import { methodOf } from "./onResponse.js"
import { readTracestate } from "./readTracestate.js"
import type { Route } from "./router.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"

/** W3C Trace Context, level 1, section 3.2. A later version may have more fields. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The caller's span, from a well-formed `traceparent`, and its `tracestate`. */
const callerOf = (request: ServerRequest): Tracer.ExternalSpan | undefined => {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(request.header("traceparent")?.trim() ?? "") ?? []
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined)) return undefined
  const context = Context.make(Trace.TraceState, readTracestate(request.header("tracestate") ?? ""))
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags ?? "", 16) & 1) === 1, context })
}

/** A failure as a span records it. */
const named = (name: string): { readonly name: string } => Object.assign(new Error(name), { name })

const exitOf = (exit: Exit.Exit<ServerResponse>): Exit.Exit<void, unknown> =>
  Exit.isFailure(exit) || exit.value.status < 500 ? Exit.asVoid(exit) : Exit.fail(named(String(exit.value.status)))

/**
 * Serves a request in a span, if there is a tracer: a child of the current span, else of the caller's. It has the method, the
 * route's template and the status, and nothing else of the request. The lines that the request logs have the trace's id.
 */
export const inRequestSpan = <R>(
  request: ServerRequest,
  route: Route | null,
  serve: Effect.Effect<ServerResponse, never, R>
): Effect.Effect<ServerResponse, never, R> =>
  Effect.withFiberRuntime((fiber) => {
    if (!Trace.hasTracer(fiber)) return serve
    const method = methodOf(request)
    const caller = Option.isSome(Trace.currentSpan(fiber)) ? undefined : callerOf(request)
    const started = Effect.makeSpan(route === null ? method : `${method} ${route.template}`, {
      kind: "server",
      captureStackTrace: false,
      attributes: { "http.request.method": method, ...(route === null ? {} : { "http.route": route.template }) },
      ...(caller === undefined ? {} : { parent: caller })
    })
    const identify = ({ traceId }: Tracer.Span) => {
      if (request.trace !== undefined) request.trace.traceId = traceId
      return FiberRef.update(FiberRef.currentLogAnnotations, HashMap.set<string, unknown>("traceId", traceId))
    }
    return Effect.acquireUseRelease(
      started,
      (span) => Effect.zipRight(identify(span), Effect.withParentSpan(serve, span)),
      (span, exit) =>
        Effect.map(Clock.currentTimeNanos, (now) => {
          if (Exit.isSuccess(exit)) span.attribute("http.response.status_code", exit.value.status)
          span.end(now, exitOf(exit))
        })
    )
  })
