import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Inbox } from "./support/inbox.js"
import {
  get,
  linkIn,
  open,
  type Person,
  post,
  signIn,
  signUp,
  type Standalone,
  standaloneServers,
  UNLIMITED
} from "./support/standalone.js"

const servers = standaloneServers()
const tokenIn = (link: string): string => new URL(link).searchParams.get("token") ?? ""

/** The link of a mail that says it twice: as text and as HTML. */
const linkOf = ({ html, text }: { readonly html: unknown; readonly text?: string | undefined }): string => {
  const link = linkIn(text ?? "")
  expect(html).toContain(`href="${link}"`)
  return link
}

describe("mails through a mail server", () => {
  const inbox = new Inbox()
  let server: Standalone
  let person: Person

  beforeAll(async () => {
    await inbox.up()
    server = await servers.start("plain", {
      ...UNLIMITED,
      SMTP_URL: inbox.url,
      MAIL_FROM: "Boards <boards@example.com>"
    })
    person = await signUp(server, "ada")
  })
  afterAll(async () => {
    await server.stop()
    await inbox.down()
  })

  it("signing up sends a link to this server, as text and as HTML", async () => {
    const mail = await inbox.nextTo(person.email)
    expect(mail.subject).toBe("Verify your email address")
    expect(mail.from?.text).toBe('"Boards" <boards@example.com>')
    expect(mail.text).toContain("Hello ada,")
    expect(linkOf(mail)).toMatch(new RegExp(`^${server.url}/api/auth/verify-email\\?token=[0-9a-f]{64}$`))
  })

  it("no one signs in before the address is verified", async () => {
    expect(await post(server, "/api/auth/signin", person)).toMatchObject({
      status: 401,
      body: { error: "Email not verified", details: [] }
    })
  })

  it("asking again sends another link, and nothing to strangers", async () => {
    const before = inbox.mails.length
    const again = await post(server, "/api/auth/resend-verification", { email: person.email.toUpperCase() })
    expect(again).toMatchObject({ status: 200, body: { success: true } })
    const stranger = await post(server, "/api/auth/resend-verification", { email: "stranger@example.com" })
    expect(stranger).toMatchObject({ status: 200, body: again.body })
    const mail = await inbox.nextTo(person.email, 2)
    expect(linkOf(mail)).not.toBe(linkIn(inbox.to(person.email)[0]?.text ?? ""))
    expect(inbox.mails).toHaveLength(before + 1)
  })

  it.each(["", "?token=", "?token=nonsense", `?token=${"0".repeat(64)}`, "?token=a&token=b", "?token=%00"])(
    "the link with %j leads to the error page",
    async (query) => {
      expect(await open(`${server.url}/api/auth/verify-email${query}`)).toEqual([
        302,
        "/verify-error?error=invalid_token"
      ])
    }
  )

  it("a mail scanner that only looks at the link changes nothing", async () => {
    const link = linkOf(await inbox.nextTo(person.email, 2))
    const response = await fetch(link, { method: "HEAD", redirect: "manual" })
    expect([response.status, await response.text()]).toEqual([200, ""])
    expect(await post(server, "/api/auth/signin", person)).toMatchObject({ body: { error: "Email not verified" } })
  })

  it("the mailed link leads to the sign-in page, also when it is opened twice, and lets the person in", async () => {
    const link = linkOf(await inbox.nextTo(person.email, 2))
    const [status, location] = await open(link)
    expect(status).toBe(302)
    const target = new URL(location ?? "", server.url)
    expect([target.pathname, target.searchParams.get("verified")]).toEqual(["/signin", "true"])
    const message = target.searchParams.get("message") ?? ""
    expect(message).not.toBe("")
    const page = await fetch(target)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(message)])
    expect(await open(link)).toEqual([302, location])
    expect(await signIn(server, person)).not.toBe("")
  })

  it("a verified address gets no further verification mail", async () => {
    const before = inbox.to(person.email).length
    await post(server, "/api/auth/resend-verification", { email: person.email })
    // Mails of one look at the queue leave in no set order: a later mail of another look tells that this one is done.
    await post(server, "/api/auth/forgot-password", { email: person.email })
    await inbox.nextTo(person.email, before + 1)
    await post(server, "/api/auth/forgot-password", { email: person.email })
    await inbox.nextTo(person.email, before + 2)
    expect(
      inbox
        .to(person.email)
        .slice(before)
        .map(({ subject }) => subject)
    ).toEqual(["Reset your password", "Reset your password"])
  })

  it("a forgotten password is answered alike for strangers, and nothing is sent to them", async () => {
    const before = inbox.mails.length
    const stranger = await post(server, "/api/auth/forgot-password", { email: "stranger@example.com" })
    const known = await post(server, "/api/auth/forgot-password", { email: person.email })
    expect(stranger).toMatchObject({ status: 200, body: known.body })
    const names = (headers: Headers) => [...headers.keys()].toSorted()
    expect(names(stranger.headers)).toEqual(names(known.headers))
    await expect.poll(() => inbox.mails.length).toBe(before + 1)
    expect(inbox.to("stranger@example.com")).toEqual([])
  })

  it("the reset link leads to this server's page, sets a password once, and ends every session", async () => {
    const token = await signIn(server, person)
    const link = linkOf(inbox.to(person.email).at(-1) ?? { html: "" })
    expect(link).toMatch(new RegExp(`^${server.url}/reset-password\\?token=[0-9a-f]{64}$`))
    expect((await fetch(link)).status).toBe(200)

    const reset = (password: string) => post(server, "/api/auth/reset-password", { token: tokenIn(link), password })
    expect(await reset("short")).toMatchObject({
      status: 400,
      body: { error: "Validation failed", message: "Password doesn't meet requirements" }
    })
    const changed = { ...person, password: "another password" }
    expect(await reset(changed.password)).toMatchObject({ status: 200, body: { success: true } })
    expect(await reset("a third password")).toMatchObject({
      status: 400,
      body: { error: "Invalid or expired token", details: [] }
    })
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 401 })
    expect(await post(server, "/api/auth/signin", person)).toMatchObject({ body: { error: "Invalid credentials" } })
    const fresh = await signIn(server, changed)
    expect(await get(server, "/api/auth/me", fresh)).toMatchObject({ status: 200, body: { email: person.email } })
    // Of the earlier links none is left to use.
    const earlier = inbox.to(person.email).filter(({ subject }) => subject === "Reset your password")
    for (const mail of earlier) {
      const body = { token: tokenIn(linkOf(mail)), password: "a fourth password" }
      expect(await post(server, "/api/auth/reset-password", body)).toMatchObject({ status: 400 })
    }
  })
})

