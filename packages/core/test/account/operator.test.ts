import { Access, Account, Mail, Ports, Workspace } from "@boardwright/core"
import { givenAccount, givenWorkspace, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterNoon, as, asOperator, deliveredToken, MINUTE, refused, sent, story, writingNothing } from "../support.js"

const ADA = { name: " Ada ", email: "Ada@Example.com", password: "correct horse" }
const signIn = (password: string) => Account.signIn({ email: ADA.email, password })
const create = (input: Partial<Account.CreateAccount> = {}) => asOperator(Account.createAccount({ ...ADA, ...input }))

describe("the operator's use cases", () => {
  story("are forbidden to users", function* () {
    const { id } = yield* givenAccount()
    const byUser = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) => refused(as(id)(call))
    const calls = [
      byUser(Account.listAccounts()),
      byUser(Account.findAccount(id)),
      byUser(Account.createAccount(ADA)),
      byUser(Account.verifyAccount(id)),
      byUser(Account.setPassword(id, { password: "another password" })),
      byUser(Account.disableAccount("nobody")),
      byUser(Account.enableAccount(id)),
      byUser(Account.mintToken(id, sent({ lifetime: "never" }))),
      byUser(Account.createApiTokenFor(id, sent({}))),
      byUser(Account.listAllApiTokens()),
      byUser(Account.revokeApiToken("nothing")),
      byUser(Workspace.listAllWorkspaces()),
      byUser(Workspace.findAnyWorkspace("nothing"))
    ]
    for (const call of calls) assert.strictEqual(yield* call, "Forbidden")
  })

  story("fail for missing accounts", function* () {
    yield* givenAccount()
    for (const nobody of ["nobody", "", "nobody@example.com", "\u0000", "\uD83D"]) {
      const calls = [
        refused(asOperator(Account.findAccount(nobody))),
        refused(asOperator(Account.verifyAccount(nobody))),
        refused(asOperator(Account.setPassword(nobody, { password: "another password" }))),
        refused(asOperator(Account.disableAccount(nobody))),
        refused(asOperator(Account.enableAccount(nobody))),
        refused(asOperator(Account.mintToken(nobody))),
        refused(asOperator(Account.createApiTokenFor(nobody, { name: "CI", scopes: ["read"] })))
      ]
      for (const call of calls) assert.strictEqual(yield* call, "NotFound User")
    }
  })
})

describe("createAccount", () => {
  story("creates a verified account that can sign in, and sends no mail", function* () {
    const made = yield* create({ verified: true })
    const { createdAt, disabledAt, email, name, verifiedAt } = made
    assert.deepStrictEqual(
      [name, email, createdAt, verifiedAt, disabledAt],
      ["Ada", "Ada@Example.com", afterNoon(0), afterNoon(0), null]
    )
    assert.notInclude(JSON.stringify(made), "horse")
    assert.notProperty(made, "passwordHash")
    assert.strictEqual((yield* signIn(ADA.password)).user.id, made.id)
    yield* Mail.deliverMail()
    assert.deepStrictEqual(yield* (yield* RecordingMailer).sentTo(ADA.email), [])
  })

  story("mails the link to an unverified account", function* () {
    assert.isNull((yield* create()).verifiedAt)
    assert.strictEqual(yield* refused(signIn(ADA.password)), "EmailNotVerified")
    yield* Account.verifyEmail(yield* deliveredToken(ADA.email))
    yield* signIn(ADA.password)
  })

  story("follows the rules of signing up", function* () {
    yield* create()
    assert.strictEqual(yield* refused(create({ email: "ADA@example.COM" })), "EmailTaken")
    const wrong = { name: " ", email: "nobody", password: "short", verified: sent("yes") }
    assert.strictEqual(yield* refused(create(wrong)), "InvalidInput name, email, password, verified")
  })
})

describe("verifyAccount", () => {
  story("verifies, uses up the mailed links, and keeps the time of a verified account", function* () {
    yield* create()
    const token = yield* deliveredToken(ADA.email)
    assert.strictEqual((yield* asOperator(Account.verifyAccount(ADA.email))).verifiedAt, afterNoon(0))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* asOperator(Account.verifyAccount(" ADA@example.com "))).verifiedAt, afterNoon(0))
    yield* signIn(ADA.password)
    yield* writingNothing(Account.verifyEmail(token))
  })
})

