import { Account, Ports } from "@boardwright/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { expectError, onServer } from "./given.js"

const PURPOSES = ["verification", "reset"] as const
type Purpose = (typeof PURPOSES)[number]
const HOURS: Record<Purpose, number> = { verification: 24, reset: 1 }

const { server, as, mailedToken } = onServer()

const stored = (purpose: Purpose, token: string) =>
  server().run(
    Effect.gen(function* () {
      const hash = yield* (yield* Ports.Secrets).hash(token)
      return Option.getOrThrow(yield* (yield* Account.EmailTokenRepository).find(purpose, hash))
    })
  )

/** A token of a new unverified account, valid for so many milliseconds yet. */
const givenToken = async (purpose: Purpose, email: string, validFor: number) => {
  await as(null).post("/api/auth/signup", { name: "Ada", email, password: "password 1" })
  return server().run(
    Effect.gen(function* () {
      const { id: userId } = Option.getOrThrow(yield* (yield* Account.AccountRepository).findByEmail(email))
      const { hash, token } = yield* (yield* Ports.Secrets).mint
      const expiresAt = new Date(Date.now() + validFor).toISOString() as Account.EmailToken["expiresAt"]
      yield* (yield* Account.EmailTokenRepository).insert({ hash, purpose, userId, expiresAt, usedAt: null })
      return token
    })
  )
}

describe("mailed tokens", () => {
  describe.each(PURPOSES)("for %s", (purpose) => {
    it("are 32 random bytes in hex, stored as their hash, and valid from when they are sent", async () => {
      const email = `life-${purpose}@example.com`
      const { post } = as(null)
      await post("/api/auth/signup", { name: "Ada", email, password: "password 1" })
      await server().deliver()
      if (purpose === "reset") await post("/api/auth/forgot-password", { email })
      const token = await mailedToken(email)
      expect(token).toMatch(/^[0-9a-f]{64}$/)
      const { expiresAt, hash } = await stored(purpose, token)
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(hash).not.toBe(token)
      const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
      expect(hours).toBeGreaterThan(HOURS[purpose] - 0.1)
      expect(hours).toBeLessThanOrEqual(HOURS[purpose])
    })
  })

  it("verify an address only until they expire", async () => {
    const open = async (token: string) => {
      const { headers } = await server().call("GET", `/api/auth/verify-email?token=${token}`)
      return headers.get("location")?.split("?")[0]
    }
    const { post } = as(null)
    const late = await givenToken("verification", "late@example.com", -1)
    expect(await open(late)).toBe("/verify-error")
    const answer = await post("/api/auth/signin", { email: "late@example.com", password: "password 1" })
    expectError(answer, 401, "Email not verified")
    expect(await open(await givenToken("verification", "timely@example.com", 30_000))).toBe("/signin")
  })

  it("set a password only until they expire", async () => {
    const reset = async (token: string) =>
      as(null).post("/api/auth/reset-password", { token, password: "another password" })
    const late = await givenToken("reset", "late-reset@example.com", -1)
    expectError(await reset(late), 400, "Invalid or expired token")
    expect((await reset(await givenToken("reset", "timely-reset@example.com", 30_000))).status).toBe(200)
  })
})
