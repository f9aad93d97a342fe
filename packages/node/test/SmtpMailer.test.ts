import { inspect } from "node:util"
import { Ports } from "@boardwright/core"
import { SmtpMailer } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Redacted, TestClock } from "effect"
import type { AddressObject } from "mailparser"
import { mailServer, refusal, scriptedServer } from "./smtpServers.js"

const MAIL: Ports.Mail = {
  to: "ada@example.com",
  subject: "Confirm your address",
  text: "Open https://boards.example/verify?token=" + "a1".repeat(32) + "\n",
  html: '<p><a href="https://boards.example/verify?token=' + "a1".repeat(32) + '">Confirm</a> – ünïcode</p>'
}
const FROM = "Boardwright <boards@mail.example>"

const mailer = (url: string, from: string | undefined = FROM) => SmtpMailer.layer({ url: Redacted.make(url), from })
const send = (mail: Ports.Mail) => Effect.flatMap(Ports.Mailer, (port) => port.send(mail))
const local = (port: number, query = "") => `smtp://127.0.0.1:${port}${query}`
/** The failure's cause: it must be one of ours. */
const causeOf = <A, R>(sending: Effect.Effect<A, Ports.MailUnavailable, R>) =>
  Effect.map(Effect.flip(sending), ({ cause }) => {
    assert.instanceOf(cause, Error)
    return cause
  })
const addresses = (field: AddressObject | ReadonlyArray<AddressObject> | undefined) =>
  [field ?? []].flat().flatMap(({ value }) => value.map(({ address, name }) => [name, address]))

