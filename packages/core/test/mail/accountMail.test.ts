import { Account, AccountDeletion, Mail, Values } from "@boardwright/core"
import { RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Struct, TestClock } from "effect"
import { as, asOperator, deliveredToken, NOON, stored, story, givenUserWith } from "../support.js"
import { notifying } from "./support.js"

const EMAIL = "ada@example.com"
const PASSWORD = "correct horse"
const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const NEWER = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"

const givenUser = givenUserWith(PASSWORD, { email: EMAIL })

const signIn = (userAgent: string | null, client = "192.0.2.1") =>
  Account.signIn({ email: EMAIL, password: PASSWORD }).pipe(
    Effect.provideService(Account.CurrentClient, client),
    Effect.provideService(Account.CurrentUserAgent, userAgent)
  )

/** The mails that were sent until now. */
const mails = Effect.gen(function* () {
  while ((yield* notifying(Mail.deliverMail())) > 0);
  return yield* (yield* RecordingMailer).sentTo(EMAIL)
})
const subjects = Effect.map(mails, (sent) => sent.map(Struct.get("subject")))

describe("the mail about a sign-in from a new device", () => {
  story("is not sent unless the operator turns such mails on", function* () {
    yield* givenUser
    for (const device of [LINUX, WINDOWS]) yield* signIn(device)
    assert.isEmpty(yield* mails)
  })

  story(
    "is sent for a kind of client that the account has not used, but the first, and for no other network",
    function* () {
      yield* givenUser
      for (const device of [LINUX, NEWER]) yield* notifying(signIn(device))
      yield* notifying(signIn(LINUX, "198.51.100.7"))
      assert.isEmpty(yield* mails)
      yield* notifying(signIn(WINDOWS, "2001:db8::/64"))
      const [mail, ...others] = yield* mails
      assert.isEmpty(others)
      assert.strictEqual(mail?.subject, "A sign-in from a new device")
      assert.include(mail?.text, "on 2026-03-01 at 12:00 UTC, with Chrome on Windows, from the address 2001:db8::/64.")
      assert.include(mail?.text, "https://app.example.test/account?settings=1")
      yield* notifying(signIn(WINDOWS))
      yield* notifying(signIn("curl/8.5.0"))
      yield* notifying(signIn("curl/8.6.1"))
      yield* notifying(signIn(null))
      assert.strictEqual((yield* mails).length, 3)
    }
  )

  story("is one for two sign-ins at once", function* () {
    yield* givenUser
    yield* notifying(signIn(LINUX))
    yield* notifying(Effect.all([signIn(WINDOWS), signIn(WINDOWS)], { concurrency: "unbounded" }))
    assert.deepStrictEqual(yield* subjects, ["A sign-in from a new device"])
  })

  story("counts the client by its name alone, and shows no text of it", function* () {
    yield* givenUser
    yield* notifying(signIn(LINUX))
    yield* notifying(signIn("Call +44 123 at https://evil.example", "host-42"))
    const [mail] = yield* mails
    assert.include(mail?.text, "signed in to your Boardwright account on 2026-03-01 at 12:00 UTC. It was")
    assert.isFalse(/evil|host-42/.test(JSON.stringify(mail)))
  })

  story(
    "is not sent to a user who refused it or is disabled meanwhile, and at most five times in an hour",
    function* () {
      const { id } = yield* givenUser
      yield* notifying(signIn(LINUX))
      yield* as(id)(Account.updateProfile({ notifications: { signIn: false } }))
      yield* notifying(signIn(WINDOWS))
      assert.isEmpty(yield* mails)
      yield* as(id)(Account.updateProfile({ notifications: { signIn: null } }))
      for (let at = 0; at < 7; at++) yield* notifying(signIn(`client ${"x".repeat(at)}`))
      assert.strictEqual((yield* mails).length, 5)
      yield* notifying(signIn("another"))
      yield* asOperator(Account.disableAccount(id))
      yield* TestClock.adjust("2 hours")
      assert.strictEqual((yield* mails).length, 5)
      assert.strictEqual((yield* stored).mailJobs.size, 0)
    }
  )
})

