import { Script } from "node:vm"
import { type Entry, type KeptMail, mailbox, type MailSource, type Site } from "@boardwright/web"
import { describe, expect, it } from "vitest"
import { attribute, hostile, nonce, scriptOf, tags, withoutScriptAndStyle } from "./rendered.js"

const LINK = `http://127.0.0.1:3000/api/auth/verify-email?token=${"0af1".repeat(16)}`
const site: Site = { version: "1.2.3", mailbox: true, docs: false }

const mail = (fields: Partial<KeptMail> = {}): KeptMail => ({
  _tag: "Mail",
  file: "20261121T040506000Z-a.eml",
  date: new Date(Date.UTC(2026, 10, 21, 4, 5, 6)),
  from: "Boardwright <no-reply@localhost>",
  to: "ada@example.com",
  subject: "Verify your email address",
  text: `Hello Ada,\r\n\r\nVerify email address:\r\n${LINK}\r\n`,
  html: `<!doctype html>\n<html lang="en"><head><title>x</title></head><body><a href="${LINK}">Verify</a></body></html>`,
  ...fields
})

const sourceOf = (entries: ReadonlyArray<Entry>, total = entries.length): MailSource => ({
  list: async () => ({ entries, total }),
  find: async (file) => entries.find((entry) => entry.file === file) ?? null
})

const LOCAL = { host: "127.0.0.1:3000" }

const answer = async (
  path: string,
  source: MailSource,
  query: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = LOCAL,
  of: Site | null = site
) => {
  const page = mailbox(source, of ?? undefined).find((each) => each.path === path)
  if (page === undefined) throw new Error(`no page at ${path}`)
  return page.render({ nonce, query: new URLSearchParams(query), header: (name) => headers[name] })
}

const shown = async (...parameters: Parameters<typeof answer>): Promise<string> =>
  (await answer(...parameters)) ?? "there is no such page"

const listed = (entries: ReadonlyArray<Entry>, total?: number) => shown("/mailbox", sourceOf(entries, total))
const opened = (entry: Entry) => shown("/mailbox/message", sourceOf([entry]), { file: entry.file })
const framed = (entry: Entry) => shown("/mailbox/html", sourceOf([entry]), { file: entry.file })

const policyOf = (path: string): string =>
  mailbox(sourceOf([]))
    .find((page) => page.path === path)
    ?.contentSecurityPolicy?.(nonce) ?? "none of its own"