it("with BASE_URL and APP_URL the links lead to this server's public address and to the front end", async () => {
  const inbox = new Inbox()
  await inbox.up()
  const server = await servers.start("addresses", {
    SMTP_URL: inbox.url,
    BASE_URL: "https://boards.example.com/",
    APP_URL: "https://app.example.com/boards/"
  })
  const person = await signUp(server, "grace")
  const verification = linkOf(await inbox.nextTo(person.email))
  expect(verification).toMatch(/^https:\/\/boards\.example\.com\/api\/auth\/verify-email\?token=/)
  const verify = (token: string) => open(`${server.url}/api/auth/verify-email?token=${token}`)
  expect(await verify("wrong")).toEqual([302, "https://app.example.com/boards/verify-error?error=invalid_token"])
  const [status, location] = await verify(tokenIn(verification))
  expect(status).toBe(302)
  expect(location).toMatch(/^https:\/\/app\.example\.com\/boards\/signin\?verified=true&message=./)
  await post(server, "/api/auth/forgot-password", { email: person.email })
  const reset = linkOf(await inbox.nextTo(person.email, 2))
  expect(reset).toMatch(/^https:\/\/app\.example\.com\/boards\/reset-password\?token=/)
  const { body: document } = await get(server, "/api/openapi.json")
  expect(document.servers).toEqual([{ url: "https://boards.example.com" }])
  expect(await server.stop()).toBe(0)
  await inbox.down()
})

describe("while the mail server is away", () => {
  it("signing up answers at once, and the mail arrives when the server is back, even over a kill -9", async () => {
    const inbox = new Inbox()
    await inbox.up()
    await inbox.down()
    const first = await servers.start("away", { SMTP_URL: inbox.url })
    const early = await signUp(first, "early")
    await first.logged(/mail not sent, will be tried again/)
    await inbox.up()
    expect((await open(linkOf(await inbox.nextTo(early.email))))[1]).toContain("verified=true")
    await inbox.down()

    const late = await signUp(first, "late")
    await first.logged(/(mail not sent, will be tried again[\s\S]*){2}/)
    // A later write that is acknowledged: what came of the attempt is stored before it.
    await post(first, "/api/auth/forgot-password", { email: "stranger@example.com" })
    expect(await first.stop("SIGKILL")).toBe("SIGKILL")
    const second = await servers.start("away", { SMTP_URL: inbox.url })
    await inbox.up()
    const link = linkOf(await inbox.nextTo(late.email))
    expect((await open(link))[1]).toContain("verified=true")
    expect(inbox.mails).toHaveLength(2)
    expect(await second.stop()).toBe(0)
    await inbox.down()
  })

  it("a mail that was refused for now is sent again until it is taken, with a link that works", async () => {
    const inbox = new Inbox()
    await inbox.up()
    inbox.refuseNext(1)
    const server = await servers.start("refused", { SMTP_URL: inbox.url })
    const person = await signUp(server, "rita")
    const link = linkOf(await inbox.nextTo(person.email))
    expect(inbox.refused).toBe(1)
    expect((await open(link))[1]).toContain("verified=true")
    expect(inbox.mails).toHaveLength(1)
    expect(server.stderr()).not.toContain(tokenIn(link))
    expect(await server.stop()).toBe(0)
    await inbox.down()
  })
})