describe("SmtpMailer", () => {
  it.scoped("a mail arrives with both parts, from the sender to the one address", () =>
    Effect.gen(function* () {
      const { arrived, port } = yield* mailServer()
      yield* Effect.provide(send(MAIL), mailer(local(port)))
      assert.strictEqual(arrived.length, 1)
      const [{ envelope, mail, raw } = assert.fail()] = arrived
      assert.deepStrictEqual(
        envelope.rcptTo.map(({ address }) => address),
        [MAIL.to]
      )
      assert.deepStrictEqual(addresses(mail.from), [["Boardwright", "boards@mail.example"]])
      assert.deepStrictEqual(addresses(mail.to), [["", MAIL.to]])
      assert.strictEqual(mail.subject, MAIL.subject)
      assert.strictEqual(mail.text, MAIL.text)
      assert.strictEqual(typeof mail.html === "string" && mail.html.trim(), MAIL.html)
      assert.match(raw, /^Content-Type: multipart\/alternative;/m)
      assert.match(mail.messageId ?? "", /^<[^@]+@mail\.example>$/)
      assert.strictEqual(mail.headers.get("auto-submitted"), "auto-generated")
    })
  )

  it.scoped("a mail that can be unsubscribed from has the headers of RFC 8058, and no other mail has them", () =>
    Effect.gen(function* () {
      const { arrived, port } = yield* mailServer()
      const unsubscribe = `https://boards.example/api/auth/unsubscribe?token=${"a1".repeat(32)}`
      yield* Effect.provide(Effect.zipRight(send({ ...MAIL, unsubscribe }), send(MAIL)), mailer(local(port)))
      const headers = arrived.map(({ raw }) =>
        [...raw.replaceAll(/\r\n[ \t]+/g, " ").matchAll(/^List-[^\r\n]*/gim)].map(([line]) => line)
      )
      assert.deepStrictEqual(headers, [
        [`List-Unsubscribe: <${unsubscribe}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"],
        []
      ])
    })
  )

  it.scoped("text stays unchanged and never becomes a header", () =>
    Effect.gen(function* () {
      const { arrived, port } = yield* mailServer()
      const subject = "Přihlášení 🔐 – résumé, with more words than one line of a header can hold"
      yield* Effect.gen(function* () {
        yield* send({ ...MAIL, subject })
        yield* send({ ...MAIL, subject: "Hello\r\nBcc: eve@example.com" })
      }).pipe(Effect.provide(mailer(local(port), '"Eve, <eve@example.com>" <boards@mail.example>')))
      const [first = assert.fail(), second = assert.fail()] = arrived
      assert.strictEqual(first.mail.subject, subject)
      assert.deepStrictEqual(addresses(first.mail.from), [["Eve, <eve@example.com>", "boards@mail.example"]])
      assert.isUndefined(second.mail.bcc)
      assert.deepStrictEqual(
        second.envelope.rcptTo.map(({ address }) => address),
        [MAIL.to]
      )
    })
  )

  it.scoped("anything but one bare address is rejected before sending", () =>
    Effect.gen(function* () {
      const { lines, port } = yield* scriptedServer("220 hello\r\n", () => "250 ok")
      const refused = (to: string) => causeOf(Effect.provide(send({ ...MAIL, to }), mailer(local(port))))
      const odd = ["", "ada", "a@b.example, c@d.example", "Ada <a@b.example>", "a@b.example\r\nBcc: c@d.example"]
      for (const to of [...odd, "a@b.example> SIZE=1", '"a b"@c.example', "a@b@c.example", "g:a@b.example;"]) {
        assert.strictEqual((yield* refused(to)).message, "Not an address to send to")
      }
      assert.deepStrictEqual(lines, [])
    })
  )

  it.scoped("a rejected recipient, sender or mail is unavailable, with the reply's code", () =>
    Effect.gen(function* () {
      const refusals = [
        [mailServer({ onRcptTo: (_, __, done) => done(refusal(550, "no such user")) }), 550, "RCPT TO"],
        [mailServer({ onRcptTo: (_, __, done) => done(refusal(451, "greylisted")) }), 451, "RCPT TO"],
        [mailServer({ onMailFrom: (_, __, done) => done(refusal(553, "not yours")) }), 553, "MAIL FROM"],
        [
          mailServer({ onData: (stream, _, done) => void stream.resume().on("end", () => done(refusal(554, "spam"))) }),
          554
        ]
      ] as const
      for (const [server, responseCode, command] of refusals) {
        const { port } = yield* server
        const cause = yield* causeOf(Effect.provide(send(MAIL), mailer(local(port))))
        assert.instanceOf(cause, SmtpMailer.SmtpFailure)
        assert.strictEqual(cause.responseCode, responseCode)
        if (command !== undefined) assert.strictEqual(cause.command, command)
      }
    })
  )

  it.scoped("a missing server, or one that hangs up before or after the mail, is unavailable", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.scoped(mailServer())
      assert.include((yield* causeOf(Effect.provide(send(MAIL), mailer(local(gone.port))))).message, "ECONNREFUSED")

      const rude = yield* scriptedServer("220 hello\r\n", () => null)
      yield* causeOf(Effect.provide(send(MAIL), mailer(local(rude.port))))
      assert.strictEqual(rude.lines.length, 1)

      const answers: Record<string, string | null> = { EHLO: "250 ok", MAIL: "250 ok", RCPT: "250 ok", DATA: "354 go" }
      const forgetful = yield* scriptedServer("220 hello\r\n", (line) =>
        line === "." ? null : (answers[line.slice(0, 4)] ?? "")
      )
      yield* causeOf(Effect.provide(send(MAIL), mailer(local(forgetful.port))))
      assert.strictEqual(forgetful.lines.filter((line) => line === ".").length, 1)
    })
  )

  it.scoped("signs in with the URL's credentials, and never reveals the password", () =>
    Effect.gen(function* () {
      const password = "p@ss:w/rd%é"
      const seen: Array<unknown> = []
      const { arrived, port } = yield* mailServer({
        disabledCommands: ["STARTTLS"],
        authOptional: false,
        onAuth: ({ password: given, username }, _, done) => {
          seen.push([username, given])
          if (given === password) return done(null, { user: username ?? "" })
          const plain = Buffer.from(`\0${username}\0${given}`).toString("base64")
          done(refusal(535, `no: ${given} ${encodeURIComponent(given ?? "")} ${plain}`))
        }
      })
      const url = (pass: string) => `smtp://ada%40mail.example:${encodeURIComponent(pass)}@127.0.0.1:${port}`
      yield* Effect.provide(send(MAIL), SmtpMailer.layer({ url: Redacted.make(url(password)) }))
      assert.deepStrictEqual(seen, [["ada@mail.example", password]])
      assert.deepStrictEqual(addresses(arrived[0]?.mail.from), [["Boardwright", "ada@mail.example"]])

      const wrong = "wr:ng+secret"
      const failure = yield* Effect.flip(Effect.provide(send(MAIL), mailer(url(wrong))))
      assert.instanceOf(failure.cause, SmtpMailer.SmtpFailure)
      assert.deepStrictEqual([failure.cause.code, failure.cause.responseCode], ["EAUTH", 535])
      const shown = inspect(failure, { depth: 9, showHidden: true }) + JSON.stringify(failure)
      for (const secret of [
        wrong,
        encodeURIComponent(wrong),
        Buffer.from(`\0ada@mail.example\0${wrong}`).toString("base64")
      ]) {
        assert.notInclude(shown, secret)
      }
    })
  )

  it.scoped("uses STARTTLS if offered, checks the certificate, and can require it", () =>
    Effect.gen(function* () {
      const withTls = yield* mailServer({ disabledCommands: ["AUTH"] })
      const strict = yield* causeOf(Effect.provide(send(MAIL), mailer(local(withTls.port))))
      assert.match(strict.message, /certificate/)
      yield* Effect.provide(send(MAIL), mailer(local(withTls.port, "?tls.rejectUnauthorized=false")))
      assert.strictEqual(withTls.arrived.length, 1)

      const plain = yield* mailServer()
      yield* causeOf(Effect.provide(send(MAIL), mailer(local(plain.port, "?requireTLS=true"))))
      assert.strictEqual(plain.arrived.length, 0)
    })
  )

  it.scoped("many mails share few connections, which end with the scope", () =>
    Effect.gen(function* () {
      let opened = 0
      const { arrived, port, server } = yield* mailServer({
        onConnect: (_, done) => {
          opened += 1
          done()
        }
      })
      const ended = new Promise((resolve) =>
        server.server.once("connection", (socket) => socket.once("close", resolve))
      )
      const mails = Array.from({ length: 20 }, (_, at) => send({ ...MAIL, subject: `Mail ${at}` }))
      yield* Effect.provide(Effect.all(mails, { concurrency: "unbounded" }), mailer(local(port)))
      assert.strictEqual(new Set(arrived.map(({ mail }) => mail.subject)).size, 20)
      assert.isAtMost(opened, 2)
      yield* Effect.promise(() => ended)
    })
  )

  it.scoped("an endless server times out, and interrupting the sender ends its mail", () =>
    Effect.gen(function* () {
      let greeted = () => {}
      const hello = new Promise<void>((resolve) => (greeted = resolve))
      const { port } = yield* scriptedServer("220 hello\r\n", () => {
        greeted()
        return ""
      })
      yield* Effect.gen(function* () {
        const slow = yield* Effect.fork(causeOf(send(MAIL)))
        yield* Effect.promise(() => hello)
        yield* TestClock.adjust(SmtpMailer.TIMEOUT)
        assert.strictEqual((yield* Fiber.join(slow)).message, "The mail server took too long")
        const left = yield* Effect.fork(send(MAIL))
        yield* Effect.yieldNow()
        assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(left)))
      }).pipe(Effect.provide(mailer(local(port))))
    })
  )

  it.effect("does not start with a wrong URL or sender, and reveals neither", () =>
    Effect.gen(function* () {
      const urls = [
        "mail.example",
        "http://u:hidden@mail.example",
        "smtp://",
        "smtp://u:hidden@h/x",
        "smtp://u:hidden@h?logger=true"
      ]
      const wrong = [
        ...urls.map((url) => mailer(url)),
        mailer("smtp://h", "hidden"),
        mailer("smtp://h", "hidden@a.example, b@c.example"),
        mailer("smtp://h", "hidden@a.example\r\nBcc: b@c.example")
      ]
      for (const layer of wrong) {
        const exit = yield* Effect.exit(Effect.provide(Ports.Mailer, layer))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        assert.notInclude(String(exit), "hidden")
      }
    })
  )
})
