import { mkdir, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Ports } from "@boardwright/core"
import { MailFolder, FolderMailer } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { folder } from "./mailFolders.js"

const LINK = "https://boards.example/verify?token=" + "a1".repeat(32)
const MAIL: Ports.Mail = {
  to: "ada@example.com",
  subject: "Confirm your address – ověření",
  text: `Open\n${LINK}\n`,
  html: `<p><a href="${LINK}">Confirm</a> – ünïcode</p>`
}

const write = (directory: string, name: string, content: string | Uint8Array) =>
  Effect.promise(() => writeFile(join(directory, name), content))

/** Sends mails by the real mailer, a second apart. */
const sendAll = (directory: string, mails: ReadonlyArray<Partial<Ports.Mail>>) =>
  Effect.forEach(
    mails,
    (mail) =>
      Effect.zipRight(
        TestClock.adjust("1 second"),
        Effect.flatMap(Ports.Mailer, (port) => port.send({ ...MAIL, ...mail }))
      ),
    { discard: true }
  ).pipe(Effect.provide(FolderMailer.layer({ directory, from: "Boards <boards@mail.example>" })))

const said = (entry: MailFolder.Entry): string =>
  entry._tag === "Mail" ? entry.subject : `${entry.file}: ${entry.reason}`

const raw = (subject: string) =>
  `From: a@b.example\r\nDate: Sat, 21 Nov 2026 04:05:06 +0000\r\nSubject: ${subject}\r\n\r\nBody\r\n`