describe("the mail about an API token", () => {
  const create = (id: Account.UserId, name: string, days?: number) => {
    const expiresAt =
      days === undefined ? undefined : Values.Timestamp.fromMillis(NOON + Duration.toMillis(`${days} days`))
    return as(id)(Account.createApiToken({ name, scopes: ["write", "read"], expiresAt })).pipe(
      Effect.provideService(Account.CurrentUserAgent, LINUX)
    )
  }

  story(
    "is sent when one is created, whatever the operator's setting, with its name and scopes and no secret",
    function* () {
      const { id } = yield* givenUser
      const { apiToken, token } = yield* create(id, "CI")
      yield* as(id)(Account.deleteApiToken(apiToken.id))
      yield* Mail.deliverMail()
      const [mail, ...others] = yield* (yield* RecordingMailer).sentTo(EMAIL)
      assert.isEmpty(others)
      assert.strictEqual(mail?.subject, "A new API token")
      assert.include(
        mail?.text,
        'the API token "CI" was created for your Boardwright account on 2026-03-01 at 12:00 UTC, with Firefox on Linux. Its scopes: read, write.'
      )
      for (const secret of [token, apiToken.prefix]) assert.isFalse(JSON.stringify(mail).includes(secret))
    }
  )

  story("shows no name that could become a link, and goes to the address that the account has then", function* () {
    const { id } = yield* givenUser
    yield* create(id, "see evil.example")
    yield* (yield* Account.AccountRepository).replaceEmail(id, "new@example.com")
    yield* Mail.deliverMail()
    const [mail] = yield* (yield* RecordingMailer).sent
    assert.strictEqual(mail?.to, "new@example.com")
    assert.include(mail?.text, "the API token was created")
  })

  story("of each waits where an address has had too many within an hour", function* () {
    const { id } = yield* givenUser
    for (let made = 0; made < 7; made += 1) yield* create(id, `CI ${made}`)
    assert.lengthOf(yield* mails, 5)
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(yield* mails, 7)
  })

  story("does not wait once the token is revoked, so that tokens without end leave no mails without end", function* () {
    const { id } = yield* givenUser
    for (let made = 0; made < 9; made += 1) {
      const { apiToken } = yield* create(id, `CI ${made}`)
      if (made !== 7) yield* as(id)(Account.deleteApiToken(apiToken.id))
    }
    assert.lengthOf(yield* mails, 5)
    assert.strictEqual((yield* stored).mailJobs.size, 1)
    yield* TestClock.adjust("1 hour")
    assert.include((yield* mails).at(-1)?.text, '"CI 7"')
  })

  story("is sent a week before one expires, if it is not revoked and such mails are on", function* () {
    const { id } = yield* givenUser
    yield* create(id, "CI", 30)
    const { apiToken } = yield* create(id, "Gone", 30)
    yield* create(id, "Short", 7)
    yield* create(id, "Endless")
    assert.strictEqual((yield* mails).length, 4)
    yield* as(id)(Account.deleteApiToken(apiToken.id))
    yield* TestClock.adjust("22 days")
    assert.strictEqual((yield* mails).length, 4)
    yield* TestClock.adjust("1 day")
    const [, , , , mail, ...others] = yield* mails
    assert.isEmpty(others)
    assert.strictEqual(mail?.subject, "An API token expires in a week")
    assert.include(mail?.text, 'the API token "CI" of your Boardwright account expires on 2026-03-31 at 12:00 UTC.')
    assert.strictEqual((yield* stored).mailJobs.size, 0)
    yield* create(id, "Off", 60)
    yield* TestClock.adjust("30 days")
    while ((yield* Mail.deliverMail()) > 0);
    assert.strictEqual((yield* mails).at(-1)?.subject, "A new API token")
  })

  story("about its end leaves the queue with the token", function* () {
    const { id } = yield* givenUser
    const given = Effect.gen(function* () {
      const { apiToken } = yield* create(id, "CI", 30)
      yield* mails
      assert.strictEqual((yield* stored).mailJobs.size, 1)
      return apiToken.id
    })
    const isGone = Effect.map(stored, ({ mailJobs }) => assert.strictEqual(mailJobs.size, 0))
    yield* as(id)(Account.deleteApiToken(yield* given))
    yield* isGone
    yield* given
    yield* as(id)(Account.signOutEverywhere({ tokens: true }))
    yield* isGone
    yield* given
    yield* as(id)(AccountDeletion.deleteOwnAccount({ password: PASSWORD }))
    yield* isGone
  })
})

describe("the mails about a changed address", () => {
  story("go to the new address to confirm it, and to the old one once it is changed", function* () {
    const { id } = yield* givenUser
    yield* as(id)(Account.changeEmail({ email: "new@example.com", password: PASSWORD }))
    const token = yield* deliveredToken("new@example.com")
    assert.isEmpty(yield* mails)
    yield* Account.confirmEmail({ token })
    assert.deepStrictEqual(yield* subjects, ["Your email address was changed"])
  })
})
