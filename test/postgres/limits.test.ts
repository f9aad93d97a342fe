import { expect, it } from "vitest"
import { as } from "../http/given.js"
import { onTwoServers, tally } from "./twoServers.js"

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
