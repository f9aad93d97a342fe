import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { fresh } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce } from "./support.js"

const mailer = Effect.serviceFunctions(Ports.Mailer)

/** Reads the mails that were delivered to an address. */
export type Arrived<R> = (to: string) => Effect.Effect<ReadonlyArray<Ports.Mail>, unknown, R>

const LINK = `https://app.example.test/reset-password?token=${"0123456789abcdef".repeat(4)}&x=1`

const aMail = (overrides: Partial<Ports.Mail> = {}): Ports.Mail => ({
  to: `${fresh("reader")}@example.test`,
  subject: "Verify your email address",
  text: `Hello Ada,\n\n${LINK}\n\nIt works once.\n`,
  html: `<!doctype html>\n<html lang="en"><body><p><a href="${LINK.replace("&", "&amp;")}">Verify</a></p></body></html>\n`,
  ...overrides
})

// In transit a mail may get other line ends, and blanks at the end.
const asRead = (mail: Ports.Mail): Ports.Mail => {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trimEnd()
  return { to: mail.to, subject: mail.subject, text: plain(mail.text), html: plain(mail.html) }
}

const AWKWARD: ReadonlyArray<Partial<Ports.Mail>> = [
  { subject: `Grüße 👋 "doppelt" 'einfach', <x@y.test>; =?utf-8?q?no?=` },
  { subject: `A subject that is ${"very ".repeat(40)}long` },
  { text: ".\n..\n.a line that starts with a dot\nFrom here on\n=3D =E4 %20\n" },
  { text: `Ünïcode 👩‍👩‍👧‍👦 ﷽ 新しい\n${"a long line ".repeat(300)}\n${"é".repeat(1500)}\n` },
  { html: `<p>${"é🎉".repeat(800)}</p>\n<p>.</p>\n.\n<p title='"'>&lt;&amp;</p>\n` },
  { to: `O'Neil+Tag_${fresh("x")}@example.test` }
]

const mailerSuite =
  <R>(arrived: Arrived<R>): Suite<Ports.Mailer | R> =>
  (it) => {
    it("delivers a mail as it was written", function* () {
      for (const overrides of [{}, ...AWKWARD]) {
        const mail = aMail(overrides)
        yield* mailer.send(mail)
        assert.deepStrictEqual((yield* arrived(mail.to)).map(asRead), [asRead(mail)])
      }
    })

    it("delivers each mail once, consecutively or concurrently", function* () {
      const { to } = aMail()
      yield* mailer.send(aMail({ to, subject: "Mail 0" }))
      yield* mailer.send(aMail({ to, subject: "Mail 1" }))
      yield* atOnce(20, (index) => mailer.send(aMail({ to, subject: `Mail ${index + 2}` })))
      const subjects = (yield* arrived(to)).map(({ subject }) => subject)
      assert.sameMembers(
        subjects,
        Array.from({ length: 22 }, (_, index) => `Mail ${index}`)
      )
    })

    it("delivers a mail to its recipient only", function* () {
      const [first, second] = [aMail(), aMail()]
      yield* Effect.all([mailer.send(first), mailer.send(second)], { concurrency: 2 })
      for (const mail of [first, second]) {
        assert.deepStrictEqual((yield* arrived(mail.to)).map(asRead), [asRead(mail)])
      }
      assert.deepStrictEqual(yield* arrived(`${fresh("nobody")}@example.test`), [])
    })
  }

/**
 * The contract of `Mailer` with its next hop in reach. `arrived` reads the mails of that hop, `to` as in the envelope.
 */
export const mailerContract = <E, R = never>(
  name: string,
  adapter: Layer.Layer<Ports.Mailer | R, E>,
  arrived: Arrived<R>
): void => contract("Mailer", mailerSuite(arrived))(name, adapter)
