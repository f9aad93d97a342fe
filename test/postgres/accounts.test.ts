import { expect, it } from "vitest"
import { RecordingMailer } from "@boardwright/testing"
import { Effect } from "effect"
import { as, givenHome } from "../http/given.js"
import type { TestServer, TestUser } from "../support/server.js"
import { onTwoServers, statusesOf, tally } from "./twoServers.js"

const ACCOUNT = "select from boardwright_account where id = $1 for update"
const WORKSPACE = "select from boardwright_workspace where id = $1 for update"

const mailsTo = (server: TestServer, email: string) =>
  server.run(Effect.flatMap(RecordingMailer, ({ sentTo }) => sentTo(email)))

/** Asks for so many mails of a kind and gives the tokens in them. */
const mailedTokens = async (server: TestServer, { email }: Pick<TestUser, "email">, path: string, count: number) => {
  for (let asked = 0; asked < count; asked++) await server.call("POST", path, { body: { email } })
  await server.deliver()
  const mails = await mailsTo(server, email)
  return mails.slice(-count).map(({ text }) => /token=([0-9a-f]{64})/.exec(text)?.[1] ?? "")
}

onTwoServers("an account, on two instances at once", (both) => {
  const signIn = (email: string, password: string) =>
    both().left.call("POST", "/api/auth/signin", { body: { email, password } })

  it("is made once by twenty sign-ups, with one mail", async () => {
    const { left, query, right } = both()
    const signUps = Array.from({ length: 20 }, (_, at) => {
      const email = at % 3 === 0 ? "Ada@Example.com" : "ada@example.com"
      const body = { name: `Ada ${at}`, email, password: `password ${at}` }
      return (at % 2 === 0 ? left : right).call("POST", "/api/auth/signup", { body })
    })
    const answers = await Promise.all(signUps)
    expect(tally(answers)).toEqual({ 201: 1, 400: 19 })
    const accounts = await query("select name from boardwright_account where normalized_email = 'ada@example.com'")
    expect(accounts).toEqual([{ name: `Ada ${answers.findIndex(({ status }) => status === 201)}` }])
    await Promise.all([left.deliver(), right.deliver()])
    const addresses = ["Ada@Example.com", "ada@example.com"]
    const mails = await Promise.all(addresses.flatMap((email) => [mailsTo(left, email), mailsTo(right, email)]))
    expect(mails.flat()).toHaveLength(1)
  })

  it("gets the password of one of two reset tokens", async () => {
    const { left, right, whileHeld } = both()
    const user = await left.user("ada")
    const tokens = await mailedTokens(left, user, "/api/auth/forgot-password", 2)
    const reset = (server: TestServer, at: number) => () =>
      server.call("POST", "/api/auth/reset-password", { body: { token: tokens[at], password: `new password ${at}` } })
    const answers = await whileHeld([ACCOUNT, user.id], [reset(left, 0), reset(right, 1)])
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(statusesOf([await signIn(user.email, "new password 0")])).toEqual([200])
    expect(statusesOf([await signIn(user.email, "new password 1")])).toEqual([401])
    expect(statusesOf([await as(right, user).get("/api/auth/me")])).toEqual([401])
    expect(statusesOf([await reset(left, 1)()])).toEqual([400])
  })

  it("gets one password of one token that is used on both", async () => {
    const { left, query, right } = both()
    const user = await left.user("ada")
    const [token] = await mailedTokens(left, user, "/api/auth/forgot-password", 1)
    const resets = Array.from({ length: 10 }, (_, at) =>
      (at % 2 === 0 ? left : right).call("POST", "/api/auth/reset-password", {
        body: { token, password: `new password ${at}` }
      })
    )
    const answers = await Promise.all(resets)
    expect(tally(answers)).toEqual({ 200: 1, 400: 9 })
    const won = answers.findIndex(({ status }) => status === 200)
    expect(statusesOf([await signIn(user.email, `new password ${won}`)])).toEqual([200])
    const versions = await query("select token_version from boardwright_account where id = $1", [user.id])
    expect(versions).toEqual([{ token_version: 1 }])
  })

  it("is verified by two links that are opened together, which both succeed", async () => {
    const { left, query, right, whileHeld } = both()
    const user = await left.user("ada")
    await query("update boardwright_account set verified_at = null where id = $1", [user.id])
    const tokens = await mailedTokens(left, user, "/api/auth/resend-verification", 2)
    const open = (server: TestServer, at: number) => () =>
      server.call("GET", `/api/auth/verify-email?token=${tokens[at]}`)
    const answers = await whileHeld([ACCOUNT, user.id], [open(left, 0), open(right, 1)])
    for (const { headers } of answers) expect(headers.get("location")).toContain("verified=true")
    expect(statusesOf([await signIn(user.email, "password of ada")])).toEqual([200])
  })

  it("that is deleted signs nobody in any more", async () => {
    const { left, right, whileHeld } = both()
    const { user, workspaceId } = await givenHome(left)
    const password = "password of owner"
    const remove = () => as(right, user).post("/api/auth/me/delete", { password })
    // The deletion has locked the account when it waits for the workspace.
    const answers = await whileHeld([WORKSPACE, workspaceId], [remove, () => signIn(user.email, password)])
    expect(statusesOf(answers)).toEqual([200, 401])
    expect(answers[1]?.body.code).toBe("InvalidCredentials")
  })

  it("that is deleted gets no new workspace", async () => {
    const { left, query, right, whileHeld } = both()
    const { post, user, workspaceId } = await givenHome(left)
    const remove = () => as(right, user).post("/api/auth/me/delete", { password: "password of owner" })
    const create = () => post("/api/workspaces", { name: "Orphan" })
    const answers = await whileHeld([WORKSPACE, workspaceId], [remove, create])
    expect(statusesOf(answers)).toEqual([200, 401])
    expect(await query("select id from boardwright_workspace where owner_id = $1", [user.id])).toEqual([])
  })

  it("keeps what both onboarding forms say, and gets one first workspace", async () => {
    const { left, right, whileHeld } = both()
    const user = await left.user("ada")
    const complete = (server: TestServer, fields: object) => () =>
      as(server, user).post("/api/auth/onboarding", { companyName: "Engines", role: "maker", ...fields })
    const answers = await whileHeld(
      [ACCOUNT, user.id],
      [
        complete(left, { useCase: "looms", firstWorkspace: "First" }),
        complete(right, { companySize: "2-10", firstWorkspace: "Second" })
      ]
    )
    expect(statusesOf(answers)).toEqual([200, 200])
    expect((await as(left, user).get("/api/auth/me")).body.onboardingData).toEqual({
      companyName: "Engines",
      role: "maker",
      useCase: "looms",
      companySize: "2-10",
      firstWorkspace: "Second"
    })
    const { body } = await as(right, user).get("/api/workspaces")
    expect(body.workspaces).toMatchObject([{ name: "First" }])
  })
})
