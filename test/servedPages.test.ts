import { describe, expect, it } from "vitest"
import { type Standalone, standaloneServers } from "./support/standalone.js"
import { errorBody } from "./support/errorBody.js"

const servers = standaloneServers()

const FRONT_END = [
  ...["/", "/signup", "/signin", "/forgot-password", "/reset-password"],
  ...["/confirm-email", "/undo-email", "/unsubscribe", "/verify-error", "/account", "/app"]
]
const DOCS = ["/favicon.ico", "/docs", "/docs/reference.css", "/docs/reference.js", "/api/auth/unsubscribe"]
const MAILBOX = ["/mailbox"]
const ALL = [...FRONT_END, ...DOCS, ...MAILBOX]

const servedBy = async ({ url }: Standalone): Promise<ReadonlyArray<string>> => {
  const answers = await Promise.all(ALL.map(async (path) => [path, await fetch(url + path)] as const))
  const wrong = answers.filter(([, { status }]) => status !== 200 && status !== 404)
  expect(wrong.map(([path, { status }]) => [path, status])).toEqual([])
  for (const [, answer] of answers.filter(([, { status }]) => status === 404)) {
    expect(await answer.json()).toEqual(errorBody("Not found"))
  }
  return answers.flatMap(([path, { status }]) => (status === 200 ? [path] : []))
}

const asBrowser = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } })

describe("an address that nothing is at", () => {
  it("is a page for browsers, and an error body for all others and below /api", async () => {
    const server = await servers.start("unknown")
    const page = await asBrowser(`${server.url}/nowhere`)
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
    expect(await page.text()).toContain("<h1>Page not found</h1>")
    const mail = await asBrowser(`${server.url}/mailbox/message?file=none`)
    expect([mail.status, await mail.text()]).toEqual([404, expect.stringContaining("Page not found")])
    for (const answer of [
      await fetch(`${server.url}/nowhere`),
      await asBrowser(`${server.url}/api/nowhere`),
      await asBrowser(`${server.url}/nowhere`, { method: "POST" })
    ]) {
      expect([answer.status, await answer.json()]).toEqual([404, errorBody("Not found")])
    }
    await server.stop()
  })

  it("is an error body without pages of its own", async () => {
    const server = await servers.start("no-pages", { WEB_UI: "off" })
    expect(await (await asBrowser(`${server.url}/nowhere`)).json()).toEqual(errorBody("Not found"))
    await server.stop()
  })
})

const SMTP = { SMTP_URL: "smtp://127.0.0.1:9" }

describe("a server serves", () => {
  it.each<readonly [pages: string, environment: Record<string, string>, paths: ReadonlyArray<string>]>([
    ["every page", {}, ALL],
    ["every page where it says that its address is this machine's", { BASE_URL: "http://localhost:8080" }, ALL],
    ["none with WEB_UI=off", { WEB_UI: "off" }, []],
    ["none with WEB_UI=off and a front end elsewhere", { WEB_UI: "off", APP_URL: "http://localhost:5173" }, []],
    ["what its front end does not have", { APP_URL: "http://localhost:5173" }, [...DOCS, ...MAILBOX]],
    ["no mails where they are sent", SMTP, [...FRONT_END, ...DOCS]],
    ["only the reference where mails are sent for a front end", { ...SMTP, APP_URL: "https://app.example.com" }, DOCS],
    ["no mails to other machines", { HOST: "0.0.0.0" }, [...FRONT_END, ...DOCS]],
    ["no mails behind a proxy", { TRUST_PROXY: "1" }, [...FRONT_END, ...DOCS]],
    ["no mails under a public address", { BASE_URL: "https://boards.example.com" }, [...FRONT_END, ...DOCS]]
  ])("%s", async (pages, environment, paths) => {
    const server = await servers.start(pages.replaceAll(/\W/g, "-"), environment)
    expect(await servedBy(server)).toEqual(paths)
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await server.stop()
    // Where links of mails lead nowhere, the log says so.
    const hasLinks = environment["APP_URL"] !== undefined || paths.length > 0
    expect(server.stderr().includes("links in mails lead to pages that nobody serves")).toBe(!hasLinks)
  })
})