describe("the list of mails", () => {
  it("says of each when, to whom and what about, and offers its link", async () => {
    const html = await listed([mail()])
    expect(html).toContain(
      `<a href="/mailbox/message?file=20261121T040506000Z-a.eml"><bdi>Verify your email address</bdi></a>`
    )
    expect(html).toContain(`To: <bdi>ada@example.com</bdi>`)
    expect(html).toContain(`<time datetime="2026-11-21T04:05:06.000Z">2026-11-21 04:05:06 UTC</time>`)
    expect(html).toContain(
      `<a class="button" href="${LINK}" aria-label="Verify email address: ada@example.com">Verify email address</a>`
    )
  })

  it.each([
    ["http://localhost:3000/reset-password?token=ab", "Reset password"],
    ["https://app.example.com/boards/reset-password?token=ab", "Reset password"],
    ["https://example.com/", "Open the link"]
  ])("the link %s is called %j", async (href, label) => {
    expect(await listed([mail({ text: `Look: ${href}.` })])).toContain(`href="${href}"`)
    expect(await listed([mail({ text: `Look (${href})` })])).toContain(`>${label}</a>`)
  })

  it.each(["Nothing to open", "javascript:alert(1)", "ftp://example.com/", "data:text/html,x", "http://", ""])(
    "a mail that says %j has no link",
    async (text) => {
      expect(tags(await listed([mail({ text })]), "a").filter((tag) => tag.includes("button"))).toEqual([])
    }
  )

  it("of no mails says what will come, and where there is a sign-up page leads there", async () => {
    expect(await listed([])).toMatch(/<div id="empty"><h2>No mails yet<\/h2>[^]*href="\/signup"/)
    const bare = await shown("/mailbox", sourceOf([]), {}, LOCAL, null)
    expect(bare).toContain("No mails yet")
    expect(bare).not.toContain("/signup")
    expect(tags(bare, "nav")).toEqual([])
    expect(await listed([mail()])).toContain(`<div id="empty" hidden>`)
  })

  it("names what is no mail, and tells how many are not listed", async () => {
    const html = await listed([{ _tag: "Unreadable", file: "notes.txt", reason: "noSender" }], 1201)
    expect(html).toContain("<bdi>notes.txt</bdi>")
    expect(html).toContain("This file cannot be shown as a mail: it has no sender.")
    expect(html).toContain("These are the 1 newest of 1,201 files")
    expect(await listed([mail()])).not.toContain("newest of")
  })

  it("is German in a German browser, and so is each mail's page", async () => {
    const german = { ...LOCAL, "accept-language": "de" }
    const html = await shown("/mailbox", sourceOf([mail()], 1201), {}, german)
    expect(html).toContain(`<html lang="de">`)
    expect(html).toContain("Das sind die 1 neuesten von 1.201 Dateien")
    expect(html).toContain(`>E-Mail-Adresse bestätigen</a>`)
    const opened = await shown("/mailbox/message", sourceOf([mail()]), { file: mail().file }, german)
    expect(opened).toContain("<dt>Von</dt>")
  })

  it("has a script that is valid, the same for every request, and writes no markup", async () => {
    const script = scriptOf(await listed([mail()]))
    expect(() => new Script(script)).not.toThrow()
    expect(scriptOf(await listed([mail({ subject: hostile, to: hostile })]))).toBe(script)
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function|cookie/)
  })

  it("asks only for what came after the mail that the script knows", async () => {
    const asked: Array<string | undefined> = []
    const source = { ...sourceOf([]), list: async (after?: string) => (asked.push(after), { entries: [], total: 3 }) }
    await shown("/mailbox", source)
    const html = await shown("/mailbox", source, { after: "a.eml" })
    expect(asked).toEqual([undefined, "a.eml"])
    expect(html).toContain(`<div id="empty" hidden>`)
    expect(html).not.toContain("newest of")
  })
})

describe("a mail's page", () => {
  it("shows headers, link and text, and the HTML in a frame that runs nothing", async () => {
    const html = await opened(mail())
    expect(html).toContain("<h1>Verify your email address</h1>")
    expect(html).toContain("<dt>To</dt><dd><bdi>ada@example.com</bdi></dd>")
    expect(html).toContain(`<a class="button" href="${LINK}">Verify email address</a>`)
    expect(html).toContain(`<pre>Hello Ada,\n\nVerify email address:\n${LINK}</pre>`)
    const [frame = "", ...others] = tags(html, "iframe")
    expect(others).toEqual([])
    expect(attribute(frame, "src")).toBe("/mailbox/html?file=20261121T040506000Z-a.eml")
    expect(attribute(frame, "sandbox")).toBe("allow-popups allow-popups-to-escape-sandbox")
    expect(attribute(frame, "title")).toBe("The mail as HTML")
    expect(policyOf("/mailbox/message")).toMatch(/^default-src 'none';.*; frame-ancestors 'none'; frame-src 'self'$/)
  })

  it("says what a mail lacks, and why a file is none", async () => {
    const bare = await opened(mail({ subject: " ", html: null, text: "" }))
    expect(bare).toContain("<h1>(no subject)</h1>")
    expect(tags(bare, "iframe")).toEqual([])
    expect(bare.match(/There is none\./g)).toHaveLength(2)
    const broken = await opened({ _tag: "Unreadable", file: "notes.txt", reason: "symbolicLink" })
    expect(broken).toContain("<h1>Not a mail</h1>")
    expect(broken).toContain("it is a symbolic link.")
  })
})

describe("a mail's HTML", () => {
  it("is as it was sent, but that its links lead out of the frame and are not prepared for", async () => {
    const head = `<base target="_blank"><meta http-equiv="x-dns-prefetch-control" content="off">`
    const { html } = mail()
    expect(await framed(mail())).toBe(html?.replace("<!doctype html>", `<!doctype html>${head}`))
    expect(await framed(mail({ html: "<p>Hi" }))).toBe(`${head}<p>Hi`)
  })

  it("may run nothing, load nothing and be in no frame but ours", () => {
    expect(policyOf("/mailbox/html")).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
  })
})

