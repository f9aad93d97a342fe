import { describe, expect, it } from "vitest"
import { expectError, expectInvalid, onServer } from "./given.js"

const OLD = "password of Ada"
const NEW = "battery staple"

describe("POST /api/auth/change-password", () => {
  const { server, as, mailedToken } = onServer()
  const signIn = (email: string, password: string) => as(null).post("/api/auth/signin", { email, password })
  const statusOf = async (token: string) => (await as({ token }).get("/api/auth/me")).status

  it("returns a new token and ends every other one, also a mailed reset", async () => {
    const ada = await server().user("Ada")
    const other = (await signIn(ada.email, OLD)).body.token
    await as(null).post("/api/auth/forgot-password", { email: ada.email })
    await server().deliver()
    const reset = await mailedToken(ada.email)

    const { body, status } = await as(ada).post("/api/auth/change-password", {
      currentPassword: OLD,
      newPassword: NEW
    })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: "Password changed. You are signed out everywhere else.",
        token: expect.stringMatching(/^ey/)
      }
    })
    expect([await statusOf(body.token), await statusOf(ada.token), await statusOf(other)]).toEqual([200, 401, 401])
    expect((await signIn(ada.email, OLD)).status).toBe(401)
    expect((await signIn(ada.email, NEW)).status).toBe(200)
    const used = await as(null).post("/api/auth/reset-password", { token: reset, password: "a third one" })
    expectError(used, 400, "Invalid or expired token")
  })

  it("needs the current password and a session, and names the field that is wrong", async () => {
    const ada = await server().user("Ada")
    const { post } = as(ada)
    const change = (body: object) => post("/api/auth/change-password", body)
    expectInvalid(await change({ currentPassword: "wrong", newPassword: NEW }), ["currentPassword"])
    expectInvalid(await change({ currentPassword: OLD, newPassword: "short" }), ["newPassword"])
    expectInvalid(await change({}), ["currentPassword", "newPassword"])
    const anonymous = await as(null).post("/api/auth/change-password", {
      currentPassword: OLD,
      newPassword: NEW
    })
    expectError(anonymous, 401, "Unauthorized")
    expect([await statusOf(ada.token), (await signIn(ada.email, OLD)).status]).toEqual([200, 200])
  })

  it("of two changes at once, one succeeds", async () => {
    const ada = await server().user("Ada")
    const both = ["battery staple", "staple battery"].map((newPassword) =>
      as(ada).post("/api/auth/change-password", { currentPassword: OLD, newPassword })
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 401])
  })
})
