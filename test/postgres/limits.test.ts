import { expect, it } from "vitest"
import { as, mailsTo } from "../http/given.js"
import type { TestServer } from "../support/server.js"
import { onTwoServers, tally } from "./twoServers.js"

onTwoServers(
  "the throttles of two instances",
  (both) => {
    const signIn = (server: TestServer, email: string, password: string, address: string) =>
      server.call("POST", "/api/auth/signin", { body: { email, password }, headers: { "x-forwarded-for": address } })

    it("let exactly 10 of 60 wrong passwords be tried that are sent at once", async () => {
      const { left, right } = both()
      const { email } = await left.user("ada")
      const tries = Array.from({ length: 60 }, (_, at) =>
        signIn(at % 2 === 0 ? left : right, email, "wrong", `198.51.100.${at}`)
      )
      expect(tally(await Promise.all(tries))).toEqual({ 401: 10, 429: 50 })
    })

    it("know on one the address from which somebody signed in on the other", async () => {
      const { left, right } = both()
      const { email } = await left.user("eve")
      expect((await signIn(left, email, "password of eve", "203.0.113.1")).status).toBe(200)
      for (let at = 0; at < 10; at++) await signIn(left, email, "wrong", `198.51.100.${at}`)
      expect((await signIn(right, email, "password of eve", "203.0.113.2")).status).toBe(429)
      expect((await signIn(right, email, "password of eve", "203.0.113.1")).status).toBe(200)
    })

    it("send 5 mails of a kind to an address, whoever delivers", async () => {
      const { left, right } = both()
      const { email } = await left.user("zoe")
      const body = { email }
      const asked = Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? left : right).call("POST", "/api/auth/forgot-password", { body })
      )
      expect(tally(await Promise.all(asked))).toEqual({ 200: 12 })
      await Promise.all([left.deliver(), right.deliver()])
      const sent = await Promise.all([left, right].map((server) => mailsTo(server, email)))
      expect(sent.flat()).toHaveLength(5)
    })
  },
  { accountLimits: { account: 10, mail: 5 }, trustProxy: 1 }
)

onTwoServers(
  "rate limits of two instances",
  (both) => {
    it("let exactly 60 of 200 requests pass that are sent at once", async () => {
      const { left, right } = both()
      const user = await left.user("ada")
      const [here, there] = [as(left, user), as(right, user)]
      const requests = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? here : there).get("/api/auth/me"))
      const answers = await Promise.all(requests)
      expect(tally(answers)).toEqual({ 200: 60, 429: 140 })
      const remaining = answers.flatMap(({ headers, status }) =>
        status === 200 ? [Number(headers.get("x-ratelimit-remaining"))] : []
      )
      expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 60 }, (_, at) => 59 - at))
      // One window, whoever counted.
      expect(new Set(answers.map(({ headers }) => headers.get("x-ratelimit-reset"))).size).toBe(1)
    })

    it("count each user and each address apart", async () => {
      const { left, right } = both()
      const users = await Promise.all([left.user("ada"), right.user("eve")])
      const signIns = Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? left : right).call("POST", "/api/auth/signin", {
          body: { email: "nobody@example.com", password: "a password" },
          headers: { "x-forwarded-for": at < 12 ? "198.51.100.1" : "198.51.100.2" }
        })
      )
      const gets = users.flatMap((user) =>
        Array.from({ length: 40 }, (_, at) => as(at % 2 === 0 ? left : right, user).get("/api/auth/me"))
      )
      expect(tally(await Promise.all(gets))).toEqual({ 200: 80 })
      expect(tally(await Promise.all(signIns))).toEqual({ 401: 10, 429: 10 })
    })
  },
  { rateLimits: { auth: 5, sensitive: 10, general: 60 }, trustProxy: 1 }
)
