import { Account } from "@boardwright/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { expectError, onServer } from "../../http/given.js"
import type { TestServer } from "../../support/server.js"
import { givenUnverified, opens, reset, resetToken, signIn, verificationToken } from "./given.js"

const EVES = "a password that Eve chose"
const HERS = "a password of her own"

let taken = 0

/** Eve has signed up with the address of somebody who has no account yet. */
const taking = async (server: TestServer): Promise<string> =>
  (await givenUnverified(server, { email: `victim${taken++}@example.com`, password: EVES })).email

const idOf = (server: TestServer, email: string): Promise<string> =>
  server.run(
    Effect.flatMap(Account.AccountRepository, ({ findByEmail }) =>
      Effect.map(findByEmail(email), (found) => Option.getOrThrow(found).id)
    )
  )

describe("an address that is somebody else's", () => {
  const { server, as, givenHome, mailsTo } = onServer()
  const session = async (email: string, password: string): Promise<string | undefined> =>
    (await signIn(server(), email, password)).body.token

  it("gives who signs up with it no session, by no way there is", async () => {
    const email = await taking(server())
    const answers = [
      await signIn(server(), email, EVES),
      await as(null).post("/api/auth/resend-verification", { email }),
      await as(null).post("/api/auth/forgot-password", { email }),
      await as(null).post("/api/auth/signup", { name: "Eve", email, password: EVES, verified: true })
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 400])
    // A session, or what is mailed, in an answer would be one without the mailbox.
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/token=|[0-9a-f]{64}|eyJ/)
    for (const mail of await mailsTo(email)) expect(mail.to).toBe(email)
  })

  it("is its owner's again by a new password, before and after it is verified", async () => {
    const email = await taking(server())
    expectError(
      await as(null).post("/api/auth/signup", { name: "Ada", email, password: HERS }),
      400,
      "Email already registered"
    )
    expect((await reset(server(), await resetToken(server(), email), HERS)).status).toBe(200)
    expectError(await signIn(server(), email, EVES), 401, "Invalid credentials")
    expectError(await signIn(server(), email, HERS), 401, "Email not verified")
    // The link of Eve's sign-up went to the owner's mailbox, too.
    expect(await opens(server(), `?token=${await verificationToken(server(), email)}`)).toBe(true)
    expect(await session(email, EVES)).toBeUndefined()
    expect(await session(email, HERS)).toEqual(expect.any(String))
  })

  it("that its owner verifies unasked lets the first password in, until a new one ends it and every session", async () => {
    const email = await taking(server())
    expect(await opens(server(), `?token=${await verificationToken(server(), email)}`)).toBe(true)
    const eves = [(await session(email, EVES)) ?? "", (await session(email, EVES)) ?? ""]
    const [token = ""] = eves
    expect((await as({ token }).get("/api/auth/me")).status).toBe(200)
    expect((await reset(server(), await resetToken(server(), email), HERS)).status).toBe(200)
    for (const token of eves) {
      expectError(await as({ token }).get("/api/auth/me"), 401, "Unauthorized")
      expectError(await as({ token }).post("/api/workspaces", { name: "Mine" }), 401, "Unauthorized")
    }
    expectError(await signIn(server(), email, EVES), 401, "Invalid credentials")
    expect(await session(email, HERS)).toEqual(expect.any(String))
  })

  it("that is invited before it is verified opens the board to whoever has the mailbox, not to who signed up", async () => {
    const email = await taking(server())
    const home = await givenHome()
    const invited = await home.post(`/api/boards/${home.boardId}/invite`, { email, role: "editor" })
    expect(invited).toMatchObject({ status: 201, body: { invitation: { status: "pending" } } })
    expectError(await signIn(server(), email, EVES), 401, "Email not verified")
    const { body } = await home.get(`/api/boards/${home.boardId}`)
    expect(JSON.stringify(body.members)).not.toContain(await idOf(server(), email))

    expect((await reset(server(), await resetToken(server(), email), HERS)).status).toBe(200)
    expect(await opens(server(), `?token=${await verificationToken(server(), email)}`)).toBe(true)
    expect(await session(email, EVES)).toBeUndefined()
    const owner = as({ token: (await session(email, HERS)) ?? "" })
    const { invitations } = (await owner.get("/api/invitations")).body
    expect(invitations).toMatchObject([{ boardId: home.boardId, role: "editor" }])
    expect((await owner.post(`/api/invitations/${invitations[0].id}/accept`)).status).toBe(200)
    expect((await owner.get(`/api/boards/${home.boardId}`)).status).toBe(200)
  })

  it("leaves nothing of who signed up first but the name", async () => {
    const email = await taking(server())
    expect((await reset(server(), await resetToken(server(), email), HERS)).status).toBe(200)
    expect(await opens(server(), `?token=${await verificationToken(server(), email)}`)).toBe(true)
    const owner = as({ token: (await session(email, HERS)) ?? "" })
    expect((await owner.get("/api/auth/me")).body).toMatchObject({
      name: "Someone",
      hasCompletedOnboarding: false,
      onboardingData: {}
    })
    expect((await owner.get("/api/workspaces")).body.workspaces).toEqual([])
    expect((await owner.get("/api/invitations")).body.invitations).toEqual([])
  })
})