describe("MailFolder", () => {
  it.scoped("a mail is read as it was sent", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      yield* TestClock.setTime(Date.UTC(2026, 10, 21, 4, 5, 5))
      yield* sendAll(directory, [{}])
      const { entries, total } = yield* MailFolder.list(directory)
      assert.strictEqual(total, 1)
      const [mail = assert.fail()] = entries
      if (mail._tag !== "Mail") return assert.fail(mail.reason)
      assert.match(mail.file, /^20261121T040506000Z-[0-9a-f-]{36}\.eml$/)
      assert.strictEqual(mail.date.toISOString(), "2026-11-21T04:05:06.000Z")
      assert.deepStrictEqual(
        [mail.from, mail.to, mail.subject, mail.text.trim(), mail.html?.trim()],
        ["Boards <boards@mail.example>", MAIL.to, MAIL.subject, MAIL.text.trim(), MAIL.html]
      )
      assert.deepStrictEqual(Option.getOrThrow(yield* MailFolder.find(directory, mail.file)), mail)
    })
  )

  it.scoped("lists the newest first, up to a limit, and those newer than a file", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      yield* sendAll(
        directory,
        Array.from({ length: 30 }, (_, at) => ({ subject: `Mail ${at}` }))
      )
      const { entries, total } = yield* MailFolder.list(directory, { limit: 5 })
      assert.strictEqual(total, 30)
      assert.deepStrictEqual(entries.map(said), ["Mail 29", "Mail 28", "Mail 27", "Mail 26", "Mail 25"])
      const newer = yield* MailFolder.list(directory, { after: entries[2]?.file })
      assert.deepStrictEqual(newer.entries.map(said), ["Mail 29", "Mail 28"])
      const none = yield* MailFolder.list(directory, { after: entries[0]?.file })
      assert.deepStrictEqual([none.entries.length, none.total], [0, 30])
    })
  )

  it.scoped("a missing folder is empty, an unreadable one is a failure", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      assert.deepStrictEqual(yield* MailFolder.list(join(directory, "outbox")), { entries: [], total: 0 })
      yield* write(directory, "taken", "")
      const failure = yield* Effect.flip(MailFolder.list(join(directory, "taken")))
      assert.instanceOf(failure, MailFolder.FolderUnreadable)
    })
  )

  it.scoped("other files are listed after the mails with the reason, and nothing outside is read", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const elsewhere = yield* folder
      yield* write(elsewhere, "secret.eml", raw("A secret"))
      yield* sendAll(directory, [{ subject: "A mail" }])
      yield* write(directory, "by-hand.eml", raw("By hand"))
      yield* write(directory, "notes.txt", "Buy milk")
      yield* write(directory, "nothing.eml", "")
      yield* write(
        directory,
        "bytes.eml",
        Uint8Array.from({ length: 4096 }, (_, at) => (at * 97) % 256)
      )
      yield* write(directory, "two words.eml", raw("Two words"))
      yield* write(directory, ".unfinished.eml.tmp", raw("Unfinished"))
      yield* Effect.promise(async () => {
        await symlink(join(elsewhere, "secret.eml"), join(directory, "link.eml"))
        await symlink(join(elsewhere, "nowhere.eml"), join(directory, "20991231T235959999Z-dangling.eml"))
        await mkdir(join(directory, "folder.eml"))
        await writeFile(join(directory, "huge.eml"), raw("Huge"))
        await truncate(join(directory, "huge.eml"), 1024 * 1024 + 1)
      })
      execFileSync("/usr/bin/mkfifo", [join(directory, "pipe.eml")])
      const { entries, total } = yield* MailFolder.list(directory)
      assert.deepStrictEqual(entries.map(said), [
        "20991231T235959999Z-dangling.eml: symbolicLink",
        "A mail",
        "two words.eml: name",
        "pipe.eml: noFile",
        "nothing.eml: noSender",
        "notes.txt: noSender",
        "link.eml: symbolicLink",
        "huge.eml: tooLarge",
        "folder.eml: noFile",
        "bytes.eml: noSender",
        "By hand"
      ])
      assert.strictEqual(total, 11)
    })
  )

  it.scoped("a mail without a readable date has its file's", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      yield* write(directory, "none.eml", raw("None").replace(/Date: .*\r\n/, ""))
      yield* write(directory, "odd.eml", raw("Odd").replace(/Date: .*\r\n/, "Date: soon\r\n"))
      const at = new Date(Date.UTC(2026, 5, 7))
      yield* Effect.promise(() =>
        Promise.all(["none", "odd"].map((name) => utimes(join(directory, `${name}.eml`), at, at)))
      )
      const { entries } = yield* MailFolder.list(directory)
      assert.deepStrictEqual(
        entries.map((entry) => entry._tag === "Mail" && [entry.subject, entry.date.getTime()]),
        [
          ["Odd", at.getTime()],
          ["None", at.getTime()]
        ]
      )
    })
  )

  it.scoped("a truncated mail is shown as far as it goes, or listed as unreadable", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const whole = yield* folder
      yield* sendAll(whole, [{}])
      const { entries } = yield* MailFolder.list(whole)
      const file = entries[0]?.file ?? assert.fail()
      const content = readFileSync(join(whole, file))
      for (let size = 0; size < content.length; size += 7) {
        writeFileSync(join(directory, `${size}.eml`), content.subarray(0, size))
      }
      const listing = yield* MailFolder.list(directory, { limit: 1000 })
      assert.strictEqual(listing.entries.length, Math.ceil(content.length / 7))
      for (const entry of listing.entries) {
        if (entry._tag === "Unreadable") assert.strictEqual(entry.reason, "noSender")
        else assert.isTrue(MAIL.text.startsWith(entry.text.trimEnd()) || entry.text.startsWith(MAIL.text), entry.text)
      }
    })
  )

  it.scoped.each([
    "../secret.eml",
    "..",
    ".",
    "",
    "/etc/passwd",
    "a/../../secret.eml",
    "..\\secret.eml",
    "C:secret.eml",
    ".hidden.eml",
    "a\0.eml",
    "%2e%2e%2fsecret.eml",
    "a".repeat(252),
    "there-is-none.eml"
  ])("no mail is found by the name %j", (name) =>
    Effect.gen(function* () {
      const parent = yield* folder
      const directory = join(parent, "outbox")
      yield* Effect.promise(() => mkdir(directory))
      yield* write(parent, "secret.eml", raw("A secret"))
      yield* write(directory, ".hidden.eml", raw("Hidden"))
      assert.isTrue(Option.isNone(yield* MailFolder.find(directory, name)))
    })
  )

  it.scoped("files that vanish while they are listed are left out", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const names = Array.from({ length: 400 }, (_, at) => `${String(at).padStart(4, "0")}.eml`)
      for (const name of names) writeFileSync(join(directory, name), raw(name))
      const removing = Effect.promise(() => Promise.all(names.slice(0, 300).map((name) => rm(join(directory, name)))))
      const [{ entries }] = yield* Effect.all([MailFolder.list(directory, { limit: 400 }), removing], {
        concurrency: "unbounded"
      })
      assert.isAtLeast(entries.length, 100)
      for (const entry of entries) assert.strictEqual(entry._tag, "Mail", said(entry))
    })
  )

  it.scoped(
    "of ten thousand files the newest are found without holding up everybody else",
    () =>
      Effect.gen(function* () {
        const directory = yield* folder
        const content = raw("One of many")
        // In an order that has nothing to do with the names' own.
        for (let at = 0; at < 10_000; at += 1) {
          const stamp = new Date(((at * 7919) % 10_000) * 1000 + Date.UTC(2026, 0))
            .toISOString()
            .replaceAll(/[-:.]/g, "")
          writeFileSync(join(directory, `${stamp}-019aa000-0000-7000-8000-000000000000.eml`), content)
        }
        let longest = 0
        let last = performance.now()
        const watch = setInterval(() => {
          longest = Math.max(longest, performance.now() - last)
          last = performance.now()
        }, 1)
        const from = performance.now()
        const { entries, total } = yield* MailFolder.list(directory)
        const took = performance.now() - from
        clearInterval(watch)
        process.stdout.write(
          `10,000 files: listed in ${took.toFixed(0)} ms, the longest wait was ${longest.toFixed(0)} ms\n`
        )
        assert.deepStrictEqual([entries.length, total], [200, 10_000])
        const expected = Array.from({ length: 200 }, (_, at) => new Date((9_999 - at) * 1000 + Date.UTC(2026, 0)))
        assert.deepStrictEqual(
          entries.map(({ file }) => file.slice(0, 19)),
          expected.map((date) => date.toISOString().replaceAll(/[-:.]/g, ""))
        )
        assert.isBelow(took, 10_000)
      }),
    60_000
  )
})
