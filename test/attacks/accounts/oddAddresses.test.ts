import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { storedReader } from "../../authorization/Stored.js"
import { print } from "../../faults/Load.js"
import { expectInvalid, expectError, onServer } from "../../http/given.js"
import { linkIn, open, post, signIn, type Standalone, standaloneServers, UNLIMITED } from "../../support/standalone.js"
import { MailTrap } from "./MailTrap.js"

const label = (length: number): string => "d".repeat(length)
const ofLength = (length: number): string =>
  `${"l".repeat(64)}@${[label(63), label(63), label(length - 64 - 1 - 64 - 64)].join(".")}`

// What reads as more than one address, as another one, or as part of a header. More by its form: core/test/account.
const REFUSED: ReadonlyArray<string> = [
  ...["ada@example.com,eve@evil.example", "ada@example.com, eve@evil.example", "ada@example.com;eve@evil.example"],
  ...["ada@example.com eve@evil.example", "ada@example.com\teve@evil.example", "eve@evil.example@example.com"],
  ...["ada@example.com\r\nBcc: eve@evil.example", "ada@example.com\nTo:eve@evil.example", "ada\r\n@example.com"],
  ...["ada@example.com\r", "ada@exam\nple.com", "ada@example.com\u0085Bcc: x", "ada@example.com\u2028Bcc: x"].map(
    (text) => `${text}x`
  ),
  ...["ada@example.com>\r\nRCPT TO:<eve@evil.example", "ada@example.com> SIZE=1", "<ada@example.com>"],
  ...["Ada <ada@example.com>", "eve@evil.example <ada@example.com>", "ada@example.com (eve@evil.example)"],
  ...['"ada"@example.com', '"ada@evil.example"@example.com', '"a\\"b"@example.com', '"ada\r\nBcc: x"@example.com'],
  ...["ada\\@evil.example@example.com", "ada(x)@example.com", "@evil.example:ada@example.com", "ada@evil.example:x"],
  ...["@evil.example,@b.example:ada@example.com", "group: ada@example.com;", "mailto:ada@example.com"],
  ...[
    "ada@[127.0.0.1]",
    "ada@[IPv6:::1]",
    "ada@[evil.example]",
    "ada@::1",
    "ada@example.com:25",
    "ada@example.com/x",
    "ada@1.2.3.4",
    "ada@0x7f.1"
  ],
  ...["ada@example.com.", "ada.@example.com", ".ada@example.com", "ada@localhost", "ada", "", " ", "@", "@@"],
  // Homographs and look-alikes: Cyrillic, full width, dotless, long s, Kelvin, a sign of its own, marks, directions.
  ...[
    "\u0430da@example.com",
    "ada@ex\u0430mple.com",
    "\uff41da@example.com",
    "ada@example\uff0ecom",
    "ada\uff20example.com"
  ],
  ...[
    "ad\u0131@example.com",
    "\u017fam@example.com",
    "ada@example.\u212aom",
    "ada@\u24d4xample.com",
    "ada@ex\u00e4mple.com"
  ],
  ...[
    "ada\u200b@example.com",
    "\ufeffada@exa\u200dmple.com",
    "a\u0300da@example.com",
    "\u202eada@example.com",
    "ada@example\u3002com"
  ],
  ...["ada@example.com\u00adx", "\u{1F600}@example.com", "ada@xn--.\u0430"],
  ...[ofLength(255), `${"l".repeat(65)}@example.com`, `ada@${label(64)}.com`, `${"a.".repeat(50_000)}@example.com`]
]
const NO_TEXT: ReadonlyArray<unknown> = [null, 5, true, [], {}, ["ada@example.com"], ["a@example.com", "b@example.com"]]

// What may look odd and is one address: mailed to as it is. Of the longest, 254, the mail server used here takes none.
const TAKEN: ReadonlyArray<string> = [
  ...["ada+tag@example.com", "a.d.a@example.com", "ADA.Lovelace@Example.COM", "-oQ@example.com", "--x@example.com"],
  ...["ada%evil.example@example.com", "evil.example!ada@example.com", "ada=evil.example@example.com"],
  ...["=?utf-8?q?eve=40evil.example?=@example.com", "o'neil`x`@example.com", "{ada}|x~^&#$*/?@example.com"],
  ...["a%00b%0d%0abcc@example.com", "postmaster@example.com", "ada@xn--e1afmkfd.example", "ada@7.0x7g"],
  ...["null@example.com", "undefined@example.com", "__proto__@example.com", ofLength(253)]
]

