import { expect, it } from "vitest"
import { as } from "../http/given.js"
import { onTwoServers } from "./twoServers.js"

onTwoServers("sessions on two instances", (both) => {
  it("end on both with the next request", async () => {
    const { left, right } = both()
    const { email } = await left.user("ada")
    const signIn = async () => {
      const body = { email, password: "password of ada" }
      const { token } = (await left.call("POST", "/api/auth/signin", { body })).body
      return { here: as(left, { token }), there: as(right, { token }) }
    }
    for (const path of ["/api/auth/signout", "/api/auth/signout-everywhere"]) {
      const { here, there } = await signIn()
      for (const each of [here, there]) expect((await each.get("/api/auth/me")).status).toBe(200)
      expect((await here.post(path)).status).toBe(200)
      for (const each of [there, here]) expect((await each.get("/api/auth/me")).status).toBe(401)
    }
  })
})
