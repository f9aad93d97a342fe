import { Access, Account, Board, System, Values, Workspace } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import {
  as,
  asOperator,
  deliveredToken,
  givenTeam,
  HOUR,
  NOON,
  refused,
  sent,
  story,
  givenUserWith
} from "../support.js"

const EMAIL = "ada@example.com"
const PASSWORD = "correct horse"

const givenUser = (overrides: Partial<Account.Account> = {}) => givenUserWith(PASSWORD, { email: EMAIL, ...overrides })

const signIn = (password = PASSWORD, email = EMAIL) =>
  Account.signIn({ email, password }).pipe(
    Effect.provideService(Account.CurrentClient, "192.0.2.1"),
    Effect.provideService(Account.CurrentUserAgent, `Firefox ${"x".repeat(300)}`)
  )

const eventsOf = (user?: string) =>
  Effect.map(asOperator(Account.listSecurityEvents({ user })), ({ items }) => items.toReversed())
const typesOf = (user?: string) => Effect.map(eventsOf(user), (events) => events.map(({ type }) => type))

describe("the security log", () => {
  story("has sign-ins with their session and client, and failed ones of accounts only", function* () {
    const { id } = yield* givenUser()
    const { token } = yield* signIn()
    const actor = yield* Account.authenticate(token)
    yield* refused(signIn("wrong horse"))
    yield* refused(signIn("wrong horse", "eve@example.com"))
    const [succeeded, failed, ...others] = yield* eventsOf()
    assert.containsSubset(succeeded, { type: "signIn.succeeded", userId: id, actorId: id, client: "192.0.2.1" })
    assert.strictEqual(succeeded?.userAgent?.length, 255)
    assert.strictEqual(actor._tag === "User" ? actor.sessionId : null, succeeded?.subjectId)
    assert.containsSubset(failed, { type: "signIn.failed", userId: id, actorId: null, detail: { reason: "refused" } })
    assert.deepStrictEqual(others, [])
  })

  story("has at most 100 failed sign-ins of a day", function* () {
    yield* givenUser()
    for (let time = 0; time < 105; time++) yield* Effect.flip(Account.signIn({ email: EMAIL, password: "wrong" }))
    assert.strictEqual((yield* typesOf()).length, 100)
    yield* TestClock.adjust("1 day")
    yield* Effect.flip(Account.signIn({ email: EMAIL, password: "wrong" }))
    assert.strictEqual((yield* typesOf()).length, 101)
  })

  story("has what a user does about password and sessions", function* () {
    const { id } = yield* givenUser()
    const by = Effect.provideService(Access.CurrentActor, Access.Actor.User({ userId: id }))
    yield* by(Account.changePassword({ currentPassword: PASSWORD, newPassword: "battery staple" }))
    yield* Account.requestPasswordReset({ email: EMAIL })
    const token = yield* deliveredToken(EMAIL)
    yield* Account.resetPassword({ token, password: PASSWORD })
    yield* signIn()
    const [session] = (yield* by(Account.listSessions())).items
    yield* by(Account.endSession(session?.id ?? ""))
    yield* by(Account.signOutEverywhere())
    assert.deepStrictEqual(yield* typesOf(EMAIL), [
      "password.changed",
      "password.resetRequested",
      "password.reset",
      "signIn.succeeded",
      "session.ended",
      "session.allEnded"
    ])
    const text = JSON.stringify(yield* eventsOf(EMAIL))
    for (const secret of [PASSWORD, "battery", token]) assert.isFalse(text.includes(secret))
  })

  story("has the API tokens that are made and revoked", function* () {
    const { id } = yield* asOperator(Account.createAccount({ name: "Ada", email: EMAIL, password: PASSWORD }))
    const { apiToken, token } = yield* as(id)(Account.createApiToken({ name: "CI", scopes: ["read"] }))
    yield* as(id)(Account.deleteApiToken(apiToken.id))
    const shown = (yield* eventsOf(id)).slice(-2).map(({ actorId, subjectId, type }) => ({ actorId, subjectId, type }))
    assert.deepStrictEqual(shown, [
      { actorId: id, subjectId: apiToken.id, type: "token.created" },
      { actorId: id, subjectId: apiToken.id, type: "token.revoked" }
    ])
    assert.isFalse(JSON.stringify(yield* eventsOf(id)).includes(token))
  })

  story("has what the operator does, without an actor, once", function* () {
    const { id } = yield* asOperator(Account.createAccount({ name: "Ada", email: EMAIL, password: PASSWORD }))
    for (const change of [Account.verifyAccount, Account.disableAccount, Account.enableAccount]) {
      yield* asOperator(change(id))
      yield* asOperator(change(id))
    }
    yield* asOperator(Account.setPassword(id, { password: PASSWORD }))
    yield* asOperator(Account.mintToken(id))
    const types = ["created", "verified", "disabled", "enabled"].map((what) => `account.${what}`)
    assert.deepStrictEqual(yield* typesOf(id), [...types, "password.changed", "token.created"])
    assert.isTrue((yield* eventsOf(id)).every(({ actorId }) => actorId === null))
  })

  story("has roles on boards, before and after, with who changed them", function* () {
    const { admin, boardId, viewer } = yield* givenTeam
    yield* as(admin)(Board.updateMember(boardId, viewer, { role: "editor" }))
    yield* as(viewer)(Board.removeMember(boardId, viewer))
    const shown = (yield* eventsOf(viewer)).map(({ actorId, detail, subjectId }) => ({ actorId, detail, subjectId }))
    assert.deepStrictEqual(shown, [
      { actorId: admin, detail: { of: "board", from: "viewer", to: "editor" }, subjectId: boardId },
      { actorId: viewer, detail: { of: "board", from: "editor", to: null }, subjectId: boardId }
    ])
  })

  story("has who owned a workspace before and after, for both", function* () {
    const { admin, owner, workspace } = yield* givenTeam
    const at = yield* Values.Timestamp.now
    yield* (yield* Workspace.WorkspaceRepository).putMember(workspace.id, { userId: admin, role: "admin" }, at)
    yield* as(owner)(Workspace.transferWorkspace(workspace.id, { userId: admin }))
    for (const each of [owner, admin]) {
      assert.containsSubset(yield* eventsOf(each), [
        { type: "owner.changed", actorId: owner, subjectId: workspace.id, detail: { from: owner, to: admin } }
      ])
    }
  })

  story("shows users their own events, and the operator those of a user, a type, or since a day", function* () {
    const [ada, eve] = [yield* givenUser(), yield* givenUser({ email: "eve@example.com" })]
    yield* signIn()
    yield* signIn(PASSWORD, eve.email)
    const own = yield* as(ada.id)(Account.listOwnSecurityEvents({ limit: 5 }))
    assert.strictEqual(own.total, 1)
    assert.deepStrictEqual(Object.keys(own.items[0] ?? {}).includes("email"), false)
    const list = (input: Account.ListSecurityEvents) =>
      Effect.map(asOperator(Account.listSecurityEvents(input)), ({ total }) => total)
    assert.strictEqual(yield* list({ user: eve.id, type: "signIn.succeeded", since: "2026-03-01" }), 1)
    assert.strictEqual(yield* list({ type: "signIn.failed" }), 0)
    assert.strictEqual(yield* list({ since: "2026-03-02" }), 0)
    assert.strictEqual(yield* refused(list({ type: sent("x"), since: "x" })), "InvalidInput type, since")
    assert.strictEqual(yield* refused(list({ user: "bob@example.com" })), "NotFound User")
    assert.strictEqual(yield* refused(as(ada.id)(Account.listSecurityEvents())), "Forbidden")
    assert.strictEqual(yield* refused(asOperator(Account.listOwnSecurityEvents())), "Forbidden")
  })

  story("is kept for 180 days", function* () {
    yield* givenUser()
    yield* signIn()
    yield* TestClock.setTime(NOON + 24 * HOUR)
    yield* signIn()
    yield* TestClock.setTime(NOON + 180 * 24 * HOUR + 1)
    yield* Effect.zipRight(System.startCleanup, Effect.yieldNow())
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* typesOf()).length, 1)
  })
})
