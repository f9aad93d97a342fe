import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Inbox } from "./support/inbox.js"
import {
  get,
  linkIn,
  open,
  type Person,
  post,
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

  it("a forgotten password gets a link to this server's page, and a stranger nothing", async () => {
    for (const email of ["stranger@example.com", person.email]) {
      expect(await post(server, "/api/auth/forgot-password", { email })).toMatchObject({ status: 200 })
    }
    const link = linkOf(await inbox.nextTo(person.email, 2))
    expect(link).toMatch(new RegExp(`^${server.url}/reset-password\\?token=[0-9a-f]{64}$`))
    expect((await fetch(link)).status).toBe(200)
    expect(inbox.mails).toHaveLength(2)
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
