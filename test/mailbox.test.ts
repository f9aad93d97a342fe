import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { RawConnection, requestText } from "./support/rawConnection.js"
import {
  open,
  mailFiles,
  mailedLink,
  type Person,
  post,
  signIn,
  signUp,
  type Standalone,
  standaloneServers,
  UNLIMITED
} from "./support/standalone.js"

const servers = standaloneServers()
let server: Standalone
beforeAll(async () => {
  server = await servers.start("mailbox", UNLIMITED)
})

const fetchPage = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(server.url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const unescaped = (text: string): string =>
  text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&")

const items = (html: string): ReadonlyArray<string> => html.match(/<li data-file=[^]*?<\/li>/g) ?? []
const attributeIn = (text: string, pattern: RegExp): string => unescaped(pattern.exec(text)?.[1] ?? "nothing")

/** Looks until the newest mail on the page is this one to them. */
const newestMail = (person: Person, subject: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const [newest = ""] = items((await fetchPage("/mailbox")).text)
      if (!newest.includes(`To: <bdi>${person.email}</bdi>`) || !newest.includes(`>${subject}<`)) {
        throw new Error(`the newest is ${newest}`)
      }
      return newest
    },
    { timeout: 15_000 }
  )

describe("the mailbox", () => {
  it("is empty at first, and says what will be in it", async () => {
    const { headers, status, text } = await fetchPage("/mailbox")
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-store"
    ])
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(text).toContain("No mails yet")
    expect(items(text)).toEqual([])
  })

  it("lets someone in who signs up, by the link on the page", async () => {
    const person = await signUp(server, "ada")
    const item = await newestMail(person, "Verify your email address")
    expect(item).toContain(">Verify email address</a>")
    const link = attributeIn(item, /class="button" href="([^"]*)"/)
    expect(link).toBe(await mailedLink(server, person.email))
    expect(await post(server, "/api/auth/signin", person)).toMatchObject({ status: 401 })
    expect((await open(link))[1]).toMatch(/^\/signin\?verified=true/)
    expect(await signIn(server, person)).not.toBe("")
  })

  it("shows a mail by itself, and its HTML for our own frame only", async () => {
    const person = await signUp(server, "grace")
    const item = await newestMail(person, "Verify your email address")
    const path = attributeIn(item, /<h2><a href="([^"]*)"/)
    const { headers, status, text } = await fetchPage(path)
    expect(status).toBe(200)
    expect(headers.get("content-security-policy")).toContain("frame-src 'self'")
    expect(text).toContain("<h1>Verify your email address</h1>")
    expect(text).toContain("Hello grace,")
    const frame = await fetchPage(attributeIn(text, /<iframe [^>]*src="([^"]*)"/))
    expect([frame.status, frame.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    expect(frame.headers.get("content-security-policy")).toMatch(
      /^sandbox [^;]*; default-src 'none';.*frame-ancestors 'self'$/
    )
    expect(frame.headers.get("content-security-policy")).not.toMatch(/allow-scripts|allow-same-origin/)
    expect(frame.headers.get("cross-origin-resource-policy")).toBe("same-origin")
    expect(frame.text).toContain(`<a href="${await mailedLink(server, person.email)}"`)
  })

  it("gives the mail of a forgotten password, whose link leads to this server's page", async () => {
    const person = await signUp(server, "rita")
    await newestMail(person, "Verify your email address")
    await post(server, "/api/auth/forgot-password", { email: person.email })
    const link = attributeIn(await newestMail(person, "Reset your password"), /class="button" href="([^"]*)"/)
    const token = new URL(link).searchParams.get("token")
    const changed = { ...person, password: "another password" }
    expect(await post(server, "/api/auth/reset-password", { token, password: changed.password })).toMatchObject({
      status: 200
    })
    // A reset does not verify the address.
    expect(await post(server, "/api/auth/signin", changed)).toMatchObject({ body: { error: "Email not verified" } })
  })

  it("gives what came after a mail alone", async () => {
    const [newest = "", second = ""] = items((await fetchPage("/mailbox")).text)
    const file = (item: string) => attributeIn(item, /data-file="([^"]*)"/)
    const after = async (item: string) =>
      items((await fetchPage(`/mailbox?after=${encodeURIComponent(file(item))}`)).text)
    expect(await after(newest)).toEqual([])
    expect(await after(second)).toEqual([newest])
  })

  it("names what is no mail, and shows nothing from elsewhere", async () => {
    const outbox = join(server.dataDir, "outbox")
    writeFileSync(
      join(server.dataDir, "secret.eml"),
      "From: a@b.example\r\nDate: 1 Jan 2026 00:00:00 +0000\r\n\r\nSecret\r\n"
    )
    symlinkSync("../secret.eml", join(outbox, "link.eml"))
    writeFileSync(join(outbox, "<img src=x onerror=alert(1)>.eml"), "")
    writeFileSync(join(outbox, "notes.txt"), "Buy milk")
    const { text } = await fetchPage("/mailbox")
    expect(items(text)).toHaveLength(mailFiles(server).length + 1)
    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;.eml")
    expect(text).not.toContain("<img")
    expect(text).toContain("it is a symbolic link")
    for (const path of ["/mailbox/message", "/mailbox/html"]) {
      for (const file of ["../secret.eml", "..%2Fsecret.eml", "%2Fetc%2Fpasswd", "", "%00", "none.eml"]) {
        expect([file, (await fetchPage(`${path}?file=${file}`)).status]).toEqual([file, 404])
      }
      expect((await fetchPage(`${path}?file=link.eml`)).text).not.toContain("Secret")
    }
  })

  it("is there for this machine's own names alone", async () => {
    const statusFor = async (headers: Readonly<Record<string, string>>, path = "/mailbox"): Promise<number> => {
      const connection = new RawConnection(server.url)
      const { status } = await connection.request(requestText(`GET ${path}`, headers))
      connection.cut()
      return status
    }
    const { port } = new URL(server.url)
    expect(await statusFor({ Host: `127.0.0.1:${port}` })).toBe(200)
    expect(await statusFor({ Host: `localhost:${port}` })).toBe(200)
    expect(await statusFor({ Host: `boards.evil.example:${port}` })).toBe(404)
    expect(await statusFor({ Host: `boards.evil.example:${port}` }, "/docs")).toBe(200)
    expect(await statusFor({ Host: `127.0.0.1:${port}`, Origin: "http://localhost:5173" })).toBe(404)
    expect(await statusFor({ Host: `127.0.0.1:${port}`, "X-Forwarded-For": "203.0.113.9" })).toBe(404)
  })
})