describe("setPassword", () => {
  story("ends sessions and reset links, and verifies nothing", function* () {
    const { id } = yield* create({ verified: true })
    const { token } = yield* signIn(ADA.password)
    yield* Account.requestPasswordReset({ email: ADA.email })
    const mailed = yield* deliveredToken(ADA.email)
    yield* asOperator(Account.setPassword(id, { password: "another password" }))
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    assert.strictEqual(yield* refused(signIn(ADA.password)), "InvalidCredentials")
    const reset = Account.resetPassword({ token: mailed, password: "a third password" })
    assert.strictEqual(yield* refused(reset), "InvalidEmailToken")
    yield* signIn("another password")
    const { email } = yield* givenAccount({ verifiedAt: null })
    assert.isNull((yield* asOperator(Account.setPassword(email, { password: "another password" }))).verifiedAt)
  })

  story("rejects an invalid password", function* () {
    const { id } = yield* create({ verified: true })
    assert.strictEqual(
      yield* refused(asOperator(Account.setPassword(id, { password: "short" }))),
      "InvalidInput password"
    )
    yield* signIn(ADA.password)
  })
})

describe("mintToken", () => {
  const minted = (input?: Account.MintToken) => asOperator(Account.mintToken(ADA.email, input))

  story("is valid for the account for 7 days, or for the given lifetime", function* () {
    const { id } = yield* create()
    const week = yield* minted()
    const minute = yield* minted({ lifetime: "1 minute" })
    const decade = yield* minted({ lifetime: "3650 days" })
    assert.strictEqual(minute.expiresAt, afterNoon(MINUTE))
    assert.deepStrictEqual(
      yield* Account.authenticate(minute.token),
      Access.Actor.User({ userId: id, tokenVersion: 0 })
    )
    yield* TestClock.adjust("61 seconds")
    assert.strictEqual(yield* refused(Account.authenticate(minute.token)), "Unauthenticated")
    yield* Account.authenticate(week.token)
    yield* TestClock.adjust("7 days")
    assert.strictEqual(yield* refused(Account.authenticate(week.token)), "Unauthenticated")
    yield* Account.authenticate(decade.token)
    const claims = yield* (yield* Ports.AccessTokens).verify(decade.token)
    assert.deepInclude(claims, { value: { userId: id, email: ADA.email, ver: 0 } })
  })

  story("refuses other lifetimes", function* () {
    yield* create()
    for (const lifetime of ["59 seconds", "3651 days", "never", 0, -1, Number.NaN, Number.POSITIVE_INFINITY, {}]) {
      assert.strictEqual(yield* refused(minted(sent({ lifetime }))), "InvalidInput lifetime", String(lifetime))
    }
  })
})

describe("listAccounts and findAccount", () => {
  story("return the details of accounts", function* () {
    const first = yield* create()
    yield* TestClock.adjust("1 second")
    const second = yield* create({ name: "Bob", email: "bob@example.com", verified: true })
    const list = (input: Account.ListAccounts) => asOperator(Account.listAccounts(input))
    const all = { items: [first, second], total: 2, page: 1, limit: 1000 }
    assert.deepStrictEqual(yield* list({}), all)
    assert.deepStrictEqual(yield* list({ search: " EXAMPLE.com " }), all)
    assert.deepStrictEqual(yield* list({ page: 2, limit: 1 }), { items: [second], total: 2, page: 2, limit: 1 })
    assert.deepStrictEqual((yield* list({ search: "BO" })).items, [second])
    assert.strictEqual(yield* refused(list({ search: "x".repeat(256), page: 0 })), "InvalidInput search, page")
    for (const known of [first.id, "ada@EXAMPLE.com ", ADA.email]) {
      assert.deepStrictEqual(yield* asOperator(Account.findAccount(known)), first)
    }
  })
})

describe("listAllWorkspaces and findAnyWorkspace", () => {
  story("list the workspaces of all users, and find one by id or exact name", function* () {
    const garden = yield* givenWorkspace({ name: "Garden", createdAt: afterNoon(1) })
    const yard = yield* givenWorkspace({ name: "Yard", createdAt: afterNoon(2) })
    // The id of one board may be the name of another.
    const odd = yield* givenWorkspace({ name: yard.id, createdAt: afterNoon(3) })
    const { items, total } = yield* asOperator(Workspace.listAllWorkspaces({ limit: 2 }))
    assert.deepStrictEqual([items, total], [[garden, yard], 3])
    for (const [text, workspace] of [
      ["Garden", garden],
      [garden.id, garden],
      [yard.id, yard],
      [odd.id, odd]
    ] as const)
      assert.deepStrictEqual(yield* asOperator(Workspace.findAnyWorkspace(text)), workspace)
    for (const text of ["garden", "Garden ", "", "\u0000"])
      assert.strictEqual(yield* refused(asOperator(Workspace.findAnyWorkspace(text))), "NotFound Workspace")
  })

  story("list the ids if several have the name", function* () {
    const second = yield* givenWorkspace({ name: "Garden", createdAt: afterNoon(2) })
    const first = yield* givenWorkspace({ name: "Garden", createdAt: afterNoon(1) })
    const failure = yield* Effect.flip(asOperator(Workspace.findAnyWorkspace("Garden")))
    assert.deepInclude(failure, { _tag: "WorkspaceAmbiguous", name: "Garden", ids: [first.id, second.id], total: 2 })
  })
})