describe("an address that is none", () => {
  const { server, as, givenHome, mailsTo } = onServer()
  it("is refused wherever one is asked for, and nothing is written", async () => {
    const stored = await storedReader(server())
    const before = await stored()
    const { post } = as(null)
    for (const email of [...REFUSED, ...NO_TEXT]) {
      const name = "Ada"
      const signUp = await post("/api/auth/signup", { name, email, password: "password of ada" })
      expectInvalid(signUp, ["email"], "Invalid email or password format")
      expectInvalid(await post("/api/auth/forgot-password", { email }), ["email"])
      expectInvalid(await post("/api/auth/resend-verification", { email }), ["email"])
      const signIn = await post("/api/auth/signin", { email, password: "password of ada" })
      expect([email, signIn.status]).toEqual([email, typeof email === "string" ? 401 : 400])
    }
    expect(await stored()).toBe(before)
    print(`${REFUSED.length + NO_TEXT.length} addresses that are none, refused at three places, nothing written`)
  })

  it("invites nobody but the owner of that very address", async () => {
    const home = await givenHome()
    const ada = await server().user("ada")
    const { email } = ada
    const [local = "", domain = ""] = email.split("@")
    for (const odd of [`${email},x@example.com`, `<${email}>`, `${local}%@${domain}`, `${email}.`, "%", "*", "_"]) {
      const answer = await home.post(`/api/boards/${home.boardId}/invite`, { email: odd, role: "editor" })
      expect([odd, answer.status]).toEqual([odd, odd === `${local}%@${domain}` ? 201 : 400])
    }
    expect((await as(ada).get("/api/invitations")).body.invitations).toEqual([])
  })

  it("is another's, or one account in any case and with blanks around it", async () => {
    const sent = { name: "Ada", email: "Ada.Lovelace+x@Example.com", password: "password of ada" }
    const { post } = as(null)
    expect((await post("/api/auth/signup", sent)).status).toBe(201)
    const same = ["ada.lovelace+x@example.com", "ADA.LOVELACE+X@EXAMPLE.COM", " Ada.Lovelace+x@Example.com\n"]
    for (const email of same) {
      expectError(await post("/api/auth/signup", { ...sent, email }), 400, "Email already registered")
      expectError(await post("/api/auth/signin", { ...sent, email }), 401, "Email not verified")
    }
    // Not ours to know: a provider may tell them apart.
    const others = ["adalovelace+x@example.com", "ada.lovelace@example.com", "ada.lovelace+x@sub.example.com"]
    for (const email of others) {
      expectError(await post("/api/auth/signin", { ...sent, email }), 401, "Invalid credentials")
      expect((await post("/api/auth/forgot-password", { email })).status).toBe(200)
    }
    for (const email of same) expect((await post("/api/auth/forgot-password", { email })).status).toBe(200)
    expect(await mailsTo(sent.email)).toHaveLength(1 + same.length)
    for (const email of others) expect(await mailsTo(email)).toEqual([])
  })
})

const servers = standaloneServers()
const trap = new MailTrap()
let server: Standalone
beforeAll(async () => {
  await trap.open()
  server = await servers.start("odd", { ...UNLIMITED, SMTP_URL: trap.url, BCRYPT_WORKERS: "2" })
})
afterAll(() => trap.close())

it("an odd address that is one gets one mail of each kind, to exactly it, and its links let it in", async () => {
  const password = "password of ada"
  const signUps = TAKEN.map((email) => post(server, "/api/auth/signup", { name: "Ada", email, password }))
  expect((await Promise.all(signUps)).map(({ status }) => status)).toEqual(TAKEN.map(() => 201))
  await trap.total(TAKEN.length)
  await Promise.all(TAKEN.map((email) => post(server, "/api/auth/forgot-password", { email: email.toUpperCase() })))
  await trap.total(TAKEN.length * 2)
  for (const given of TAKEN) {
    // Domains have no case.
    const email = given.replace("Example.COM", "example.com")
    const mails = trap.to(email)
    expect(mails.map(({ mail, recipients }) => ({ recipients, subject: mail.subject }))).toEqual([
      { recipients: [email], subject: "Verify your email address" },
      { recipients: [email], subject: "Reset your password" }
    ])
    for (const { raw } of mails) {
      const headers = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ")
      expect(headers.match(/^(?:to|cc|bcc):.*$/gim)).toEqual([`To: ${email}`])
    }
    const [status, location] = await open(linkIn(mails[0]?.mail.text ?? ""))
    expect([status, location?.startsWith("/signin?verified=true")]).toEqual([302, true])
  }
  expect(await signIn(server, { email: TAKEN[0] ?? "", password })).not.toBe("")
  print(`${TAKEN.length} odd addresses, ${trap.mails.length} mails, each to exactly its own`)
})
