import { HttpApp, HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Access, Change } from "@boardwright/core"
import { Authentication, httpApp, type HttpAppOptions, Redirects, redirectsTo } from "@boardwright/http"
import { layer as fakes } from "@boardwright/testing"
import { Effect, FiberRef, HashMap, Layer, Logger, LogLevel, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const services = Layer.provideMerge(
  Layer.merge(Authentication.accessTokens, Layer.succeed(Redirects, redirectsTo(null))),
  fakes
)
const runtime = ManagedRuntime.make(Layer.merge(services, Logger.minimumLogLevel(LogLevel.None)))
afterAll(() => runtime.dispose())

type Handler = (request: Request) => Promise<Response>

const handlerOf = async <E>(
  app: HttpApp.Default<E, ManagedRuntime.ManagedRuntime.Context<typeof runtime>>
): Promise<Handler> => HttpApp.toWebHandlerRuntime(await runtime.runtime())(app)

const mounted = (path: `/${string}`, options: HttpAppOptions = {}, keepsPath = false): Promise<Handler> =>
  handlerOf(
    HttpRouter.empty.pipe(
      HttpRouter.get("/", HttpServerResponse.text("the host's own")),
      HttpRouter.mountApp(path, httpApp(options), { includePrefix: keepsPath })
    )
  )

const post = (path: string, body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Request =>
  new Request(`http://host.example${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half"
  } as RequestInit)

const SIGN_UP = "/api/auth/signup"

describe("httpApp", () => {
  it.each([
    ["which is taken off", {}, false],
    ["which stays", { basePath: "/work" }, true]
  ] as const)("is mounted at any path, %s", async (_, options, keepsPath) => {
    const handle = await mounted("/work", options, keepsPath)
    const get = (path: string) => handle(new Request(`http://host.example${path}`))
    expect(await (await get("/")).text()).toBe("the host's own")
    const answer = await get("/work/api/health?x=1")
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }])
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
    expect((await get("/work/api/workspaces")).status).toBe(401)
  })

  it("reads bodies and responds like the other servers", async () => {
    const handle = await handlerOf(httpApp())
    const ada = JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse" })
    expect((await handle(post(SIGN_UP, ada))).status).toBe(201)
    const refused = await handle(post(SIGN_UP, ada))
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: "Email already registered", code: "EmailTaken", details: [] }
    ])
    const redirect = await handle(new Request("http://host.example/api/auth/verify-email?token=x"))
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/verify-error?error=invalid_token"])
  })

  it("leaves no actor and no request id behind in the host's fiber", async () => {
    const app = Effect.gen(function* () {
      const answer = yield* httpApp()
      const actor = yield* Effect.serviceOption(Access.CurrentActor)
      const annotations = yield* FiberRef.get(FiberRef.currentLogAnnotations)
      const { requestId } = yield* FiberRef.get(Change.changeOrigin)
      const left = { status: answer.status, actor: actor._tag, annotations: Array.from(HashMap.keys(annotations)) }
      return HttpServerResponse.unsafeJson({ ...left, requestId })
    })
    const handle = await handlerOf(Effect.annotateLogs(app, { host: "its own" }))
    const answer = await handle(new Request("http://host.example/api/auth/verify-email?token=x"))
    expect(await answer.json()).toEqual({ status: 302, actor: "None", annotations: ["host"], requestId: null })
  })

  it("rejects a body over the limit, by its length or while it streams", async () => {
    const handle = await handlerOf(httpApp())
    const megabytes = "x".repeat(2 ** 21)
    const streamed = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(2 ** 16))
    })
    expect((await handle(post(SIGN_UP, megabytes, { "content-length": String(2 ** 21) }))).status).toBe(413)
    expect((await handle(post(SIGN_UP, streamed))).status).toBe(413)
  })

  it("explains what to do about a body that has been read", async () => {
    const readFirst = Effect.zipRight(
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) => text),
      httpApp()
    )
    const answer = await (await handlerOf(readFirst))(post(SIGN_UP, "{}"))
    const error = "the body was read before Boardwright got it: mount Boardwright before what reads bodies"
    expect([answer.status, await answer.json()]).toEqual([500, { error, code: "Unexpected", details: [] }])
  })

  it("identifies clients by trusted proxies", async () => {
    const handle = await handlerOf(httpApp({ rateLimits: { auth: 1, sensitive: 1, general: 1 }, trustProxy: 1 }))
    const statusFor = async (address: string) =>
      (await handle(post(SIGN_UP, "{}", { "x-forwarded-for": address }))).status
    expect([await statusFor("192.0.2.1"), await statusFor("192.0.2.1"), await statusFor("192.0.2.2")]).toEqual([
      400, 429, 400
    ])
  })
})