describe("what others wrote", () => {
  const BIDI = "\u202Egnp.exe\u2066 \u0000\u0007\u2028 end"
  const texts = [
    hostile,
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onclick='x`,
    BIDI,
    "a\r\nBcc: b",
    "\uD800",
    "<".repeat(5000)
  ]

  it.each(texts)("%j is text wherever it stands", async (text) => {
    // A file's name is UTF-8 without a NUL.
    const file = text.replaceAll("\0", "").toWellFormed()
    const entry = mail({ file, from: text, to: text, subject: text, text: `${text} ${LINK}` })
    const calm = await Promise.all([listed([mail()]), opened(mail())])
    const attacked = await Promise.all([listed([entry]), opened(entry)])
    for (const [at, html] of attacked.entries()) {
      for (const name of ["script", "img", "a", "iframe", "bdi"]) {
        expect(tags(html, name)).toHaveLength(tags(calm[at] ?? "", name).length)
      }
      expect(withoutScriptAndStyle(html)).not.toMatch(/<[^>]*\son\w+\s*=(?=[^"]*(?:"[^"]*"[^"]*)*>)/)
      expect(withoutScriptAndStyle(html).replaceAll(/ data-file="[^"]*"/g, "")).not.toMatch(
        /[\p{Bidi_Control}\p{Zl}\p{Cs}]/u
      )
      expect(withoutScriptAndStyle(html)).not.toContain("\0")
    }
    const unreadable: Entry = { _tag: "Unreadable", file, reason: "name" }
    expect(tags(await listed([unreadable]), "script")).toHaveLength(1)
    expect(tags(await opened(unreadable), "script")).toHaveLength(1)
  })

  it("keeps what emoji and scripts from right to left are made of, and cuts what is too long", async () => {
    const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}"
    expect(await listed([mail({ subject: `שלום ${family}` })])).toContain(`<bdi>שלום ${family}</bdi>`)
    expect(await listed([mail({ subject: "é".repeat(300) })])).toContain(`<bdi>${"é".repeat(200)}…</bdi>`)
    expect(await opened(mail({ text: "a\tb\r\nc\u202E" }))).toContain("<pre>a\tb\nc\uFFFD</pre>")
  })
})

describe("who may look", () => {
  const paths = ["/mailbox", "/mailbox/message", "/mailbox/html"]
  const seen = (headers: Readonly<Record<string, string>>) =>
    Promise.all(
      paths.map(async (path) => (await answer(path, sourceOf([mail()]), { file: mail().file }, headers)) !== null)
    )

  it.each(["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "127.8.9.10", "[::1]:3000", "[::1]"])(
    "whoever asks for %s",
    async (host) => {
      expect(await seen({ host })).toEqual([true, true, true])
    }
  )

  it.each([
    {},
    { host: "" },
    { host: "evil.example:3000" },
    { host: "127.0.0.1.evil.example" },
    { host: "localhost.evil.example:3000" },
    { host: "evil.example\n127.0.0.1" },
    { host: "192.168.1.4:3000" },
    { host: "0.0.0.0:3000" },
    { host: "[::]:3000" },
    { ...LOCAL, origin: "http://localhost:5173" },
    { ...LOCAL, origin: "null" },
    { ...LOCAL, "x-forwarded-for": "203.0.113.9" },
    { ...LOCAL, via: "1.1 proxy" }
  ])("nobody with %j", async (headers) => {
    expect(await seen(headers)).toEqual([false, false, false])
  })

  it("nobody finds a mail that is not there", async () => {
    expect(await answer("/mailbox/message", sourceOf([mail()]), { file: "../x" })).toBeNull()
    expect(await answer("/mailbox/message", sourceOf([mail()]))).toBeNull()
    expect(await answer("/mailbox/html", sourceOf([mail({ html: null })]), { file: mail().file })).toBeNull()
  })
})
