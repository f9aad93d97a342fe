import { expect, it } from "vitest"
import { as } from "../http/given.js"
import { onTwoServers } from "./twoServers.js"

onTwoServers("API tokens on two instances", (both) => {
  it("are refused by both from the next request on", async () => {
    const { left, right } = both()
    const caller = as(left, await left.user("ada"))
    const { body } = await caller.post("/api/tokens", { name: "CI", scopes: ["read"] })
    const [here, there] = [as(left, { token: body.token }), as(right, { token: body.token })]
    for (const each of [here, there]) expect((await each.get("/api/auth/me")).status).toBe(200)
    expect((await caller.del(`/api/tokens/${body.apiToken.id}`)).status).toBe(200)
    for (const each of [there, here]) expect((await each.get("/api/auth/me")).status).toBe(401)
  })
})
