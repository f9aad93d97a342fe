import { Facade, Trace } from "@boardwright/core"
import type * as OpenTelemetry from "@opentelemetry/api"
import { Cause, Context, Exit, Option, Tracer } from "effect"

/** The parts of `@opentelemetry/api` that a host's or the server's own tracer needs, loaded where there is one. */
type Api = Pick<typeof OpenTelemetry, "context" | "createTraceState" | "SpanKind" | "SpanStatusCode" | "trace">

const NANOS = 1_000_000_000n

/** A time as OpenTelemetry takes it. */
const timeOf = (nanos: bigint): OpenTelemetry.HrTime => [Number(nanos / NANOS), Number(nanos % NANOS)]

/** The name of what failed, without its message, which may contain anything: the tag of a failure, or `Unexpected`. */
const failureOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  return failure instanceof Error ? failure.name : "Unexpected"
}

/** Whether the caller could have avoided it, as by asking for something that exists. */
const isCallers = (name: string): boolean => {
  const statuses: Readonly<Record<string, number>> = Facade.STATUSES
  return (statuses[name] ?? 500) < 500
}

class OpenTelemetrySpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly attributes = new Map<string, unknown>()
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
  status: Tracer.SpanStatus

  constructor(
    private readonly api: Api,
    readonly span: OpenTelemetry.Span,
    readonly name: string,
    readonly parent: Option.Option<Tracer.AnySpan>,
    readonly context: Context.Context<never>,
    readonly links: ReadonlyArray<Tracer.SpanLink>,
    startTime: bigint,
    readonly kind: Tracer.SpanKind
  ) {
    const { spanId, traceFlags, traceId } = span.spanContext()
    this.traceId = traceId
    this.spanId = spanId
    this.sampled = (traceFlags & 1) === 1
    this.status = { _tag: "Started", startTime }
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
    if (Exit.isFailure(exit) && !Cause.isInterruptedOnly(exit.cause)) {
      const name = failureOf(exit.cause)
      this.span.setAttribute("error.type", name)
      if (!isCallers(name)) this.span.setStatus({ code: this.api.SpanStatusCode.ERROR })
    }
    this.span.end(timeOf(endTime))
  }

  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
    this.span.setAttribute(key, value as OpenTelemetry.AttributeValue)
  }

  event(): void {}

  addLinks(): void {}
}

const KINDS = {
  internal: "INTERNAL",
  server: "SERVER",
  client: "CLIENT",
  producer: "PRODUCER",
  consumer: "CONSUMER"
} as const

/**
 * Effect's tracer on one of OpenTelemetry. A span without a parent of ours is a child of the span that is active in the
 * host, or of the one that a request's `traceparent` names. Failures are recorded by name, without messages.
 */
export const openTelemetryTracer = (tracer: OpenTelemetry.Tracer, api: Api): Tracer.Tracer => {
  const contextOf = (parent: Option.Option<Tracer.AnySpan>): OpenTelemetry.Context => {
    const active = api.context.active()
    const above = Option.getOrNull(parent)
    if (above instanceof OpenTelemetrySpan) return api.trace.setSpan(active, above.span)
    if (above === null || api.trace.getSpan(active) !== undefined) return active
    const { sampled, spanId, traceId } = above
    const traceState = api.createTraceState(Context.get(above.context, Trace.TraceState))
    return api.trace.setSpanContext(active, {
      traceId,
      spanId,
      traceFlags: sampled ? 1 : 0,
      traceState,
      isRemote: true
    })
  }
  return Tracer.make({
    span: (name, parent, context, links, startTime, kind, options) => {
      const span = tracer.startSpan(
        name,
        {
          kind: api.SpanKind[KINDS[kind]],
          startTime: timeOf(startTime),
          root: options?.root === true
        },
        contextOf(parent)
      )
      return new OpenTelemetrySpan(api, span, name, parent, context, links, startTime, kind)
    },
    context: (work) => work()
  })
}
