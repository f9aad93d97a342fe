import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Ports } from "@boardwright/core"
import { FolderMailer } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, TestClock } from "effect"
import { simpleParser } from "mailparser"
import { folder } from "./mailFolders.js"

const LINK = "https://boards.example/verify?token=" + "a1".repeat(32)
const MAIL: Ports.Mail = {
  to: "ada@example.com",
  subject: "Confirm your address – ověření",
  text: `Open\n${LINK}\n`,
  html: `<p><a href="${LINK}">Confirm</a> – ünïcode and more than seventy-six characters on one line</p>`
}

const mailFolder = (directory: string) => FolderMailer.layer({ directory, from: "Boards <boards@mail.example>" })
const send = (mail: Ports.Mail) => Effect.flatMap(Ports.Mailer, (port) => port.send(mail))
const filesIn = (directory: string) => Effect.promise(async () => (await readdir(directory)).toSorted())
const modeOf = (path: string) => Effect.promise(async () => (await stat(path)).mode & 0o777)

describe("FolderMailer", () => {
  it.scoped("a mail becomes one file that only its owner can read, in such a folder", () =>
    Effect.gen(function* () {
      const directory = join(yield* folder, "data", "outbox")
      yield* TestClock.setTime(Date.UTC(2026, 10, 21, 4, 5, 6, 78))
      yield* Effect.provide(send(MAIL), mailFolder(directory))
      const [name = assert.fail(), ...others] = yield* filesIn(directory)
      assert.deepStrictEqual(others, [])
      assert.match(name, /^20261121T040506078Z-[0-9a-f-]{36}\.eml$/)
      assert.strictEqual(yield* modeOf(directory), 0o700)
      assert.strictEqual(yield* modeOf(join(directory, name)), 0o600)

      const raw = yield* Effect.promise(() => readFile(join(directory, name), "utf8"))
      assert.notMatch(raw, /[^\r]\n/)
      assert.include(raw, `\r\n${LINK}\r\n`)
      const mail = yield* Effect.promise(() => simpleParser(raw))
      assert.strictEqual(mail.subject, MAIL.subject)
      assert.strictEqual(mail.text, MAIL.text)
      assert.strictEqual(typeof mail.html === "string" && mail.html.trim(), MAIL.html)
      assert.strictEqual(mail.from?.text, '"Boards" <boards@mail.example>')
      assert.strictEqual(mail.date?.toISOString(), "2026-11-21T04:05:06.000Z")
      assert.match(mail.messageId ?? "", /@mail\.example>$/)
    })
  )

  it.scoped("lines too long for a mail are encoded", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const text = `${"é".repeat(2000)}\n`
      yield* Effect.provide(send({ ...MAIL, text }), mailFolder(directory))
      const [name = assert.fail()] = yield* filesIn(directory)
      const raw = yield* Effect.promise(() => readFile(join(directory, name), "utf8"))
      assert.isTrue(raw.split("\r\n").every((line) => Buffer.byteLength(line) <= 998))
      assert.strictEqual((yield* Effect.promise(() => simpleParser(raw))).text, text)
    })
  )

  it.scoped("concurrent mails are separate files in order, and none is unfinished", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      yield* Effect.forEach(
        Array.from({ length: 30 }, (_, at) => at),
        (at) => Effect.zipRight(TestClock.adjust(at % 3), send({ ...MAIL, subject: `Mail ${at}` })),
        { discard: true }
      ).pipe(Effect.provide(mailFolder(directory)))
      yield* Effect.provide(
        Effect.all(
          Array.from({ length: 30 }, () => send(MAIL)),
          { concurrency: 30 }
        ),
        mailFolder(directory)
      )
      const names = yield* filesIn(directory)
      assert.strictEqual(names.length, 60)
      assert.isTrue(names.every((name) => name.endsWith(".eml")))
      const mails = yield* Effect.forEach(names.slice(0, 30), (name) =>
        Effect.promise(async () => simpleParser(await readFile(join(directory, name))))
      )
      assert.deepStrictEqual(
        mails.map(({ subject }) => subject),
        mails.map((_, at) => `Mail ${at}`)
      )
    })
  )

  it.scoped("one log line names the file, and has nothing of the mail", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${String(message)}`))
      yield* Effect.provide(
        send(MAIL),
        Layer.merge(mailFolder(directory), Logger.replace(Logger.defaultLogger, logger))
      )
      const [name = assert.fail()] = yield* filesIn(directory)
      assert.deepStrictEqual(lines, [`INFO No mail server is configured: the mail is in ${join(directory, name)}`])
    })
  )

  it.scoped("a folder that cannot be created, or an odd address, is unavailable and leaves nothing", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const taken = join(directory, "taken")
      yield* Effect.promise(() => writeFile(taken, ""))
      const failure = yield* Effect.flip(Effect.provide(send(MAIL), mailFolder(taken)))
      assert.instanceOf(failure, Ports.MailUnavailable)
      const to = "ada@example.com\r\nBcc: eve@example.com"
      const odd = yield* Effect.flip(Effect.provide(send({ ...MAIL, to }), mailFolder(directory)))
      assert.instanceOf(odd, Ports.MailUnavailable)
      assert.deepStrictEqual(yield* filesIn(directory), ["taken"])
    })
  )
})
