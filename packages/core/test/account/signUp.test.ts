import { Account, Ports } from "@boardwright/core"
import { OneTokenCaptcha, PlainPasswordHasher } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Either, Option } from "effect"
import { afterNoon, refused, sent, stored, story, writingNothing } from "../support.js"

const ADA = { name: " Ada Lovelace ", email: " Ada@Example.com ", password: "correct horse" }
const findAda = Effect.flatMap(Account.AccountRepository, (accounts) => accounts.findByEmail("ada@example.com"))
const mailJobs = Effect.map(stored, (state) => [...state.mailJobs.values()].map(({ job }) => job))

describe("signUp", () => {
  story("creates an unverified account with the name trimmed and the address as written", function* () {
    assert.deepStrictEqual(yield* Account.signUp(ADA), { invitation: null })
    const { id, passwordHash, ...account } = Option.getOrThrow(yield* findAda)
    assert.isNotEmpty(id)
    assert.notInclude(passwordHash, ADA.password)
    assert.deepStrictEqual(account, {
      name: "Ada Lovelace",
      email: "Ada@Example.com",
      avatar: "/api/avatars/default.svg",
      verifiedAt: null,
      hasCompletedOnboarding: false,
      onboardingData: {},
      timezone: null,
      language: null,
      notifications: {},
      tokenVersion: 0,
      disabledAt: null,
      createdAt: afterNoon(0)
    })
  })

  story("stores the language, if it is given", function* () {
    yield* Account.signUp({ ...ADA, language: "de" })
    assert.strictEqual(Option.getOrThrow(yield* findAda).language, "de")
    const grace = { ...ADA, email: "grace@example.com" }
    assert.strictEqual(yield* refused(Account.signUp(sent({ ...grace, language: "fr" }))), "InvalidInput language")
    yield* Account.signUp(sent({ ...grace, language: null }))
    assert.deepStrictEqual(
      [...(yield* stored).accounts.values()].map(({ language }) => language),
      ["de", null]
    )
  })

  story("queues one verification mail to the lower-case address, without a token", function* () {
    yield* Account.signUp(ADA)
    const [job, ...others] = yield* mailJobs
    assert.isEmpty(others)
    assert.deepStrictEqual(job, {
      id: job?.id ?? "",
      purpose: "verification",
      email: "ada@example.com",
      subjectId: null,
      createdAt: afterNoon(0),
      attempts: 0,
      dueAt: afterNoon(0)
    })
    assert.strictEqual((yield* stored).emailTokens.size, 0)
  })

  story("rejects a taken address in any case, and sends its owner nothing", function* () {
    yield* Account.signUp(ADA)
    for (const email of ["ada@example.com", "ADA@EXAMPLE.COM", "\tAda@example.com"]) {
      assert.strictEqual(yield* refused(Account.signUp({ ...ADA, name: "Eve", email })), "EmailTaken")
    }
    assert.strictEqual((yield* mailJobs).length, 1)
  })

  story("gives an address to exactly one of several concurrent calls", function* () {
    const emails = ["ada@example.com", "Ada@example.com", "ADA@example.com", "ada@EXAMPLE.com"]
    const results = yield* Effect.forEach(emails, (email) => Effect.either(Account.signUp({ ...ADA, email })), {
      concurrency: "unbounded"
    })
    assert.strictEqual(results.filter(Either.isRight).length, 1)
    assert.strictEqual((yield* stored).accounts.size, 1)
    assert.strictEqual((yield* mailJobs).length, 1)
  })

  story("lists every problem of the input, and neither hashes nor stores", function* () {
    const wrong = { name: " ", email: "ada", password: "short", captchaToken: 7 }
    assert.strictEqual(yield* refused(Account.signUp(sent(wrong))), "InvalidInput name, email, password, captchaToken")
    assert.strictEqual(yield* refused(Account.signUp(sent({}))), "InvalidInput name, email, password")
    assert.strictEqual(yield* refused(Account.signUp(sent("Ada"))), "InvalidInput ")
    assert.strictEqual(yield* refused(Account.signUp({ ...ADA, password: "x".repeat(73) })), "InvalidInput password")
    assert.strictEqual(yield* (yield* PlainPasswordHasher).hashed, 0)
  })

  story("ignores fields that a client may not set, and a null captcha token", function* () {
    const more = { id: "mine", verifiedAt: afterNoon(0), tokenVersion: 7, hasCompletedOnboarding: true }
    yield* Account.signUp(sent({ ...ADA, ...more, captchaToken: null }))
    const account = Option.getOrThrow(yield* findAda)
    assert.notStrictEqual(account.id, more.id)
    assert.deepStrictEqual([account.verifiedAt, account.tokenVersion, account.hasCompletedOnboarding], [null, 0, false])
  })

  story("stores nothing while the hasher is busy, and succeeds afterwards", function* () {
    yield* (yield* PlainPasswordHasher).busyNext(1)
    assert.strictEqual(yield* refused(Account.signUp(ADA)), "HashingBusy")
    yield* Account.signUp(ADA)
    assert.isTrue(Option.isSome(yield* findAda))
  })
})

describe("signUp with a captcha", () => {
  story("accepts only a valid token, before hashing", function* () {
    yield* Effect.gen(function* () {
      assert.strictEqual(yield* refused(Account.signUp(ADA)), "InvalidInput captchaToken")
      assert.strictEqual(
        yield* refused(Account.signUp({ ...ADA, captchaToken: "a robot" })),
        "InvalidInput captchaToken"
      )
      assert.strictEqual(yield* (yield* PlainPasswordHasher).hashed, 0)
      yield* Account.signUp({ ...ADA, captchaToken: OneTokenCaptcha.PERSON })
      assert.isTrue(Option.isSome(yield* findAda))
    }).pipe(Effect.provide(OneTokenCaptcha.layer))
  })

  story("fails while the captcha service is out of reach", function* () {
    yield* Effect.gen(function* () {
      const signUp = Account.signUp({ ...ADA, captchaToken: OneTokenCaptcha.PERSON })
      const failure = yield* writingNothing(Effect.flip(signUp))
      assert.instanceOf(failure, Ports.CaptchaUnavailable)
    }).pipe(Effect.provide(OneTokenCaptcha.unavailable))
  })
})
