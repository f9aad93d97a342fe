import { createHmac } from "node:crypto"
import { Account } from "@boardwright/core"
import { PlainPasswordHasher } from "@boardwright/testing"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { expectInvalid, expectError, MISSING, onServer, TEXT } from "./given.js"

const SECRET = "a secret of at least thirty-two bytes"
const WEEK = 7 * 24 * 60 * 60

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")
describe("signing in", () => {
  const { server, as, mailsTo, mailedToken } = onServer()
  const post = (path: string, body: unknown) => as(null).post(path, body)
  const signIn = (email: unknown, password: unknown) => post("/api/auth/signin", { email, password })

  describe("POST /api/auth/signin", () => {
    it("returns a token and the user, whatever the case of the address", async () => {
      const { email, id } = await server().user("Ada")
      const { body, status } = await signIn(` ${email.toUpperCase()}`, "password of Ada")
      expect(status).toBe(200)
      expect(body).toEqual({
        success: true,
        token: TEXT,
        user: { id, name: "Ada", email, avatar: "/api/avatars/default.svg", hasCompletedOnboarding: false }
      })
      expect((await as(body).get("/api/auth/me")).status).toBe(200)
    })

    it("signs an HS256 token with userId and email for 7 days", async () => {
      const { email, id } = await server().user("Ada")
      const { token } = (await signIn(email, "password of Ada")).body
      const [header, body, signature] = token.split(".")
      const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString())
      expect(read(header).alg).toBe("HS256")
      const { exp, iat, ...rest } = read(body)
      expect(rest).toEqual({ userId: id, email, ver: 0, sid: TEXT })
      expect(exp - iat).toBe(WEEK)
      expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(5)
      expect(signature).toBe(createHmac("sha256", SECRET).update(`${header}.${body}`).digest("base64url"))
    })

    it("gives the same response for an unknown address, a wrong password and a malformed address", async () => {
      const { email } = await server().user("Ada")
      const hashed = Effect.flatMap(PlainPasswordHasher, ({ verified }) => verified)
      const before = await server().run(hashed)
      for (const [address, password] of [
        [email, "wrong"],
        [email, ""],
        [email, "password of Ada" + "x".repeat(80)],
        ["unknown@example.com", "password of Ada"],
        ["no address", "password of Ada"],
        ["", "x"]
      ]) {
        expectError(await signIn(address, password), 401, "Invalid credentials")
      }
      expect(await server().run(hashed)).toBe(before + 6)
    })

    it("reports an unverified address only with the right password", async () => {
      await post("/api/auth/signup", { name: "Ada", email: "new@example.com", password: "password 1" })
      expectError(await signIn("new@example.com", "password 1"), 401, "Email not verified")
      expectError(await signIn("new@example.com", "password 2"), 401, "Invalid credentials")
    })

    it("rejects values other than text, at every path", async () => {
      expectInvalid(await post("/api/auth/signin", {}), ["email", "password"])
      expectInvalid(await signIn(1, null), ["email", "password"])
      expectInvalid(await signIn("a@b.example", ["x"]), ["password"])
    })
  })

  describe("a token", () => {
    const expectUnauthorized = async (authorization: string | undefined) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      const answer = await server().call("GET", "/api/auth/me", { headers })
      expectError(answer, 401, "Unauthorized")
      expect(answer.headers.get("www-authenticate")).toBe("Bearer")
    }

    it("that is missing or garbled is 401", async () => {
      const { token } = await server().user("Ada")
      await expectUnauthorized(undefined)
      for (const value of ["", "Bearer", "Bearer ", token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`]) {
        await expectUnauthorized(value)
      }
      for (const value of ["Bearer null", "Bearer a.b.c", `Bearer ${token.slice(0, -2)}`, `Bearer .${token}`]) {
        await expectUnauthorized(value)
      }
      const [header = "", , signature = ""] = token.split(".")
      await expectUnauthorized(`Bearer ${header}.${base64({ userId: MISSING })}.${signature}`)
    })

    it("is accepted with any case of Bearer", async () => {
      const { token } = await server().user("Ada")
      const { status } = await server().call("GET", "/api/auth/me", { headers: { authorization: `bEARER ${token}` } })
      expect(status).toBe(200)
    })
  })

  describe("a new password", () => {
    const forgot = (email: string) => post("/api/auth/forgot-password", { email })
    const reset = (token: unknown, password: unknown) => post("/api/auth/reset-password", { token, password })

    it("gets the same response for everyone, and an email only for a known address", async () => {
      const { email } = await server().user("Ada")
      const known = await forgot(email.toUpperCase())
      const unknown = await forgot("unknown@example.com")
      expect([known.status, unknown.status]).toEqual([200, 200])
      expect(known.body).toEqual({ success: true, message: TEXT })
      expect(known.body).toEqual(unknown.body)
      const mails = await mailsTo(email)
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toMatch(/http:\/\/service\.example\/reset-password\?token=[0-9a-f]{64}\s/)
      expect(await mailsTo("unknown@example.com")).toEqual([])
      expectInvalid(await post("/api/auth/forgot-password", {}), ["email"])
      expectInvalid(await forgot("no"), ["email"])
    })

    it("is set once by the emailed token, and ends every earlier session", async () => {
      const { email, id, token: old } = await server().user("Ada")
      await forgot(email)
      const first = await mailedToken(email)
      await forgot(email)
      const second = await mailedToken(email)
      const { body, status } = await reset(first, "another password")
      expect({ status, body }).toEqual({ status: 200, body: { success: true, message: TEXT } })
      expectError(await as({ token: old }).get("/api/auth/me"), 401, "Unauthorized")
      expectError(await signIn(email, "password of Ada"), 401, "Invalid credentials")
      const { token } = (await signIn(email, "another password")).body
      expect((await as({ token }).get("/api/auth/me")).body.id).toBe(id)
      expectError(await reset(first, "third password"), 400, "Invalid or expired token")
      expectError(await reset(second, "third password"), 400, "Invalid or expired token")
    })

    it("that is rejected does not use up the token", async () => {
      const { email } = await server().user("Ada")
      await forgot(email)
      const token = await mailedToken(email)
      const message = "Password doesn't meet requirements"
      expectInvalid(await reset(token, "short"), ["password"], message)
      expectInvalid(await reset(token, "x".repeat(73)), ["password"], message)
      expectInvalid(await reset(null, 5), ["token", "password"], message)
      expectInvalid(await post("/api/auth/reset-password", {}), ["token", "password"], message)
      expect((await reset(token, "long enough")).status).toBe(200)
    })

    it("does not verify the address, and is not set by a verification token", async () => {
      const email = "unverified@example.com"
      await post("/api/auth/signup", { name: "Ada", email, password: "password 1" })
      expectError(await reset(await mailedToken(email), "password 2"), 400, "Invalid or expired token")
      await forgot(email)
      expect((await reset(await mailedToken(email), "password 2")).status).toBe(200)
      expectError(await signIn(email, "password 2"), 401, "Email not verified")
    })

    it.each(["", "0".repeat(64), "x".repeat(200)])("is not set by the unknown token %j", async (token) => {
      expectError(await reset(token, "long enough"), 400, "Invalid or expired token")
    })

    it("is stored only as a hash, and so is its token", async () => {
      const { email } = await server().user("Ada")
      const find = Effect.flatMap(Account.AccountRepository, ({ findByEmail }) => findByEmail(email.toLowerCase()))
      const before = Option.getOrThrow(await server().run(find))
      await forgot(email)
      await reset(await mailedToken(email), "another password")
      const after = Option.getOrThrow(await server().run(find))
      expect(after).toEqual({ ...before, passwordHash: after.passwordHash, tokenVersion: 1 })
      expect(after.passwordHash).not.toBe(before.passwordHash)
    })
  })
})
