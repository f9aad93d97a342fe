import { Account, Change, Ports, Values } from "@boardwright/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accounts } from "./accounts.js"
import { endpointOf, ENDPOINTS } from "./endpoints.js"
import { filled, provokeErrors } from "./errors.js"
import { replays } from "./replays.js"
import { type SideBySide, startSideBySide } from "./sideBySide.js"
import { successes } from "./successes.js"
import { furnish, pathOf } from "./world.js"

const TOO_MANY = 429
const REFUSED = 409
/**
 * Statuses of fresh copies and of rate limits, which other tests cover, and of server faults, which no request can cause. A copy is
 * known by its tag, which each server makes itself.
 */
const OTHERS: ReadonlySet<number> = new Set([304, 408, TOO_MANY, 500, 503])

/** What needs an identity provider, which test/faults/singleSignOn.test.ts has. */
const OF_A_PROVIDER: ReadonlySet<string> = new Set([
  "accounts.startSingleSignOn 302",
  "accounts.finishSingleSignOn 302",
  "accounts.exchangeSignInCode 200",
  "accounts.exchangeSignInCode 401"
])

/** The statuses in the contract that were never received. */
const missing = ({ sent }: SideBySide): ReadonlyArray<string> => {
  const had = new Set(sent.map(([request, status]) => `${endpointOf(request)} ${status}`))
  return ENDPOINTS.flatMap(({ name, statuses }) =>
    statuses.filter((status) => !OTHERS.has(status)).map((status) => `${name} ${status}`)
  ).filter((each) => !had.has(each) && !OF_A_PROVIDER.has(each))
}

/** Sends each request that changes something to servers whose handlers refuse every change. */
const refusals = async (servers: SideBySide): Promise<void> => {
  const session = servers.session()
  const world = await furnish(session)
  const other = { name: "Other", workspaceId: world.ids["workspaces"] }
  const { board } = (await session.send("POST", "/api/boards", world.owner, { body: other })).body
  const workspace = `/api/workspaces/${world.ids["workspaces"]}`
  const invite = async (body: object) =>
    (await session.send("POST", `${workspace}/members`, world.owner, { body })).body.invitation.id
  const joined = await invite({ userId: world.editor.id, role: "admin" })
  await session.send("POST", `/api/invitations/${joined}/accept`, world.editor)
  const invitation = await invite({ email: "nobody@example.com", role: "viewer" })
  const refuse = () => new Change.ChangeRefused("Not now")
  await servers.runOnEach(
    Effect.map(Change.ChangeHandlers, (registry) => Change.CHANGE_TYPES.map((type) => registry?.add(type, refuse)))
  )
  for (const { example, method, statuses, template } of ENDPOINTS) {
    const rest = example === null ? {} : { body: filled(example, world) }
    for (const person of statuses.includes(REFUSED) ? [world.owner, world.invitee] : [])
      await session.send(method, pathOf(template, world.ids), person, rest)
  }
  await session.send("POST", "/api/auth/me/delete", world.owner, { body: { password: "password of owner" } })
  // Within its own board a task is moved by another endpoint.
  const away = { body: { boardId: board.id } }
  await session.send("POST", `/api/tasks/${world.ids["tasks"]}/move-to-board`, world.owner, away)
  const member = `${workspace}/members/${world.editor.id}`
  await session.send("PATCH", member, world.owner, { body: { role: "viewer" } })
  await session.send("DELETE", member, world.owner)
  await session.send("POST", `${workspace}/transfer`, world.owner, { body: { userId: world.editor.id } })
  await session.send("POST", `${workspace}/invitations/${invitation}/resend`, world.owner)
  await session.send("DELETE", `${workspace}/invitations/${invitation}`, world.owner)
}

/** Ends the mails of a user by the token of one, which no server here has sent. */
const unsubscribe = async (servers: SideBySide): Promise<void> => {
  const { send, user } = servers.session()
  await user("subscriber")
  await servers.runOnEach(
    Effect.gen(function* () {
      const found = yield* (yield* Account.AccountRepository).list("subscriber", { page: 1, offset: 0, limit: 1 })
      const hash = yield* (yield* Ports.Secrets).hash("subscriber")
      const [{ id: userId } = { id: Account.UserId.make("") }] = found.items
      const token = { hash, purpose: "unsubscribe", userId, usedAt: null } as const
      yield* (yield* Account.EmailTokenRepository).insert({
        ...token,
        expiresAt: Values.Timestamp.fromMillis(Date.now() + 60_000)
      })
    }).pipe(Effect.orDie)
  )
  for (const token of ["subscriber", "wrong"]) await send("POST", `/api/auth/unsubscribe?token=${token}`)
}

describe("servers on each storage give the same responses", () => {
  let servers: SideBySide
  beforeAll(async () => {
    servers = await startSideBySide()
  })
  afterAll(() => servers.stop())

  it("for every endpoint and every status in its contract", { timeout: 240_000 }, async () => {
    await accounts(servers.session())
    const session = servers.session()
    const world = await furnish(session)
    await provokeErrors(session, world)
    await replays(session, world)
    await successes(session, world)
    await unsubscribe(servers)
    await refusals(servers)
    expect(missing(servers)).toEqual([])
  })
})

it("servers on each storage apply the same rate limits", { timeout: 60_000 }, async () => {
  const limits = { auth: 2, sensitive: 2, general: 2 }
  const servers = await startSideBySide({ rateLimits: limits, trustProxy: 1 })
  const { send } = servers.session()
  for (const [at, { example, isCounted, method, name, template }] of ENDPOINTS.entries()) {
    const headers = { "x-forwarded-for": `198.51.100.${at}` }
    const ask = () =>
      send(method, pathOf(template, {}), null, { headers, ...(example === null ? {} : { body: example }) })
    await ask()
    await ask()
    expect([name, (await ask()).status === TOO_MANY]).toEqual([name, isCounted])
  }
  await servers.stop()
})
