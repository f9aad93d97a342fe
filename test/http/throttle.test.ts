import { describe, expect, it } from "vitest"
import type { Answer } from "../support/server.js"
import { onServer, newAddress } from "./given.js"

const statusesOf = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status)
const repeated = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)

describe("the throttle of an account's sign-ins", () => {
  const { server, mailedToken } = onServer({
    rateLimits: { auth: 100, sensitive: 100, general: 100 },
    accountLimits: { account: 10, mail: 5 },
    trustProxy: 1
  })
  const post = (path: string, body: unknown, address = newAddress()) =>
    server().call("POST", `/api/auth/${path}`, { body, headers: { "x-forwarded-for": address } })
  const signIn = (email: string, password: string, address?: string) => post("signin", { email, password }, address)
  /** So many wrong passwords, each from an address of its own. */
  const guess = async (email: string, count: number) => {
    const answers: Array<Answer> = []
    for (let at = 0; at < count; at++) answers.push(await signIn(email, `guess ${at}`))
    return answers
  }

  it("returns 401 ten times from any address, and then 429 with its own limit", async () => {
    const { email } = await server().user("Ada")
    expect(statusesOf(await guess(email, 10))).toEqual(repeated(10, 401))
    const before = Date.now()
    const { body, headers, status } = await signIn(email.toUpperCase(), "password of Ada")
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        error: "Too many requests",
        code: "RateLimited",
        message: "Rate limit exceeded. Please try again later.",
        details: []
      }
    })
    expect(headers.get("x-ratelimit-limit")).toBe("10")
    expect(headers.get("x-ratelimit-remaining")).toBe("0")
    const wait = Number(headers.get("retry-after"))
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(60)
    const reset = Date.parse(headers.get("x-ratelimit-reset") ?? "")
    expect(reset).toBeGreaterThan(before)
    expect(reset).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it("counts ten of forty concurrent attempts", async () => {
    const { email } = await server().user("Ada")
    const answers = await Promise.all(repeated(40, email).map((each, at) => signIn(each, `guess ${at}`)))
    expect(statusesOf(answers).toSorted()).toEqual([...repeated(10, 401), ...repeated(30, 429)])
  })

  it("exempts an address from which the account signed in, and leaves sessions alone", async () => {
    const { email, token } = await server().user("Ada")
    const home = newAddress()
    const { status } = await signIn(email, "password of Ada", home)
    expect(status).toBe(200)
    await guess(email, 11)
    expect((await signIn(email, "password of Ada")).status).toBe(429)
    expect((await signIn(email, "wrong", home)).status).toBe(401)
    expect((await signIn(email, "password of Ada", home)).status).toBe(200)
    expect((await server().call("GET", "/api/auth/me", { token })).status).toBe(200)
  })

  it("identifies IPv6 addresses by their /64", async () => {
    const { email } = await server().user("Ada")
    expect((await signIn(email, "password of Ada", "2001:db8:7:7::1")).status).toBe(200)
    await guess(email, 11)
    expect((await signIn(email, "password of Ada", "2001:db8:7:8::1")).status).toBe(429)
    expect((await signIn(email, "password of Ada", "2001:db8:7:7::2")).status).toBe(200)
  })

  it("ends with a reset, and never applies to the address that set the password", async () => {
    const { email } = await server().user("Ada")
    await guess(email, 11)
    expect((await post("forgot-password", { email })).status).toBe(200)
    await server().deliver()
    const token = await mailedToken(email)
    const home = newAddress()
    expect((await post("reset-password", { token, password: "battery staple" }, home)).status).toBe(200)
    expect((await signIn(email, "wrong")).status).toBe(401)
    await guess(email, 11)
    expect((await signIn(email, "battery staple", home)).status).toBe(200)
  })

  it("counts wrong passwords of a change, which a session alone may not guess", async () => {
    const { email, token } = await server().user("Ada")
    const change = (currentPassword: string, address = newAddress()) =>
      server().call("POST", "/api/auth/change-password", {
        token,
        body: { currentPassword, newPassword: "battery staple" },
        headers: { "x-forwarded-for": address }
      })
    for (let at = 0; at < 10; at++) expect((await change(`guess ${at}`)).status).toBe(400)
    expect((await change("password of Ada")).status).toBe(429)
    expect((await signIn(email, "password of Ada")).status).toBe(429)
  })

  it("counts requests by address first, as before", async () => {
    const { email } = await server().user("Ada")
    const { headers } = await signIn(email, "wrong")
    expect(headers.get("x-ratelimit-limit")).toBe("100")
  })
})

describe("mails to one address", () => {
  const { server, mailsTo } = onServer({ accountLimits: { account: 10, mail: 5 } })
  it.each(["forgot-password", "resend-verification"])(
    "are 5 an hour by %s, and the answer stays the same",
    async (path) => {
      const email = `${path}@example.com`
      const body = { name: "Ada", email, password: "correct horse" }
      expect((await server().call("POST", "/api/auth/signup", { body })).status).toBe(201)
      await server().deliver()
      const signUps = (await mailsTo(email)).length
      expect(signUps).toBe(1)
      const ask = async () => {
        const { body: answered, status } = await server().call("POST", `/api/auth/${path}`, { body: { email } })
        await server().deliver()
        return { answered, status }
      }
      const answers = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]
      expect(answers).toEqual(repeated(7, { ...answers[0], status: 200 }))
      // The mail of the sign-up is of the kind that resending asks for.
      expect(await mailsTo(email)).toHaveLength(path === "forgot-password" ? 6 : 5)
    }
  )
})
