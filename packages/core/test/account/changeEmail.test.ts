import { Account, Board, Mail, Ports } from "@boardwright/core"
import { givenAccount, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { as, asOperator, deliveredToken, givenTeam, HOUR, refused, story, givenUserWith } from "../support.js"

const OLD = "ada@example.com"
const NEW = "Ada@example.org"
const THIRD = "ada@example.net"
const PASSWORD = "correct horse"

const givenUser = (email = OLD) => givenUserWith(PASSWORD, { email })
const change = (email = NEW, password = PASSWORD) => Account.changeEmail({ email, password })
const signIn = (email: string) => Account.signIn({ email, password: PASSWORD })
const signUp = (email: string) => Account.signUp({ name: "Eve", email, password: PASSWORD })
const confirm = (token: string) => Account.confirmEmail({ token })
const undo = (token: string) => Account.undoEmail({ token })
const deliveredTo = (address: string) =>
  Effect.zipRight(
    Mail.deliverMail(),
    Effect.flatMap(RecordingMailer, (mailer) => mailer.sentTo(address))
  )

const PENDING = "what the browser keeps"
const SOMEONE = { issuer: "https://id.example.net", subject: "someone" }

/** The code that a provider's sign-in of someone who owns the address ends with. */
const signInAtProvider = (verifiedEmail: string, person = SOMEONE) =>
  Account.finishSingleSignOn(PENDING, "code=x").pipe(
    Effect.map(({ code }) => code),
    Effect.provideService(Ports.IdentityProvider, {
      begin: Effect.succeed({ location: "https://id.example.com/auth", pending: PENDING }),
      finish: () => Effect.succeed({ ...person, verifiedEmail, name: null })
    })
  )
const exchangeCode = (code: string) => Account.exchangeSignInCode(PENDING, { code })

/** Changes the address of an account, and returns the token that undoes it. */
const changed = Effect.fnUntraced(function* (id: Account.UserId, from: string, to: string) {
  yield* as(id)(change(to))
  yield* confirm(yield* deliveredToken(to))
  return yield* deliveredToken(from)
})

describe("changing the address", () => {
  story("takes the link mailed to the new one, and ends every token", function* () {
    const { id } = yield* givenUser()
    const { token } = yield* signIn(OLD)
    yield* Account.requestPasswordReset({ email: OLD })
    const reset = yield* deliveredToken(OLD)
    yield* as(id)(change())
    const link = yield* deliveredToken(NEW)
    assert.strictEqual((yield* signIn(OLD)).user.email, OLD)
    assert.strictEqual(yield* refused(undo(link)), "InvalidEmailToken")
    yield* confirm(link)
    assert.strictEqual((yield* signIn(NEW)).user.email, NEW)
    assert.strictEqual(yield* refused(signIn(OLD)), "InvalidCredentials")
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    assert.strictEqual(
      yield* refused(Account.resetPassword({ token: reset, password: "another one" })),
      "InvalidEmailToken"
    )
    assert.strictEqual(yield* refused(confirm(link)), "InvalidEmailToken")
  })

  story("is undone for 48 hours by the link mailed to the old one", function* () {
    const { id } = yield* givenUser()
    const link = yield* changed(id, OLD, NEW)
    const { token } = yield* signIn(NEW)
    yield* TestClock.adjust(48 * HOUR - 1)
    assert.strictEqual(yield* refused(confirm(link)), "InvalidEmailToken")
    yield* undo(link)
    assert.strictEqual((yield* signIn(OLD)).user.id, id)
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    assert.strictEqual(yield* refused(undo(link)), "InvalidEmailToken")
    const late = yield* changed(id, OLD, NEW)
    yield* TestClock.adjust(48 * HOUR)
    assert.strictEqual(yield* refused(undo(late)), "InvalidEmailToken")
  })

  story("of several, undoing an earlier one ends the later ones and requests", function* () {
    const { id } = yield* givenUser()
    const first = yield* changed(id, OLD, NEW)
    const second = yield* changed(id, NEW, THIRD)
    yield* as(id)(change("ada@example.edu"))
    const request = yield* deliveredToken("ada@example.edu")
    yield* undo(first)
    assert.strictEqual((yield* signIn(OLD)).user.id, id)
    assert.strictEqual(yield* refused(undo(second)), "InvalidEmailToken")
    assert.strictEqual(yield* refused(confirm(request)), "InvalidEmailToken")
  })

  story("of several, undoing a later one leaves the earlier one open", function* () {
    const { id } = yield* givenUser()
    const first = yield* changed(id, OLD, NEW)
    yield* undo(yield* changed(id, NEW, THIRD))
    yield* undo(first)
    assert.strictEqual((yield* signIn(OLD)).user.id, id)
  })

  story("a request ends with a new password, a later request, and disabling, sent or not", function* () {
    const { id } = yield* givenUser()
    yield* as(id)(change())
    const sent = yield* deliveredToken(NEW)
    yield* as(id)(change(THIRD))
    assert.strictEqual(yield* refused(confirm(sent)), "InvalidEmailToken")
    const later = yield* deliveredToken(THIRD)
    yield* as(id)(change())
    yield* asOperator(Account.setPassword(id, { password: PASSWORD }))
    assert.strictEqual(yield* refused(confirm(later)), "InvalidEmailToken")
    assert.lengthOf(yield* deliveredTo(NEW), 1)
    yield* as(id)(change())
    yield* asOperator(Account.disableAccount(id))
    assert.lengthOf(yield* deliveredTo(NEW), 1)
  })

  story("answers alike and mails nobody where the new address is taken", function* () {
    const { id } = yield* givenUser()
    yield* givenAccount({ email: THIRD })
    assert.isUndefined(yield* as(id)(change(THIRD)))
    assert.deepStrictEqual(yield* deliveredTo(THIRD), [])
    yield* as(id)(change())
    const link = yield* deliveredToken(NEW)
    yield* signUp(NEW)
    assert.strictEqual(yield* refused(confirm(link)), "EmailTaken")
  })

  story("keeps the old address for its account while it can be undone", function* () {
    const { id } = yield* givenUser()
    const link = yield* changed(id, OLD, NEW)
    assert.strictEqual(yield* refused(signUp(OLD.toUpperCase())), "EmailTaken")
    const eve = yield* givenUser("eve@example.com")
    yield* as(eve.id)(change(OLD))
    assert.strictEqual(yield* refused(confirm(yield* deliveredToken(OLD))), "EmailTaken")
    yield* undo(link)
    yield* TestClock.adjust(1)
    yield* changed(id, OLD, NEW)
    yield* TestClock.adjust(48 * HOUR)
    yield* signUp(OLD)
  })

  story("keeps the old address from who is invited to it, and from who signs in at a provider with it", function* () {
    const { id } = yield* givenUser()
    const team = yield* givenTeam
    const link = yield* changed(id, OLD, NEW)
    yield* as(team.admin)(Board.inviteMember(team.boardId, { email: OLD, role: "viewer" }))
    const mail = (yield* deliveredTo(OLD)).at(-1)
    const invitation = /signup\?invitation=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1]
    assert.isDefined(invitation)
    const invited = Account.signUp({ name: "Eve", email: OLD, password: PASSWORD, invitation })
    assert.strictEqual(yield* refused(invited), "EmailTaken")
    assert.strictEqual(yield* refused(signInAtProvider(OLD)), "InvalidCredentials")
    yield* undo(link)
    assert.strictEqual((yield* signIn(OLD)).user.id, id)
  })

  story("undone, removes the identities and sign-in codes that were made since, and no earlier ones", function* () {
    const { id } = yield* givenUser()
    const owner = { issuer: "https://id.example.com", subject: "ada-7" }
    yield* signInAtProvider(OLD, owner)
    yield* TestClock.adjust(1)
    const link = yield* changed(id, OLD, NEW)
    const thief = { issuer: "https://id.example.org", subject: "eve-8" }
    const code = yield* signInAtProvider(NEW, thief)
    yield* undo(link)
    assert.strictEqual(yield* refused(exchangeCode(code)), "InvalidEmailToken")
    const identities = yield* Account.IdentityRepository
    assert.deepStrictEqual(
      (yield* identities.ofUser(id)).map(({ subject }) => subject),
      [owner.subject]
    )
    assert.notStrictEqual((yield* exchangeCode(yield* signInAtProvider(NEW, thief))).user.id, id)
    assert.strictEqual((yield* exchangeCode(yield* signInAtProvider(OLD, owner))).user.id, id)
  })

  story("needs the password, another address, and an account", function* () {
    const { id } = yield* givenUser()
    assert.strictEqual(yield* refused(as(id)(change(NEW, "wrong"))), "InvalidInput password")
    assert.strictEqual(yield* refused(as(id)(change("nowhere"))), "InvalidInput email")
    assert.strictEqual(yield* refused(as(id)(change(OLD.toUpperCase()))), "InvalidInput email")
    assert.strictEqual(yield* refused(as(Account.UserId.make("a host's user"))(change())), "Unauthenticated")
    assert.strictEqual(yield* refused(asOperator(change())), "Forbidden")
    assert.strictEqual(yield* refused(confirm("wrong")), "InvalidEmailToken")
  })

  story("verifies the address of an account that never did", function* () {
    const { id } = yield* givenUser()
    yield* asOperator(Account.createAccount({ name: "Lin", email: "lin@example.com", password: PASSWORD }))
    const accounts = yield* Account.AccountRepository
    const lin = Option.getOrThrow(yield* accounts.findByEmail("lin@example.com"))
    yield* as(lin.id)(change())
    yield* confirm(yield* deliveredToken(NEW))
    assert.strictEqual((yield* signIn(NEW)).user.id, lin.id)
    assert.notStrictEqual(lin.id, id)
  })
})
