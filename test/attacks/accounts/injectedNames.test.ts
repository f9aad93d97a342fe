import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { simpleParser } from "mailparser"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { print } from "../../faults/Load.js"
import { linesIn, tagsIn, unescaped } from "../../support/html.js"
import {
  linkIn,
  open,
  mailFiles,
  post,
  type Standalone,
  standaloneServers,
  UNLIMITED
} from "../../support/standalone.js"
import { MailTrap, type TrappedMail } from "./MailTrap.js"

const servers = standaloneServers()
const EVIL = "eve@evil.example"
const PLAIN = "Ada"

const NAMES: ReadonlyArray<readonly [what: string, name: string]> = [
  ["a line's end and a header", `Ada\r\nBcc: ${EVIL}`],
  ["a line feed and a header", `Ada\nBcc: ${EVIL}\nSubject: won`],
  ["a carriage return and a header", `Ada\rTo: ${EVIL}`],
  ["a folded header", `Ada\r\n Bcc: ${EVIL}\r\n\tX: y`],
  ["an empty line and a body", "Ada\r\n\r\n<h1>You have won</h1>"],
  ["the end of a mail", `Ada\r\n.\r\nMAIL FROM:<${EVIL}>\r\nRCPT TO:<${EVIL}>\r\nDATA\r\n`],
  ["line and paragraph separators", `Ada\u2028Bcc: ${EVIL}\u2029X: y`],
  ["a next line and other ends", `Ada\u0085Bcc: ${EVIL}\u000b\u000c\u001c`],
  ["a mail's part", "Ada\r\n--_----\r\nContent-Type: text/html\r\n\r\nwon"],
  ["an encoded word", "=?utf-8?B?QWRhDQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?="],
  ["an encoded word in Q", "=?utf-8?Q?Ada=0D=0ABcc:_eve=40evil.example?="],
  ["soft ends of quoted-printable", "Ada=\r\n=0D=0ABcc: x"],
  ["percent escapes", "Ada%0d%0aBcc:%20eve%40evil.example"],
  ["a script", "<script>alert(1)</script>"],
  ["an image with a handler", `"><img src=x onerror=alert(1)>`],
  ["the end of an attribute", `' onmouseover='alert(1)`],
  ["the end of the page", "</p></div></body></html><!--"],
  ["entities", "&lt;script&gt;&#60;b&#62; &amp;"],
  ["a form", "<form action=//evil.example><input name=password>"],
  ["a style", "<style>*{display:none}</style>"],
  ["a template", "${7*7} {{7*7}} <%= 7*7 %> #{7*7}"],
  ["a link", "Win at https://evil.example/now"],
  ["a markdown link", "[Verify](https://evil.example)"],
  ["an address", `Ada <${EVIL}>, Eve`],
  ["an address alone", EVIL],
  ["quotes and backslashes", `"Ada\\" <x> \\`],
  ["letters from right to left", "Ada \u202Emoc.live\u202C \u2067x\u2069"],
  ["invisible characters", "A\u200Bd\uFEFFa\u00AD\u2060\u180E"],
  ["control characters", "A\u0007d\u001b[2Ja\u007f\u009b"],
  ["a long row of marks", "A" + "\u0300".repeat(200)],
  ["255 letters", "W".repeat(255)],
  ["255 emoji", "\u{1F680}".repeat(255)],
  ["255 line ends and letters", "\r\nB".repeat(85)],
  ["JSON", `{"level":"ERROR","message":"forged"}`],
  ["a path", "../../../../etc/passwd"]
]
const HEADERS = [
  ...["Auto-Submitted", "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"],
  // Those of the two parts.
  ...["Content-Type", "Content-Transfer-Encoding", "Content-Type", "Content-Transfer-Encoding"]
]
const emailOf = (at: number): string => `name${at}@example.com`
const plain = "plain@example.com"

const there = <A>(found: A | undefined): A => {
  if (found === undefined) throw new Error("there is no such mail")
  return found
}

/** The names of a mail's headers, in order, and those of its parts. */
const headersIn = (raw: string): ReadonlyArray<string> =>
  raw
    .split("\r\n\r\n")
    .filter((block) => /^[A-Za-z-]+: /.test(block) || /(?:^|\r\n)--[^\r\n]*\r\nContent-/.test(block))
    .flatMap((block) => [...block.matchAll(/^([A-Za-z-]+):/gm)].map(([, name = ""]) => name))
const withoutToken = (text: string): string => text.replaceAll(/token=[0-9a-f]{64}/g, "token")

/** What may not differ from one name to another. */
const shapeOf = ({ mail, raw }: Pick<TrappedMail, "mail" | "raw">) => ({
  headers: headersIn(raw),
  subject: mail.subject,
  from: mail.from?.value,
  others: [mail.cc, mail.bcc, mail.replyTo, mail.inReplyTo],
  attachments: mail.attachments.length,
  tags: tagsIn(String(mail.html)).map(withoutToken),
  text: linesIn(mail.text ?? "")
    .slice(1)
    .map(withoutToken)
})

