import { Account, Ports } from "@boardwright/core"
import { Authentication, Redirects, redirectsTo, type ServeOptions, webHandler } from "@boardwright/http"
import { addressOf, nodeServer } from "@boardwright/http/node"
import { givenAccount, layer as ports } from "@boardwright/testing"
import { Effect, Exit, Layer, Logger, ManagedRuntime, Redacted, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { LiveBody } from "../src/LiveBody.js"

const OPTIONS: ServeOptions = {
  rateLimits: { auth: 4, sensitive: 10, general: 1000 },
  corsOrigins: ["https://app.example.com"]
}

const services = () =>
  ManagedRuntime.make(
    Authentication.accessTokens.pipe(
      Layer.merge(Logger.remove(Logger.defaultLogger)),
      Layer.provideMerge(Layer.merge(ports, Layer.succeed(Redirects, redirectsTo("https://app.example.com"))))
    )
  )

type Fetch = (request: Request) => Promise<Response>

interface Face {
  readonly fetch: Fetch
  /** Of a verified account made in storage. */
  readonly token: string
  readonly stop: () => Promise<void>
}

const tokenOf = Effect.gen(function* () {
  const { email, id, tokenVersion } = yield* givenAccount({
    id: Account.UserId.make("ada"),
    email: "ada@example.com",
    passwordHash: yield* (yield* Ports.PasswordHasher).hash(Redacted.make("password of ada"))
  })
  return yield* (yield* Ports.AccessTokens).sign({ userId: id, email, ver: tokenVersion })
})

const webFace = async (): Promise<Face> => {
  const runtime = services()
  const fetch = await runtime.runPromise(webHandler({ ...OPTIONS, clientAddress: () => "127.0.0.1" }))
  return { fetch, token: await runtime.runPromise(tokenOf), stop: () => runtime.dispose() }
}

const nodeFace = async (): Promise<Face> => {
  const runtime = services()
  const scope = await Effect.runPromise(Scope.make())
  const server = await runtime.runPromise(
    Scope.extend(nodeServer({ ...OPTIONS, port: 0, host: "127.0.0.1", trustProxy: 0, drainTimeout: "1 second" }), scope)
  )
  const port = String(addressOf(server).port)
  return {
    fetch: (request) => {
      const url = new URL(request.url)
      url.port = port
      return fetch(new Request(url, request), { redirect: "manual" })
    },
    token: await runtime.runPromise(tokenOf),
    stop: async () => {
      server.closeAllConnections()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}

let web: Face
let node: Face
beforeAll(async () => {
  web = await webFace()
  node = await nodeFace()
})
afterAll(() => Promise.all([web.stop(), node.stop()]))

// What the transport adds, and what is another each time.
const OF_THE_TRANSPORT = new Set(["connection", "keep-alive", "date", "content-length", "transfer-encoding"])
const ITS_OWN = new Set(["x-change-cursor", "x-request-id", "x-ratelimit-reset", "retry-after"])

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text, (key, value: unknown) => (/^(createdAt|updatedAt|token)$/.test(key) ? typeof value : value))
  } catch {
    return text
  }
}

const answerOf = async (face: Face, make: (token: string) => Request) => {
  const response = await face.fetch(make(face.token))
  const headers = Array.from(response.headers).filter(([name]) => !OF_THE_TRANSPORT.has(name))
  return {
    status: response.status,
    headers: headers.map(([name, value]) => (ITS_OWN.has(name) ? [name] : [name, value])),
    body: parse(await response.text())
  }
}

const request = (path: string, init: RequestInit & { readonly duplex?: "half" } = {}): Request =>
  new Request(`http://127.0.0.1${path}`, init)

// fetch would say what it can unpack, which a request without a transport does not.
const PLAIN = { headers: { "accept-encoding": "identity" } }
const KNOWN = { headers: { "if-none-match": "*", ...PLAIN.headers } }

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body)
})

const withToken = (token: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: {
    authorization: `Bearer ${token}`,
    ...(init.body === undefined ? {} : { "content-type": "application/json" })
  }
})

const signUp = { name: "Grace", email: "grace@example.com", password: "correct horse" }
const long = "a".repeat(1024 * 1024)

const inPieces = (text: string): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536))
      controller.close()
    }
  })
}

