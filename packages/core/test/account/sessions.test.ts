import { Access, Account, AccountDeletion, Calendar, Ports, System, Workspace } from "@boardwright/core"
import { givenBoard, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterNoon, as, asOperator, HOUR, refused, sent, stored, story, givenUserWith } from "../support.js"
import type { Call } from "../undo/support.js"

const PASSWORD = "correct horse"

const givenUser = (email: string) => givenUserWith(PASSWORD, { email })

const signIn = (email: string, userAgent: string | null = null) =>
  Effect.map(
    Effect.provideService(Account.signIn({ email, password: PASSWORD }), Account.CurrentUserAgent, userAgent),
    ({ token }) => token
  )

/** Runs on behalf of the holder of the token. */
const by =
  (token: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Account.authenticate(token), (actor) => Effect.provideService(work, Access.CurrentActor, actor))

const ADA = "ada@example.com"
const sessionsOf = (token: string) => Effect.map(by(token)(Account.listSessions()), ({ items }) => items)
const isRefused = (token: string) => refused(Account.authenticate(token))

describe("sessions", () => {
  story("each sign-in is one, listed with its client, times and whether it is the current one", function* () {
    yield* givenUser(ADA)
    const first = yield* signIn(ADA, "Firefox")
    yield* TestClock.adjust("10 minutes")
    const second = yield* signIn(ADA)
    const week = 7 * 24 * HOUR
    const listed = (yield* sessionsOf(first)).map(({ id: _, ...session }) => session)
    assert.deepStrictEqual(listed, [
      {
        userAgent: null,
        createdAt: afterNoon(HOUR / 6),
        seenAt: afterNoon(HOUR / 6),
        expiresAt: afterNoon(HOUR / 6 + week),
        current: false
      },
      {
        userAgent: "Firefox",
        createdAt: afterNoon(0),
        seenAt: afterNoon(0),
        expiresAt: afterNoon(week),
        current: true
      }
    ])
    assert.deepStrictEqual(
      (yield* sessionsOf(second)).map(({ current }) => current),
      [true, false]
    )
    const page = yield* by(second)(Account.listSessions({ page: 2, limit: 1 }))
    assert.deepStrictEqual([page.items.length, page.total], [1, 2])
  })

  story("the name of a client is cut to 255 characters that can be stored", function* () {
    yield* givenUser(ADA)
    for (const [sent, kept] of [
      [" \u0000 ", null],
      [`${"x".repeat(254)}😀`, `${"x".repeat(254)}\uFFFD`],
      ["A\u0000B\uD800", "AB\uFFFD"]
    ] as const) {
      const [newest] = yield* sessionsOf(yield* signIn(ADA, sent))
      assert.strictEqual(newest?.userAgent, kept)
      yield* TestClock.adjust("1 minute")
    }
  })

  story("an ended session's token is refused, and no other", function* () {
    yield* givenUser(ADA)
    yield* givenUser("eve@example.com")
    const [first, second, eve] = [yield* signIn(ADA), yield* signIn(ADA), yield* signIn("eve@example.com")]
    const own = (yield* sessionsOf(first)).find(({ current }) => current)?.id ?? ""
    assert.strictEqual(yield* refused(by(eve)(Account.endSession(own))), "NotFound Session")
    yield* by(second)(Account.endSession(own))
    assert.strictEqual(yield* isRefused(first), "Unauthenticated")
    assert.strictEqual(yield* refused(by(second)(Account.endSession(own))), "NotFound Session")
    yield* by(second)(Account.signOut())
    assert.strictEqual(yield* isRefused(second), "Unauthenticated")
    assert.lengthOf(yield* sessionsOf(eve), 1)
  })

  story("a token without one is valid, and cannot end one of its own", function* () {
    const { email, id: userId } = yield* givenUser(ADA)
    const token = yield* (yield* Ports.AccessTokens).sign({ userId, email, ver: 0 })
    assert.deepStrictEqual(yield* sessionsOf(token), [])
    assert.strictEqual(yield* refused(by(token)(Account.signOut())), "InvalidInput token")
    assert.deepStrictEqual(yield* Account.authenticate(token), Access.Actor.User({ userId, tokenVersion: 0 }))
  })

  story("signing out everywhere, a new password and disabling end all of them, and all other tokens", function* () {
    const { email, id: userId } = yield* givenUser(ADA)
    const ends = [
      (token: string) => by(token)(Account.signOutEverywhere()),
      () => asOperator(Account.setPassword(email, { password: PASSWORD })),
      () => asOperator(Account.disableAccount(email))
    ]
    for (const [ver, end] of ends.entries()) {
      const tokens = [
        yield* signIn(ADA),
        yield* signIn(ADA),
        yield* (yield* Ports.AccessTokens).sign({ userId, email, ver })
      ]
      yield* end(tokens[0] ?? "")
      for (const token of tokens) assert.strictEqual(yield* isRefused(token), "Unauthenticated")
    }
    yield* asOperator(Account.enableAccount(email))
    assert.lengthOf(yield* sessionsOf(yield* signIn(ADA)), 1)
  })

  story("signing out everywhere leaves API tokens, unless they are to end, too", function* () {
    const { id } = yield* givenUser(ADA)
    const other = yield* givenUser("eve@example.com")
    const create = (userId: Account.UserId) =>
      Effect.map(as(userId)(Account.createApiToken({ name: "CI", scopes: ["read"] })), ({ token }) => token)
    const [token, theirs] = [yield* create(id), yield* create(other.id)]
    for (const tokens of [undefined, false]) {
      yield* by(yield* signIn(ADA))(Account.signOutEverywhere({ tokens }))
      yield* Account.authenticate(token)
    }
    yield* by(yield* signIn(ADA))(Account.signOutEverywhere({ tokens: true }))
    assert.strictEqual(yield* isRefused(token), "Unauthenticated")
    yield* Account.authenticate(theirs)
    assert.strictEqual(
      yield* refused(as(id)(Account.signOutEverywhere({ tokens: sent("yes") }))),
      "InvalidInput tokens"
    )
  })

  story("are listed and ended by the operator, of a user by id or address", function* () {
    const { id } = yield* givenUser(ADA)
    const token = yield* signIn(ADA, "Firefox")
    const apiToken = yield* as(id)(Account.createApiToken({ name: "CI", scopes: ["read"] }))
    const { items } = yield* asOperator(Account.listSessionsOf(ADA))
    assert.deepStrictEqual(
      items.map(({ current, userAgent }) => ({ current, userAgent })),
      [{ current: false, userAgent: "Firefox" }]
    )
    assert.strictEqual((yield* asOperator(Account.signOutUser(id))).email, ADA)
    assert.strictEqual(yield* isRefused(token), "Unauthenticated")
    assert.isEmpty((yield* asOperator(Account.listSessionsOf(id))).items)
    yield* Account.authenticate(apiToken.token)
    yield* asOperator(Account.signOutUser(ADA, { tokens: true }))
    assert.strictEqual(yield* isRefused(apiToken.token), "Unauthenticated")
    assert.strictEqual(yield* refused(as(id)(Account.listSessionsOf(ADA))), "Forbidden")
    assert.strictEqual(yield* refused(as(id)(Account.signOutUser(ADA))), "Forbidden")
    assert.strictEqual(yield* refused(asOperator(Account.listSessionsOf("nobody"))), "NotFound User")
    assert.strictEqual(yield* refused(asOperator(Account.signOutUser("nobody"))), "NotFound User")
  })

  story("are recorded as seen at most once an hour, and removed when their token has expired", function* () {
    yield* givenUser(ADA)
    const token = yield* signIn(ADA)
    const seen = Effect.map(sessionsOf(token), ([session]) => session?.seenAt)
    yield* TestClock.adjust("59 minutes")
    assert.strictEqual(yield* seen, afterNoon(0))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* seen, afterNoon(HOUR))
    yield* TestClock.adjust("7 days")
    assert.strictEqual(yield* isRefused(token), "Unauthenticated")
    yield* Effect.scoped(Effect.zipRight(System.startCleanup, TestClock.adjust("1 minute")))
    assert.strictEqual((yield* stored).sessions.size, 0)
  })

  story("while storage takes no writes, users are signed in without one, and requests are served", function* () {
    yield* givenUser(ADA)
    const token = yield* signIn(ADA)
    yield* TestClock.adjust("1 hour")
    let tries = 0
    const sessions = yield* Account.SessionRepository
    const fails = Effect.suspend(() => {
      tries++
      return new Ports.StorageUnavailable({ operation: "write", cause: new Error("read-only") })
    })
    yield* Effect.gen(function* () {
      const actorOf = yield* Account.authenticator
      for (let request = 0; request < 3; request++) yield* actorOf(token)
      assert.strictEqual(tries, 1)
      yield* TestClock.adjust("1 minute")
      yield* actorOf(token)
      assert.strictEqual(tries, 2)
      const sessionless = yield* signIn(ADA)
      assert.notProperty(yield* actorOf(sessionless), "sessionId")
    }).pipe(
      Effect.provideService(Account.SessionRepository, { ...sessions, see: () => fails, insert: () => fails }),
      Effect.provide(Ports.newOutage)
    )
  })

  story("are of people with an account: not of the operator, nor of users of a host", function* () {
    const host = Access.Actor.User({ userId: Account.UserId.make("1") })
    const by = Effect.provideService(Access.CurrentActor, host)
    assert.strictEqual(yield* refused(by(Account.listSessions())), "Unauthenticated")
    assert.strictEqual(yield* refused(by(Account.listOwnSecurityEvents())), "Unauthenticated")
    assert.strictEqual(yield* refused(by(Account.signOutEverywhere())), "Unauthenticated")
    assert.strictEqual(yield* refused(asOperator(Account.listSessions())), "Forbidden")
    assert.strictEqual(yield* refused(asOperator(Account.signOutEverywhere())), "Forbidden")
    assert.strictEqual(yield* refused(asOperator(Account.signOut())), "Forbidden")
    assert.strictEqual(yield* refused(asOperator(Account.endSession("x"))), "Forbidden")
  })

  story("that end while a request arrives make no API token, no calendar link and no workspace", function* () {
    const { id } = yield* givenUser(ADA)
    const { board } = yield* givenBoard({ workspace: yield* givenWorkspace({ ownerId: id }) })
    for (const isEverywhere of [false, true]) {
      const token = yield* signIn(ADA)
      const late = yield* Account.authenticate(token)
      const end = isEverywhere ? Account.signOutEverywhere({ tokens: true }) : Account.signOut()
      yield* by(token)(end as Call)
      const made = [
        Account.createApiToken({ name: "Thief", scopes: ["read"] }),
        Calendar.createCalendarLink(board.id),
        Workspace.createWorkspace({ name: "Orphan" })
      ] as ReadonlyArray<Call>
      for (const call of made) {
        const arrived = Effect.provideService(call, Access.CurrentActor, late)
        assert.strictEqual(yield* refused(arrived), "Unauthenticated")
      }
    }
  })

  story("and API tokens of an account that is deleted while a request arrives make no workspace", function* () {
    const { id } = yield* givenUser(ADA)
    const session = yield* signIn(ADA)
    const { token } = yield* by(session)(Account.createApiToken({ name: "Script", scopes: ["manage"] }))
    const late = [yield* Account.authenticate(session), yield* Account.authenticate(token)]
    yield* as(id)(AccountDeletion.deleteOwnAccount({ password: PASSWORD }))
    for (const actor of late) {
      const arrived = Effect.provideService(Workspace.createWorkspace({ name: "Orphan" }), Access.CurrentActor, actor)
      assert.strictEqual(yield* refused(arrived), "Unauthenticated")
    }
  })
})
