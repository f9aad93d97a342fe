import { Account } from "@boardwright/core"
import { OpenIdProvider } from "@boardwright/node"
import { Effect, Option, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Browser } from "../support/Browser.js"
import { type IdentityProvider, startIdentityProvider } from "../support/identityProvider.js"
import { newDatabase, type TestDatabase } from "../support/postgres/databases.js"
import { startServer, type TestServer } from "../support/server.js"

/** The address of the load balancer, under which browsers know every instance. */
const SERVICE = "http://boards.example.com"
const PASSWORD = "correct horse"
const CALLBACK = /^http:\/\/boards\.example\.com\/api\/auth\/oidc\/callback/
const PAGE = /\/signin\?/

let provider: IdentityProvider
let database: TestDatabase
let first: TestServer
let second: TestServer

const instance = (issuer: string) =>
  startServer({
    storage: "postgres",
    database: database.url,
    services: OpenIdProvider.layer({
      issuer,
      clientId: provider.clientId,
      clientSecret: Redacted.make(provider.clientSecret),
      redirectUri: `${SERVICE}/api/auth/oidc/callback`,
      secrets: [Redacted.make("a secret of at least thirty-two bytes")]
    })
  })

beforeAll(async () => {
  provider = await startIdentityProvider([`${SERVICE}/api/auth/oidc/callback`])
  database = await newDatabase()
  first = await instance(provider.issuer)
  second = await instance(provider.issuer)
})
afterAll(async () => {
  await Promise.all([first.stop(), second.stop(), provider.stop()])
  await database.drop()
})
beforeEach(() => provider.answer(undefined))

let count = 0
/** A new person at the provider. */
const person = (given: object = {}) => {
  const sub = `person-${++count}`
  const made = { sub, email: `${sub}@example.com`, email_verified: true, name: `Person ${count}`, ...given }
  provider.person(made)
  return made
}

const browser = (server: TestServer = first) => new Browser(new Map([[SERVICE, server.url]]))
const start = `${SERVICE}/api/auth/oidc/start`
const exchange = async (by: Browser, page: URL) => {
  const response = await by.post(`${SERVICE}/api/auth/oidc/token`, { code: page.searchParams.get("code") ?? "" })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const signIn = async (by = browser()) => exchange(by, await by.open(start, PAGE))
const errorOf = (page: URL) => page.searchParams.get("error")

const stored = (email: string) =>
  first.run(
    Effect.flatMap(Account.AccountRepository, (accounts) => Effect.map(accounts.findByEmail(email), Option.getOrThrow))
  )

describe("signing in at a provider", () => {
  it("creates an account, and signs in to it again, though the address changed there", async () => {
    const { email, name, sub } = person()
    const { body, status } = await signIn()
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ name, email, hasCompletedOnboarding: false })
    const { body: me } = await first.call("GET", "/api/auth/me", { token: body.token })
    expect(me.email).toBe(email)
    const { body: sessions } = await first.call("GET", "/api/auth/sessions", { token: body.token })
    expect(sessions.sessions).toMatchObject([{ current: true }])
    person({ sub, email: "changed@example.com", email_verified: false })
    expect((await signIn()).body.user).toEqual(body.user)
  })

  it("finds an account by its verified address, and keeps its password", async () => {
    const { email } = person()
    const user = await first.user("kept")
    person({ email: user.email })
    expect((await signIn()).body.user.id).toBe(user.id)
    expect((await first.call("GET", "/api/auth/me", { token: user.token })).status).toBe(200)
    expect(email).not.toBe(user.email)
  })

  it("gives an account that was never verified to the owner of its address", async () => {
    const { email } = person()
    await first.call("POST", "/api/auth/signup", { body: { name: "Mallory", email, password: PASSWORD } })
    const { tokenVersion } = await stored(email)
    const { body } = await signIn()
    expect(await stored(email)).toMatchObject({ id: body.user.id, tokenVersion: tokenVersion + 1, passwordHash: "" })
    const { status } = await first.call("POST", "/api/auth/signin", { body: { email, password: PASSWORD } })
    expect(status).toBe(401)
  })

  it.each([
    ["that is not verified", { email_verified: false }],
    ["of which nothing is said", { email_verified: undefined }],
    ["that is missing", { email: undefined, email_verified: undefined }],
    ["whose verification is a text", { email_verified: "true" }]
  ])("refuses an address %s", async (_, given) => {
    person(given)
    expect(errorOf(await browser().open(start, PAGE))).toBe("email_not_verified")
  })

  it("says so when it was declined", async () => {
    provider.person(null)
    expect(errorOf(await browser().open(start, PAGE))).toBe("signin_declined")
  })

  it("works though the provider has a new key", async () => {
    person()
    expect((await signIn()).status).toBe(200)
    provider.rotateKeys()
    person()
    expect((await signIn()).status).toBe(200)
  })

  it("works on two instances, of which each takes a step", async () => {
    const { email } = person()
    const moved = new Map([[SERVICE, first.url]])
    const by = new Browser(moved)
    const { location } = await by.step(start)
    moved.set(SERVICE, second.url)
    const callback = await by.open(location.href, CALLBACK)
    const page = (await by.step(callback.href)).location
    moved.set(SERVICE, first.url)
    const other = new Browser(new Map([[SERVICE, second.url]]))
    expect((await exchange(other, page)).status).toBe(400)
    const attempts = await Promise.all(
      [first, second, first, second].map(({ url }) => exchange(by.copy(new Map([[SERVICE, url]])), page))
    )
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect(attempts.find(({ status }) => status === 200)?.body.user.email).toBe(email)
  })
})