describe("the web-standard handler responds like the node:http server", () => {
  it.each<readonly [name: string, status: number, make: (token: string) => Request]>([
    ["health", 200, () => request("/api/health")],
    ["HEAD", 200, () => request("/api/health", { method: "HEAD" })],
    ["an unknown path", 404, () => request("/api/nothing?x=1")],
    ["a path that does not decode", 404, () => request("/api/boards/%zz")],
    ["a preflight request", 204, () => request("/api/auth/me", { method: "OPTIONS" })],
    ["another origin", 401, () => request("/api/auth/me", { headers: { origin: "https://app.example.com" } })],
    ["the OpenAPI document", 200, () => request("/api/openapi.json", PLAIN)],
    ["the avatar", 200, () => request("/api/avatars/default.svg", PLAIN)],
    ["an avatar that is known", 304, () => request("/api/avatars/default.svg", KNOWN)],
    ["a redirect", 302, () => request("/api/auth/verify-email?token=wrong")],
    ["a session", 200, (token) => request("/api/auth/me", withToken(token))],
    ["a wrong token", 401, (token) => request("/api/auth/me", withToken(`${token}x`))],
    ["a sign-up", 201, () => request("/api/auth/signup", json(signUp))],
    ["the same sign-up", 400, () => request("/api/auth/signup", json(signUp))],
    ["a wrong sign-up", 400, () => request("/api/auth/signup", json({ email: "grace" }))],
    [
      "a sign-up that comes in pieces",
      400,
      () => request("/api/auth/signup", { ...json(""), body: inPieces(JSON.stringify(signUp)), duplex: "half" })
    ],
    ["a sign-up too many", 429, () => request("/api/auth/signup", json(signUp))],
    [
      "a sign-in",
      200,
      () => request("/api/auth/signin", json({ email: "ada@example.com", password: "password of ada" }))
    ],
    ["broken JSON", 400, () => request("/api/auth/signin", json('{"email":'))],
    ["another content type", 400, () => request("/api/auth/signin", json("{}", { "content-type": "text/plain" }))],
    [
      "no body",
      400,
      (token) => request("/api/workspaces", { method: "POST", headers: withToken(token).headers ?? {} })
    ],
    ["a new workspace", 201, (token) => request("/api/workspaces", withToken(token, json({ name: "Garden" })))],
    ["a list", 200, (token) => request("/api/workspaces?page=1&limit=1", withToken(token))],
    ["a wrong page", 400, (token) => request("/api/workspaces?page=0&limit=x", withToken(token))],
    ["a body over the limit", 413, (token) => request("/api/workspaces", withToken(token, json({ name: long })))],
    [
      "one without a length",
      413,
      (token) =>
        request("/api/workspaces", {
          ...withToken(token, json("")),
          body: inPieces(JSON.stringify({ name: long })),
          duplex: "half"
        })
    ]
  ])("%s", async (_, status, make) => {
    const [ofWeb, ofNode] = [await answerOf(web, make), await answerOf(node, make)]
    expect(ofWeb).toEqual(ofNode)
    expect(ofWeb.status).toBe(status)
    expect(ofWeb.headers).toContainEqual(["x-content-type-options", "nosniff"])
  })
})

describe("the web-standard handler", () => {
  it("reads the client's address from its host, or from trusted proxies", async () => {
    const runtime = services()
    const byHost = await runtime.runPromise(
      webHandler({ ...OPTIONS, clientAddress: ({ headers }) => headers.get("x-real-address") ?? undefined })
    )
    const ask = (handler: Fetch, headers: Record<string, string>) =>
      handler(request("/api/auth/forgot-password", json({ email: "nobody@example.com" }, headers))).then((response) =>
        response.headers.get("x-ratelimit-remaining")
      )
    expect(await ask(byHost, { "x-real-address": "192.0.2.1" })).toBe("3")
    expect(await ask(byHost, { "x-real-address": "192.0.2.1" })).toBe("2")
    expect(await ask(byHost, { "x-real-address": "192.0.2.2" })).toBe("3")
    const byProxy = await runtime.runPromise(webHandler({ ...OPTIONS, trustProxy: 1 }))
    expect(await ask(byProxy, { "x-forwarded-for": "203.0.113.1, 192.0.2.2" })).toBe("2")
    expect(await ask(byProxy, { "x-forwarded-for": "203.0.113.1, 192.0.2.3" })).toBe("3")
    await runtime.dispose()
  })

  it("keeps no stream of a client that left before the response", async () => {
    const stream = (signal: AbortSignal) =>
      web.fetch(request("/api/changes/stream?since=now", { ...withToken(web.token), signal }))
    for (let at = 0; at < 10; at++) {
      const signal = AbortSignal.abort(new Error("left"))
      await expect((await stream(signal)).text()).rejects.toBe(signal.reason)
    }
    const staying = new AbortController()
    expect((await stream(staying.signal)).status).toBe(200)
    staying.abort()
  })

  it("fails the body with the signal's reason if its request is aborted", async () => {
    const runtime = services()
    const body: LiveBody = {
      run: ({ write }) => Effect.sync(() => write("Name,Group\n")).pipe(Effect.zipRight(Effect.never)),
      dismiss: () => undefined
    }
    const middleware = () => Effect.succeed({ status: 200, headers: { "content-type": "text/csv" }, body })
    const fetch = await runtime.runPromise(webHandler({ middleware }))
    const aborting = new AbortController()
    const { signal } = aborting
    const file = await fetch(request("/api/boards/1/export?format=csv", { signal }))
    const reading = file.text()
    aborting.abort(new Error("too long"))
    await expect(reading).rejects.toBe(signal.reason)
    await runtime.dispose()
  })

  it("waits for no body of a request that is aborted", async () => {
    const aborting = new AbortController()
    const body = new ReadableStream<Uint8Array>({ start: (part) => part.enqueue(new TextEncoder().encode("{")) })
    const { headers } = json({})
    const init = { method: "POST", headers, body, signal: aborting.signal, duplex: "half" }
    const answer = web.fetch(request("/api/auth/resend-verification", init as RequestInit))
    aborting.abort()
    expect((await answer).status).toBe(400)
  })

  it("explains what to do if the host has read the body", async () => {
    const used = request("/api/auth/resend-verification", json({ email: "nobody@example.com" }))
    await used.text()
    const response = await web.fetch(used)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain("request.clone()")
  })
})