const expectLike = ({ mail, raw }: Pick<TrappedMail, "mail" | "raw">, model: unknown, email: string): void => {
  expect(shapeOf({ mail, raw })).toEqual(model)
  expect([mail.to].flat().map((to) => to?.value)).toEqual([[{ address: email, name: "" }]])
  const [hello = ""] = linesIn(mail.text ?? "")
  expect(hello).toMatch(/^Hello(?: [^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]+)?,$/u)
  expect(hello).not.toMatch(/[@/\\:]|evil/)
  expect(unescaped(/<p>(Hello.*)<\/p>/.exec(String(mail.html))?.[1] ?? "")).toBe(hello)
  expect(raw.toLowerCase()).not.toContain(EVIL)
}

describe("a name that wants to be more", () => {
  const trap = new MailTrap()
  let server: Standalone
  let model: ReturnType<typeof shapeOf>
  beforeAll(async () => {
    await trap.open()
    server = await servers.start("sent", { ...UNLIMITED, SMTP_URL: trap.url, BCRYPT_WORKERS: "2" })
    await post(server, "/api/auth/signup", { name: PLAIN, email: plain, password: "password of ada" })
    model = shapeOf(there((await trap.total(1))[0]))
  })
  afterAll(() => trap.close())

  it("gets one mail to one address, in headers, HTML and text like any other, and the link leads on alike", async () => {
    const signUp = async (name: string, at: number) =>
      (await post(server, "/api/auth/signup", { name, email: emailOf(at), password: "password of ada" })).status
    const statuses: Array<number> = []
    // A few at a time: a server refuses a password that would wait too long to be hashed.
    for (let from = 0; from < NAMES.length; from += 8) {
      const some = NAMES.slice(from, from + 8)
      statuses.push(...(await Promise.all(some.map(([, name], at) => signUp(name, from + at)))))
    }
    expect(statuses).toEqual(NAMES.map(() => 201))
    await trap.total(NAMES.length + 1)
    expect(model.headers).toEqual(HEADERS)
    const locations = new Set<string | null>()
    for (const at of NAMES.keys()) {
      const [mail, second] = trap.to(emailOf(at))
      expect([mail?.recipients, second]).toEqual([[emailOf(at)], undefined])
      expectLike(there(mail), model, emailOf(at))
      locations.add((await open(linkIn(there(mail).mail.text ?? "")))[1])
    }
    expect([...locations]).toEqual([expect.stringMatching(/^\/signin\?verified=true&message=Your/)])
    print(`${NAMES.length} names, ${trap.mails.length - 1} mails over SMTP: one recipient and the same headers each`)
  })

  it("gets no other mail for a new password", async () => {
    const before = trap.mails.length
    await post(server, "/api/auth/forgot-password", { email: plain })
    await trap.total(before + 1)
    const model = shapeOf(there(trap.mails.at(-1)))
    await Promise.all(NAMES.map((_, at) => post(server, "/api/auth/forgot-password", { email: emailOf(at) })))
    await trap.total(before + 1 + NAMES.length)
    for (const at of NAMES.keys()) {
      const mails = trap.to(emailOf(at))
      expect(mails.map(({ recipients }) => recipients)).toEqual([[emailOf(at)], [emailOf(at)]])
      expectLike(there(mails[1]), model, emailOf(at))
    }
  })

  it("is in no line of the log, and every line is one of the server's", () => {
    for (const line of server.stderr().trim().split("\n")) {
      expect(JSON.parse(line)).toMatchObject({ message: expect.anything() })
      expect(line).not.toMatch(/evil|forged|alert/)
    }
  })

  it.each([
    ["a NUL character", "Ada\0Bcc: x"],
    ["half a character", "Ada\ud800"],
    ["nothing but blanks", " \r\n\t"],
    ["256 letters", "W".repeat(256)],
    ["a list", ["Ada"]],
    ["an object", { toString: "Ada" }]
  ])("is refused where it is %s", async (_, name) => {
    const answer = await post(server, "/api/auth/signup", { name, email: plain, password: "password of ada" })
    expect(answer).toMatchObject({ status: 400, body: { error: "Validation failed", details: [{ path: ["name"] }] } })
  })
})

it("a name that wants to be more is a file of its own in the outbox, and nothing elsewhere", async () => {
  const server = await servers.start("kept", { ...UNLIMITED, BCRYPT_WORKERS: "2" })
  // A third of them: what differs from a mail over SMTP is how it is kept.
  const some = NAMES.filter((_, at) => at % 3 === 0)
  const people = [[PLAIN, plain] as const, ...some.map(([, name], at) => [name, emailOf(at)] as const)]
  const before = readdirSync(servers.directory).toSorted()
  await Promise.all(
    people.map(([name, email]) => post(server, "/api/auth/signup", { name, email, password: "password of ada" }))
  )
  await vi.waitFor(() => expect(mailFiles(server)).toHaveLength(people.length), { timeout: 30_000 })
  const mails = await Promise.all(
    mailFiles(server).map(async (file) => {
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600])
      const raw = readFileSync(file, "utf8")
      return { raw, mail: await simpleParser(raw) }
    })
  )
  const byAddress = new Map(mails.map((each) => [[each.mail.to].flat()[0]?.text, each]))
  const model = shapeOf(there(byAddress.get(plain)))
  for (const [, email] of people) expectLike(there(byAddress.get(email)), model, email)
  const name = /^\d{8}T\d{9}Z-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml$/
  for (const file of readdirSync(join(server.dataDir, "outbox"))) expect(file).toMatch(name)
  expect(readdirSync(servers.directory).toSorted()).toEqual(before)
})