describe("an attack on a sign-in", () => {
  it.each([
    ["nonce", "nonce", "another-nonce", "signin_invalid"],
    ["state", "state", "another-state", "signin_expired"],
    ["verifier of PKCE", "code_challenge", "A".repeat(43), "signin_invalid"]
  ])("with another %s is refused", async (_, parameter, value, error) => {
    person()
    const by = browser()
    const { location } = await by.step(start)
    location.searchParams.set(parameter, value)
    expect(errorOf(await by.open(location.href, PAGE))).toBe(error)
  })

  it("in another browser is refused", async () => {
    person()
    const callback = await browser().open(start, CALLBACK)
    expect(errorOf(await browser().open(callback.href, PAGE))).toBe("signin_expired")
  })

  it("by the provider's code a second time is refused", async () => {
    person()
    const by = browser()
    const callback = await by.open(start, CALLBACK)
    expect((await by.step(callback.href)).location.searchParams.get("code")).toMatch(/^[0-9a-f]{64}$/)
    expect(errorOf((await by.step(callback.href)).location)).toBe("signin_invalid")
  })

  it("by our code a second time, or from another browser, is refused", async () => {
    person()
    const by = browser()
    const page = await by.open(start, PAGE)
    const refused = { status: 400, body: { code: "InvalidEmailToken" } }
    expect(await exchange(browser(), page)).toMatchObject(refused)
    const copy = by.copy()
    expect((await exchange(by, page)).status).toBe(200)
    expect(await exchange(copy, page)).toMatchObject(refused)
  })

  it("redirects to no other origin, whatever it asks for", async () => {
    for (const query of ["?redirect_uri=https://evil.example", "?return=//evil.example"]) {
      const { location } = await browser().step(start + query)
      expect(location.origin).toBe(provider.issuer)
      expect(location.searchParams.get("redirect_uri")).toBe(`${SERVICE}/api/auth/oidc/callback`)
    }
    const { location } = await browser().step(`${SERVICE}/api/auth/oidc/callback?code=x&state=//evil.example`)
    expect(location.href).toBe(`${SERVICE}/signin?error=signin_expired`)
  })
})

describe("a provider", () => {
  it("that is away is an error on the sign-in page, and is found when it is back", async () => {
    const gone = await startIdentityProvider([`${SERVICE}/api/auth/oidc/callback`])
    await gone.stop()
    const server = await instance(gone.issuer)
    const { location, response } = await browser(server).step(start)
    expect([response.status, location.href]).toEqual([302, `${SERVICE}/signin?error=provider_unavailable`])
    expect((await server.call("GET", "/api/health")).status).toBe(200)
    await server.stop()
  })

  it.each([
    ["fails", 500, "{}"],
    ["is too large", 200, `"${"x".repeat(300_000)}"`],
    ["is no JSON", 200, "<html>"],
    ["is another's", 200, JSON.stringify({ issuer: "https://evil.example" })]
  ])("whose configuration %s is an error, and is read again", async (_, status, body) => {
    const server = await instance(provider.issuer)
    provider.answer((_request, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(body)
    })
    const { location } = await browser(server).step(start)
    expect(errorOf(location)).toBe("provider_unavailable")
    provider.answer(undefined)
    person()
    expect((await signIn(browser(server))).status).toBe(200)
    await server.stop()
  })

  it("that takes too long is given up after 5 seconds", async () => {
    const server = await instance(provider.issuer)
    provider.answer(() => undefined)
    const from = performance.now()
    const [a, b] = await Promise.all([browser(server).step(start), browser(server).step(start)])
    expect([errorOf(a.location), errorOf(b.location)]).toEqual(["provider_unavailable", "provider_unavailable"])
    expect(performance.now() - from).toBeLessThan(9_000)
    provider.answer(undefined)
    await server.stop()
  })

  it("that fails during a sign-in is an error", async () => {
    person()
    const by = browser()
    const callback = await by.open(start, CALLBACK)
    provider.answer((_request, response) => void response.writeHead(503).end())
    expect(errorOf((await by.step(callback.href)).location)).toBe("provider_unavailable")
  })
})
