import { describe, expect, it } from "vitest"
import { expectError, expectInvalid, onServer } from "./given.js"

const PASSWORD = "password of Ada"

describe("changing the address", () => {
  const { server, as, mailsTo, mailedToken } = onServer()
  const post = (path: string, body: object) => as(null).post(`/api/auth/${path}`, body)
  const statusOf = async (token: string) => (await as({ token }).get("/api/auth/me")).status

  it("is confirmed from the new address, announced to the old one, and undone from there", async () => {
    const ada = await server().user("Ada")
    const other = `new.${ada.email}`
    const requested = await as(ada).post("/api/auth/change-email", { email: other, password: PASSWORD })
    expect(requested).toMatchObject({
      status: 200,
      body: { success: true, message: "If the address is free, we have sent an email with a link that confirms it." }
    })
    const confirm = await mailedToken(other)
    expect((await mailsTo(other))[0]?.text).toMatch(/\/confirm-email\?token=[0-9a-f]{64}\s/)
    expect(await statusOf(ada.token)).toBe(200)
    const confirmed = await post("confirm-email", { token: confirm })
    expect(confirmed).toMatchObject({ status: 200, body: { success: true } })
    expect(await statusOf(ada.token)).toBe(401)
    expectError(await post("signin", { email: ada.email, password: PASSWORD }), 401, "Invalid credentials")
    const { token } = (await post("signin", { email: other, password: PASSWORD })).body

    const undo = await mailedToken(ada.email)
    expect((await mailsTo(ada.email)).at(-1)?.text).toMatch(/\/undo-email\?token=[0-9a-f]{64}\s/)
    expectError(
      await post("signup", { name: "Eve", email: ada.email, password: PASSWORD }),
      400,
      "Email already registered"
    )
    expect(await post("undo-email", { token: undo })).toMatchObject({ status: 200, body: { success: true } })
    expect(await statusOf(token)).toBe(401)
    expect((await post("signin", { email: ada.email, password: PASSWORD })).status).toBe(200)
    expectError(await post("undo-email", { token: undo }), 400, "Invalid or expired token")
  })

  it("answers alike for an address that is taken, to which no mail goes", async () => {
    const [ada, bob] = [await server().user("Ada"), await server().user("Bob")]
    const change = (email: string) => as(ada).post("/api/auth/change-email", { email, password: PASSWORD })
    const before = (await mailsTo(bob.email)).length
    const [free, taken] = [await change(`free.${ada.email}`), await change(bob.email)]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await mailsTo(bob.email)).toHaveLength(before)
  })

  it("names the field that is wrong, and needs a session", async () => {
    const ada = await server().user("Ada")
    const change = (body: object) => as(ada).post("/api/auth/change-email", body)
    const email = `new.${ada.email}`
    expectInvalid(await change({ email, password: "wrong" }), ["password"])
    expectInvalid(await change({ email: "nowhere", password: PASSWORD }), ["email"])
    expectInvalid(await change({ email: ada.email, password: PASSWORD }), ["email"])
    expectInvalid(await change({}), ["email", "password"])
    expectError(await post("change-email", { email, password: PASSWORD }), 401, "Unauthorized")
    for (const path of ["confirm-email", "undo-email"]) {
      expectError(await post(path, { token: "wrong" }), 400, "Invalid or expired token")
      expectInvalid(await post(path, {}), ["token"])
    }
  })
})
