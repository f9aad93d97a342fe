import { PlainPasswordHasher } from "@boardwright/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { TestServer } from "../support/server.js"
import { expectInvalid, expectError, onServer, TEXT, wrong } from "./given.js"

const VERIFIED = "/signin?verified=true&message=Your+email+address+is+verified.+You+can+sign+in+now."
const INVALID = "/verify-error?error=invalid_token"
const MESSAGE = "Invalid email or password format"

const someone = (email: string, fields: object = {}) => ({ name: "Ada", email, password: "password 1", ...fields })
const verify = (server: TestServer, token: string) => server.call("GET", `/api/auth/verify-email?token=${token}`)
const locationOf = async (server: TestServer, token: string) => (await verify(server, token)).headers.get("location")

describe("signing up", () => {
  const { server, as, mailsTo, mailedToken } = onServer()
  const post = (path: string, body: unknown) => as(null).post(path, body)
  const signUp = (body: unknown) => post("/api/auth/signup", body)
  const signIn = (email: string, password = "password 1") => post("/api/auth/signin", { email, password })

  describe("POST /api/auth/signup", () => {
    it("creates an unverified account and sends an email with a link", async () => {
      const { body, headers, status } = await signUp(someone("ada@example.com"))
      expect({ status, body }).toEqual({ status: 201, body: { success: true, message: TEXT } })
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
      const mails = await mailsTo("ada@example.com")
      expect(mails).toHaveLength(1)
      const link = /http:\/\/service\.example\/api\/auth\/verify-email\?token=[0-9a-f]{64}(?![0-9a-f])/
      expect(mails[0]?.text).toMatch(link)
      expect(mails[0]?.html).toMatch(link)
    })

    it("ignores read-only fields and, without a verifier, any captcha token", async () => {
      const answer = await signUp(
        someone("sly@example.com", { captchaToken: "x", verifiedAt: "2026-01-01", emailVerified: true, id: "x" })
      )
      expect(answer.status).toBe(201)
      expectError(await signIn("sly@example.com"), 401, "Email not verified")
      expect((await signUp(someone("sly2@example.com", { captchaToken: null }))).status).toBe(201)
    })

    it("stores the language of mails if it is sent", async () => {
      for (const [email, language] of [
        ["de@example.com", "de"],
        ["en@example.com", "en"],
        ["no@example.com", null]
      ]) {
        expect((await signUp(someone(email ?? "", { language }))).body).toEqual({ success: true, message: TEXT })
        await verify(server(), await mailedToken(email ?? ""))
        const {
          body: { token }
        } = await signIn(email ?? "")
        expect((await as({ token }).get("/api/auth/me")).body.language).toBe(language)
      }
    })

    it.each(
      wrong(
        [{}, ["name", "email", "password"]],
        [{ name: "", email: "no", password: "short" }, ["name", "email", "password"]],
        [{ name: 1, email: 2, password: 3, captchaToken: 4 }, ["name", "email", "password", "captchaToken"]],
        [someone("a@b.example", { name: "x".repeat(256) }), ["name"]],
        [someone("a@b.example", { language: "fr" }), ["language"]],
        [someone("a@b"), ["email"]],
        [someone("a b@example.com"), ["email"]],
        [someone("ä@example.com"), ["email"]],
        [someone("a@example.com\nBcc: b@example.com"), ["email"]],
        [someone(`${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.com`), ["email"]],
        [someone("a@b.example", { password: "1234567" }), ["password"]],
        [someone("a@b.example", { password: "x".repeat(73) }), ["password"]],
        [someone("a@b.example", { password: "ä".repeat(37) }), ["password"]],
        [[], [""]]
      )
    )("rejects %s with the specified message and every problem", async (_, body, paths) => {
      expectInvalid(await signUp(body), paths, MESSAGE)
    })

    it("rejects malformed JSON and another content type alike", async () => {
      expectInvalid(await signUp("{"), [""], MESSAGE)
      const headers = { "content-type": "text/plain" }
      expectInvalid(await as(null).post("/api/auth/signup", "{}", { headers }), [""], MESSAGE)
    })

    it.each(["12345678", "        ", "x".repeat(72), "ä".repeat(36), "😀".repeat(8), "password"])(
      "takes the password %j and signs in with it, and with no other",
      async (password) => {
        const email = `p${Buffer.from(password).toString("hex").slice(0, 20)}-${password.length}@example.com`
        expect((await signUp(someone(email, { password }))).status).toBe(201)
        await verify(server(), await mailedToken(email))
        expect((await signIn(email, password)).status).toBe(200)
        expectError(await signIn(email, password + "x".repeat(73)), 401, "Invalid credentials")
        expectError(await signIn(email, password.slice(2)), 401, "Invalid credentials")
      }
    )

    it("rejects a registered address, in any case and with surrounding blanks", async () => {
      await signUp(someone("Taken@Example.com"))
      for (const email of ["Taken@Example.com", "taken@example.com", " TAKEN@EXAMPLE.COM "]) {
        expectError(await signUp(someone(email)), 400, "Email already registered")
      }
      expect(await mailsTo("Taken@Example.com")).toHaveLength(1)
    })

    it("exactly one of twenty concurrent requests for one address succeeds", async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => signUp(someone(at % 2 === 0 ? "race@example.com" : "Race@Example.com")))
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expectError(answer, 400, "Email already registered")
      }
    })

    it("is 503 with Retry-After when the hashing queue is full", async () => {
      await server().run(Effect.flatMap(PlainPasswordHasher, ({ busyNext }) => busyNext(1)))
      const answer = await signUp(someone("busy@example.com"))
      expectError(answer, 503, "Service unavailable")
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
      expect((await signUp(someone("busy@example.com"))).status).toBe(201)
    })
  })

  describe("GET /api/auth/verify-email", () => {
    it("verifies and redirects to the sign-in page with a success message", async () => {
      await signUp(someone("eve@example.com"))
      expectError(await signIn("eve@example.com"), 401, "Email not verified")
      const { body, headers, status } = await verify(server(), await mailedToken("eve@example.com"))
      expect({ status, body, location: headers.get("location") }).toEqual({ status: 302, body: "", location: VERIFIED })
      expect((await signIn("eve@example.com")).status).toBe(200)
    })

    it("redirects to success when a used link of a verified account is opened again", async () => {
      await signUp(someone("again@example.com"))
      const token = await mailedToken("again@example.com")
      expect(await locationOf(server(), token)).toBe(VERIFIED)
      expect(await locationOf(server(), token)).toBe(VERIFIED)
    })

    it.each(["", "nonsense", "0".repeat(64), "%00", "a&token=b", "x".repeat(200), "%F0%9F%98%80", "%ff"])(
      "redirects the invalid token %j to the error page",
      async (token) => {
        const { body, headers, status } = await verify(server(), token)
        expect({ status, body, location: headers.get("location") }).toEqual({
          status: 302,
          body: "",
          location: INVALID
        })
      }
    )

    it("treats a missing token and a reset token as invalid", async () => {
      expect((await server().call("GET", "/api/auth/verify-email")).headers.get("location")).toBe(INVALID)
      await signUp(someone("mix@example.com"))
      await post("/api/auth/forgot-password", { email: "mix@example.com" })
      const token = /reset-password\?token=([0-9a-f]{64})/.exec(
        (await mailsTo("mix@example.com")).map(({ text }) => text).join("\n")
      )?.[1]
      expect(token).toHaveLength(64)
      expect(await locationOf(server(), token ?? "")).toBe(INVALID)
      expectError(await signIn("mix@example.com"), 401, "Email not verified")
    })

    it("changes nothing on HEAD", async () => {
      await signUp(someone("head@example.com"))
      const token = await mailedToken("head@example.com")
      const { status } = await server().call("HEAD", `/api/auth/verify-email?token=${token}`)
      expect(status).toBeLessThan(400)
      expectError(await signIn("head@example.com"), 401, "Email not verified")
      expect(await locationOf(server(), token)).toBe(VERIFIED)
    })
  })

  describe("POST /api/auth/resend-verification", () => {
    it("sends a new token; once one has verified the account, every link redirects to success", async () => {
      await signUp(someone("more@example.com"))
      const first = await mailedToken("more@example.com")
      const { body, status } = await post("/api/auth/resend-verification", { email: " MORE@example.com" })
      expect({ status, body }).toEqual({ status: 200, body: { success: true, message: TEXT } })
      const second = await mailedToken("more@example.com")
      expect(second).not.toBe(first)
      for (const token of [first, second, first, second]) expect(await locationOf(server(), token)).toBe(VERIFIED)
      const other = second.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))
      expect(await locationOf(server(), other)).toBe(INVALID)
    })

    it("gives the same response for everyone, and sends email only to an unverified account", async () => {
      const { email } = await server().user("verified")
      const known = await post("/api/auth/resend-verification", { email })
      const unknown = await post("/api/auth/resend-verification", { email: "unknown@example.com" })
      expect(known.body).toEqual(unknown.body)
      expect([known.status, unknown.status]).toEqual([200, 200])
      expect(await mailsTo(email)).toEqual([])
      expect(await mailsTo("unknown@example.com")).toEqual([])
    })

    it("rejects what is not an address", async () => {
      for (const body of [{}, { email: null }, { email: "no" }, { email: 5 }]) {
        expectInvalid(await post("/api/auth/resend-verification", body), ["email"])
      }
    })
  })
})
