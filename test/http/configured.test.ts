import { redirectsTo, Redirects, webHandler } from "@boardwright/http"
import { OneTokenCaptcha } from "@boardwright/testing"
import { contentSecurityPolicy } from "@boardwright/web"
import { pages } from "../support/pages.js"
import { Effect, Layer, Logger } from "effect"
import { describe, expect, it } from "vitest"
import type { TestServer } from "../support/server.js"
import { expectInvalid, expectError, onServer } from "./given.js"

const SILENT = Logger.replace(Logger.defaultLogger, Logger.none)

/** Serves the storage of a server as a host would that is configured differently. */
const configured = async <A>(server: TestServer, layer: Layer.Layer<A>) => {
  const handler = await server.run(
    webHandler({
      rateLimits: { auth: 1000, sensitive: 1000, general: 1000 },
      corsOrigins: [],
      pages: { pages, contentSecurityPolicy },
      clientAddress: () => "192.0.2.1"
    }).pipe(Effect.provide(Layer.merge(layer, SILENT)))
  )
  return async (method: string, path: string, json?: unknown) => {
    const headers = { "content-type": "application/json" }
    const init = json === undefined ? { method } : { method, headers, body: JSON.stringify(json) }
    const response = await handler(new Request(`http://host.example${path}`, init))
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === "" ? "" : JSON.parse(text) }
  }
}

describe("a configured server", () => {
  const { server, as, mailedToken } = onServer()
  describe("with a captcha service", () => {
    const signUp = { name: "Ada", email: "person@example.com", password: "password 1" }

    it("accepts a sign-up with a person's token, and rejects another or none", async () => {
      const call = await configured(server(), OneTokenCaptcha.layer)
      const message = "Invalid email or password format"
      for (const captchaToken of [undefined, null, "", "a robot"]) {
        expectInvalid(await call("POST", "/api/auth/signup", { ...signUp, captchaToken }), ["captchaToken"], message)
      }
      const answer = await call("POST", "/api/auth/signup", { ...signUp, captchaToken: OneTokenCaptcha.PERSON })
      expect(answer.status).toBe(201)
    })

    it("is 503 with Retry-After while the service is unavailable", async () => {
      const call = await configured(server(), OneTokenCaptcha.unavailable)
      const answer = await call("POST", "/api/auth/signup", { ...signUp, email: "waits@example.com" })
      expectError(answer, 503, "Service unavailable")
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    })
  })

  it.each(["https://app.example", "https://app.example/"])("redirects to the front end at %s", async (appUrl) => {
    const call = await configured(server(), Layer.succeed(Redirects, redirectsTo(appUrl)))
    const email = `${appUrl.length}@example.com`
    await as(null).post("/api/auth/signup", { name: "Ada", email, password: "password 1" })
    const token = await mailedToken(email)
    const wrong = await call("GET", "/api/auth/verify-email?token=wrong")
    expect([wrong.status, wrong.headers.get("location")]).toEqual([
      302,
      "https://app.example/verify-error?error=invalid_token"
    ])
    const right = await call("GET", `/api/auth/verify-email?token=${token}`)
    expect([right.status, right.headers.get("location")]).toEqual([
      302,
      "https://app.example/signin?verified=true&message=Your+email+address+is+verified.+You+can+sign+in+now."
    ])
  })
})
