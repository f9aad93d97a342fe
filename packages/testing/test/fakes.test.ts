import { Account, Board, Access, Mail, Ports } from "@boardwright/core"
import {
  CountingIds,
  givenAccount,
  givenBoard,
  layer,
  OneTokenCaptcha,
  PlainPasswordHasher,
  RecordingMailer
} from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"

const MAIL: Ports.Mail = { to: "ada@example.test", subject: "s", text: "t", html: "h" }

describe("the fakes", () => {
  it.effect("failNext makes the mailer fail that often without recording a mail", () =>
    Effect.gen(function* () {
      const mailer = yield* Ports.Mailer
      const record = yield* RecordingMailer
      yield* record.failNext(2)
      for (const _ of [1, 2]) assert.instanceOf(yield* Effect.flip(mailer.send(MAIL)), Ports.MailUnavailable)
      assert.deepStrictEqual(yield* record.sent, [])
      yield* mailer.send(MAIL)
      assert.deepStrictEqual(yield* record.sent, [MAIL])
    }).pipe(Effect.provide(RecordingMailer.layer))
  )

  it.effect("the hasher counts its calls, also those without a hash, and busyNext makes it busy", () =>
    Effect.gen(function* () {
      const hasher = yield* Ports.PasswordHasher
      const calls = yield* PlainPasswordHasher
      const password = Redacted.make("correct horse")
      const hash = yield* hasher.hash(password)
      yield* hasher.verify(password, hash)
      yield* hasher.verify(password, null)
      assert.deepStrictEqual([yield* calls.hashed, yield* calls.verified], [1, 2])
      yield* calls.busyNext(1)
      assert.instanceOf(yield* Effect.flip(hasher.verify(password, hash)), Ports.HashingBusy)
      assert.isTrue(yield* hasher.verify(password, hash))
    }).pipe(Effect.provide(PlainPasswordHasher.layer))
  )

  it.effect("the ids are the same in every build", () =>
    Effect.gen(function* () {
      const three = Effect.gen(function* () {
        const ids = yield* Ports.Ids
        return [yield* ids.next, yield* ids.next, yield* ids.next]
      }).pipe(Effect.provide(CountingIds.layer))
      const first = yield* three
      assert.deepStrictEqual(first, ["id-00000001", "id-00000002", "id-00000003"])
      assert.deepStrictEqual(yield* three, first)
    })
  )

  it.effect("the captcha accepts the one token it was given", () =>
    Effect.gen(function* () {
      const verify = (token: string | undefined) =>
        Effect.flatMap(Ports.CaptchaVerifier, (captcha) => captcha.verify(token))
      const answers = Effect.all([verify("good"), verify("bad"), verify(undefined)])
      assert.deepStrictEqual(yield* Effect.provide(answers, OneTokenCaptcha.accepting("good")), [true, false, false])
      assert.isTrue(yield* Effect.provide(verify(OneTokenCaptcha.PERSON), OneTokenCaptcha.layer))
      const failure = yield* Effect.flip(Effect.provide(verify("good"), OneTokenCaptcha.unavailable))
      assert.instanceOf(failure, Ports.CaptchaUnavailable)
    })
  )
})

describe("the layer", () => {
  it.effect("runs use cases over several ports on one store", () =>
    Effect.gen(function* () {
      const mailer = yield* RecordingMailer
      const { workspace } = yield* givenBoard()
      const owner = Effect.provideService(Access.CurrentActor, Access.Actor.User({ userId: workspace.ownerId }))
      const board = yield* owner(Board.createBoard({ name: "Roadmap", workspaceId: workspace.id }))
      assert.strictEqual(board.name, "Roadmap")
      const ada = yield* givenAccount({ email: "Ada@example.test" })
      const directory = yield* Account.UserDirectory
      assert.deepStrictEqual(yield* directory.existing([ada.id, "nobody"]), [ada.id])
      yield* Account.requestPasswordReset({ email: "ADA@example.test" })
      yield* Mail.deliverMail()
      const [mail] = yield* mailer.sentTo(ada.email)
      assert.include(mail?.text, `https://app.example.test/reset-password?token=${"1".padStart(64, "0")}`)
    }).pipe(Effect.provide(layer))
  )
})
