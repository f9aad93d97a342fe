import { context, createTraceState, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources"
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace"

// It shares no module with the server, which would otherwise be split into more files.

declare const BOARDWRIGHT_VERSION: string

export const api = { context, createTraceState, SpanKind, SpanStatusCode, trace }

/** `ExportResultCode.SUCCESS` of OpenTelemetry's core. */
const SUCCESS = 0

/** Reports when exporting begins to fail, and when it works again. */
const reporting = (exporter: SpanExporter, report: (isFailing: boolean) => void): SpanExporter => {
  let wasFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailing = result.code !== SUCCESS
        if (isFailing !== wasFailing) report(isFailing)
        wasFailing = isFailing
        done(result)
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown()
  }
}

/**
 * Opens a tracer that sends its spans to an OpenTelemetry collector, in the background. At most 2048 spans are queued; more are
 * dropped. OpenTelemetry's own variables apply: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`,
 * `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG` and others. `report` is called when sending begins to fail, and when it works again.
 */
export const openTracer = (endpoint: string, report: (isFailing: boolean) => void) => {
  const named = resourceFromAttributes({ "service.name": "boardwright", "service.version": BOARDWRIGHT_VERSION })
  const provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reporting(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), report) })
    ]
  })
  return { tracer: provider.getTracer("boardwright", BOARDWRIGHT_VERSION), close: () => provider.shutdown() }
}
