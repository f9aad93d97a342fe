import { Access, Account, Facade, Ports } from "@boardwright/core"
import { Authentication, endpointRoutes, Redirects, redirectsTo, webHandler } from "@boardwright/http"
import { layer as fakes } from "@boardwright/testing"
import { Cause, Effect, Exit, Layer, ManagedRuntime, Option, Tracer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

class Recorded implements Tracer.Span {
  readonly _tag = "Span"
  readonly traceId = "trace"
  readonly sampled = true
  readonly kind = "internal"
  readonly links = []
  readonly attributes = new Map<string, unknown>()
  status: Tracer.SpanStatus = { _tag: "Started", startTime: 0n }

  constructor(
    readonly name: string,
    readonly parent: Option.Option<Tracer.AnySpan>,
    readonly spanId: string,
    readonly context: Tracer.Span["context"]
  ) {}

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    this.status = { _tag: "Ended", startTime: 0n, endTime, exit }
  }
  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
  }
  event(): void {}
  addLinks(): void {}
}

const recorder = () => {
  const spans: Array<Recorded> = []
  const tracer = Tracer.make({
    span: (name, parent, context) => {
      const span = new Recorded(name, parent, String(spans.length), context)
      spans.push(span)
      return span
    },
    context: (work) => work()
  })
  return { spans, tracer }
}

const ada = Access.Actor.User({ userId: Account.UserId.make("ada") })

/** Hashing as an adapter with a span of its own. */
const hasher = Layer.succeed(Ports.PasswordHasher, {
  hash: () => Effect.withSpan(Effect.succeed("hash"), "hash"),
  verify: () => Effect.withSpan(Effect.succeed(false), "hash")
})

const services = Layer.mergeAll(
  Layer.succeed(Authentication, { authenticate: () => Effect.succeedSome(ada) }),
  Layer.succeed(Redirects, redirectsTo(null))
).pipe(Layer.provideMerge(hasher), Layer.provideMerge(fakes))

const given = () => {
  const { spans, tracer } = recorder()
  const runtime = ManagedRuntime.make(Layer.merge(services, Layer.setTracer(tracer)))
  onTestFinished(() => runtime.dispose())
  return { spans, runtime, hub: Facade.toHub(runtime) }
}

const ended = (spans: ReadonlyArray<Recorded>) =>
  spans.map(({ name, status }) => ({
    name,
    exit: status._tag === "Ended" ? Exit.match(status.exit, { onSuccess: () => "ok", onFailure: Cause.pretty }) : "open"
  }))

const USE_CASES = Object.entries(Facade.useCases).flatMap(([noun, entries]) =>
  Object.entries(entries).map(([name, entry]) => ({ noun, name, span: `${noun}.${name}`, ...entry }))
)

const PLANTED = "planted-7f3a"

/** The use case of an endpoint that has another name. */
const USE_CASE_OF: Readonly<Record<string, string>> = { "calendars.feed": "boards.calendar" }

describe("spans", () => {
  it.each(USE_CASES)("a call of $span has one", async ({ most, name, needsActor, noun, span, texts }) => {
    const { hub, spans } = given()
    const nouns: object = hub
    const call: (...parameters: ReadonlyArray<unknown>) => Promise<unknown> = Reflect.get(
      Reflect.get(nouns, noun),
      name
    )
    const parameters = [...texts.map(() => PLANTED), { name: PLANTED }, {}, []].slice(0, most)
    const exit = await call(...(needsActor ? [ada] : []), ...parameters).then(
      () => "ok",
      ({ code }: Facade.BoardwrightError) => code
    )
    const [first] = ended(spans)
    expect(first?.name).toBe(span)
    expect(first?.exit.split(":")[0]).toBe(exit)
    expect(JSON.stringify(ended(spans))).not.toContain(PLANTED)
    expect(spans.flatMap(({ attributes }) => [...attributes])).toEqual([])
  })

  it.each(endpointRoutes().filter(({ name }) => !name.startsWith("system.")))(
    "a request of $template, $method, has one",
    async ({ bodyLimit, method, name, template }) => {
      const { runtime, spans } = given()
      const handle = await runtime.runPromise(webHandler({ rateLimits: false }))
      const url = `http://host.example${template.replace(/:\w+/g, PLANTED)}?token=${PLANTED}`
      const body = bodyLimit === null ? {} : { body: JSON.stringify({ name: PLANTED }) }
      await handle(new Request(url, { method, headers: { "content-type": "application/json" }, ...body }))
      expect(spans.map((span) => span.name)).toEqual([`${method} ${template}`, USE_CASE_OF[name] ?? name])
      expect(JSON.stringify(ended(spans))).not.toMatch(new RegExp(`${PLANTED}|open`))
    }
  )

  it("are nested in the caller's, and adapters' in them", async () => {
    const { hub, runtime, spans } = given()
    const found = Effect.provideService(Facade.useCases.tasks.get.run("nowhere"), Access.CurrentActor, ada)
    await runtime.runPromiseExit(Effect.withSpan(found, "caller"))
    await expect(hub.accounts.signIn({ email: "ada@example.com", password: "correct horse" })).rejects.toMatchObject({
      code: "InvalidCredentials"
    })
    const parents = spans.map(({ name, parent }) => [name, Option.getOrNull(parent)])
    const [caller, , signIn] = spans
    expect(parents).toEqual([
      ["caller", null],
      ["tasks.get", caller],
      ["accounts.signIn", null],
      ["hash", signIn]
    ])
  })

  it("end with the failure's tag, without its fields, and without the result", async () => {
    const { hub, spans } = given()
    const workspace = await hub.workspaces.create(ada, { name: "Garden" })
    const failure = await hub.workspaces.get(ada, "elsewhere").catch((error: Facade.BoardwrightError) => error.details)
    expect([workspace, failure]).toMatchObject([{ name: "Garden" }, { thing: "Workspace", id: "elsewhere" }])
    expect(spans.map(({ status }) => (status._tag === "Ended" ? status.exit : null))).toEqual([
      Exit.void,
      expect.objectContaining({ _tag: "Failure" })
    ])
    expect(ended(spans)[1]?.exit).toMatch(/^NotFound: NotFound\n/)
    expect(JSON.stringify(ended(spans))).not.toMatch(/Garden|elsewhere/)
  })

  it("are not made where there is no tracer", async () => {
    const seen: Array<Option.Option<unknown>> = []
    const watching = Layer.succeed(Ports.Ids, {
      next: Effect.map(Effect.option(Effect.currentParentSpan), (span) => `id ${seen.push(span)}`)
    })
    const runtime = ManagedRuntime.make(Layer.provideMerge(watching, services))
    onTestFinished(() => runtime.dispose())
    await Facade.toHub(runtime).workspaces.create(ada, { name: "Garden" })
    expect(seen).toEqual([Option.none()])
  })
})
