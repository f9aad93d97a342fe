import { AsyncLocalStorage } from "node:async_hooks"
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { asUser, createBoardwright, sqlite } from "@boardwright/embed"
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { afterAll, expect, it, onTestFinished, vi } from "vitest"

// The host's: contexts follow its promises.
const storage = new AsyncLocalStorage<typeof ROOT_CONTEXT>()
context.setGlobalContextManager({
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, work, self, ...parameters) => storage.run(active, () => work.apply(self as never, parameters)),
  bind: (_, target) => target,
  enable() {
    return this
  },
  disable() {
    return this
  }
})
const exporter = new InMemorySpanExporter()
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
trace.setGlobalTracerProvider(provider)
afterAll(() => {
  trace.disable()
  context.disable()
})

const starting = async (options: Partial<Parameters<typeof createBoardwright>[0]> = {}) => {
  exporter.reset()
  const hub = await createBoardwright({
    storage: sqlite(":memory:"),
    authenticate: () => asUser("ada"),
    users: { existing: (ids) => ids, findByEmail: () => null },
    rateLimits: false,
    tracer: trace.getTracer("boardwright"),
    ...options
  })
  onTestFinished(() => hub.close())
  await vi.waitFor(() => expect(byName("cleanup.columns")).toBeDefined())
  return hub
}

/** An instance whose first cleanup is over. */
const given = async (options: Parameters<typeof starting>[0] = {}) => {
  const hub = await starting(options)
  exporter.reset()
  return hub
}

const spans = () => {
  const all = exporter.getFinishedSpans()
  const nameOf = new Map(all.map((span) => [span.spanContext().spanId, span.name]))
  return all.map((span) => ({
    name: span.name,
    parent: nameOf.get(span.parentSpanContext?.spanId ?? "") ?? span.parentSpanContext?.spanId,
    kind: SpanKind[span.kind],
    status: SpanStatusCode[span.status.code],
    attributes: span.attributes,
    traceId: span.spanContext().traceId
  }))
}

const byName = (name: string) => spans().find((span) => span.name === name)

it("a call is a child of the app's active span, and has its transaction and statements", async () => {
  const hub = await given()
  const tracer = trace.getTracer("app")
  await tracer.startActiveSpan("checkout", async (span) => {
    await Promise.resolve()
    await hub.workspaces.create(asUser("ada"), { name: "Garden" })
    span.end()
  })
  expect(spans()).toContainEqual(
    expect.objectContaining({ name: "workspaces.create", parent: "checkout", kind: "INTERNAL", attributes: {} })
  )
  expect(byName("Transactor.transact")?.parent).toBe("workspaces.create")
  expect(byName("WorkspaceRepository.insert")).toMatchObject({
    parent: "Transactor.transact",
    kind: "CLIENT",
    attributes: { "db.system.name": "sqlite" }
  })
  expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1)
})

it("a failure is named by its code, and is an error if it is not the caller's", async () => {
  const hub = await given()
  await expect(hub.boards.get(asUser("ada"), "planted-id")).rejects.toMatchObject({ code: "NotFound" })
  expect(byName("boards.get")).toMatchObject({ status: "UNSET", attributes: { "error.type": "NotFound" } })
  const broken = await given({
    users: { existing: (ids) => ids, findByEmail: () => Promise.reject(new Error("planted-message")) }
  })
  const { id } = await broken.workspaces.create(asUser("ada"), { name: "Garden" })
  const board = await broken.boards.create(asUser("ada"), { name: "Spring", workspaceId: id })
  await expect(
    broken.members.invite(asUser("ada"), board.id, { email: "planted@example.com", role: "viewer" })
  ).rejects.toMatchObject({ code: "Unexpected" })
  expect(byName("members.invite")).toMatchObject({ status: "ERROR", attributes: { "error.type": "Unexpected" } })
  const exported = exporter
    .getFinishedSpans()
    .map(({ attributes, events, name, status }) => ({ attributes, events, name, status }))
  expect(JSON.stringify(exported)).not.toContain("planted")
})

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const PARENT = "00f067aa0ba902b7"

it("a request is a span with its route and status, a child of the caller's by traceparent", async () => {
  const hub = await given()
  const response = await hub.fetch(
    new Request("http://host/api/boards/planted-id?planted=query", {
      headers: { traceparent: `00-${TRACE}-${PARENT}-01`, authorization: "Bearer planted-token" }
    })
  )
  expect(response.status).toBe(404)
  const request = byName("GET /api/boards/:id")
  expect(request).toEqual({
    name: "GET /api/boards/:id",
    parent: PARENT,
    kind: "SERVER",
    status: "UNSET",
    traceId: TRACE,
    attributes: {
      "http.request.method": "GET",
      "http.route": "/api/boards/:id",
      "http.response.status_code": 404
    }
  })
  expect(byName("boards.get")).toMatchObject({ parent: "GET /api/boards/:id", traceId: TRACE })
  expect(JSON.stringify(spans())).not.toContain("planted")
})

it.each([
  [`00-${TRACE}-${PARENT}-01`, "congo=t61, rojo=00f067", "congo=t61,rojo=00f067"],
  [`00-${TRACE}-${PARENT}-01`, "", ""],
  [`00-${TRACE}`, "congo=t61", undefined]
])("with the traceparent %j the tracestate %j is carried on as %j", async (traceparent, tracestate, carried) => {
  const hub = await given()
  await hub.fetch(new Request("http://host/api/workspaces", { headers: { traceparent, tracestate } }))
  const states = exporter.getFinishedSpans().map((span) => span.spanContext().traceState?.serialize())
  expect(new Set(states)).toEqual(new Set([carried]))
})

it("the app's active span goes before traceparent, and a caller that does not sample is not sampled", async () => {
  const hub = await given()
  const request = (flags: string) =>
    hub.fetch(new Request("http://host/api/workspaces", { headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` } }))
  await trace.getTracer("app").startActiveSpan("http", async (span) => {
    await request("01")
    span.end()
  })
  expect(byName("GET /api/workspaces")?.parent).toBe("http")
  exporter.reset()
  await request("00")
  expect(spans()).toEqual([])
})

it.each([
  "",
  "00",
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${"0".repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`
])("the traceparent %j begins a new trace", async (traceparent) => {
  const hub = await given()
  await hub.fetch(new Request("http://host/api/workspaces", { headers: { traceparent } }))
  const request = byName("GET /api/workspaces")
  expect(request?.parent).toBeUndefined()
  expect(request?.traceId).toMatch(/^(?!4bf92f)[0-9a-f]{32}$/)
})

it("what runs by itself has traces of its own, and looking for mail to send none", async () => {
  await starting()
  const roots = spans().filter(({ parent }) => parent === undefined)
  expect(roots.filter(({ name }) => !name.startsWith("cleanup."))).toEqual([])
  expect(byName("TrashRepository.listPurging")?.parent).toBe("cleanup.trash")
})

it("a tracer must be one", async () => {
  await expect(given({ tracer: {} as never })).rejects.toMatchObject({
    details: { issues: [{ path: ["tracer"], message: "must be a Tracer of OpenTelemetry" }] }
  })
})
