import { once } from "node:events"
import { createServer } from "node:http"
import { mkdirSync, writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { mailedLink, post, signUp } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { tabTo } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

describe("the mailbox", () => {
  it("is empty at first, and shows a mail that comes while it is looked at", async () => {
    const server = await here.servers.start("empty")
    const page = await here.visit({ server })
    await openPage(page, "/mailbox")
    await page.getByText("No mails yet").waitFor()
    await expectAccessible(page)
    await signUp(server, "first")
    await page.getByText("One new mail.").waitFor()
    await page.getByRole("link", { name: "Verify email address: first@example.com" }).waitFor()
    expect(await page.getByText("No mails yet").isVisible()).toBe(false)
    await expectAccessible(page)
  })

  it("shows a mail's text, its link, and its HTML in a frame", async () => {
    const person = await signUp(here.server, "reader")
    const link = await mailedLink(here.server, person.email)
    const page = await here.visit()
    await openPage(page, "/mailbox")
    await tabTo(page, page.locator("li", { hasText: person.email }).getByRole("heading").getByRole("link"))
    await page.keyboard.press("Enter")
    await page.waitForURL("**/mailbox/message?*")
    expect(await page.locator("pre").innerText()).toContain(link)
    expect(await page.frameLocator("iframe").locator(`a[href="${link}"]`).count()).toBeGreaterThan(0)
    await expectAccessible(page)
    await tabTo(page, page.getByRole("link", { name: "Verify email address" }))
    await page.keyboard.press("Enter")
    await page.waitForURL("**/signin?verified=true*")
    await page
      .getByRole("status")
      .filter({ hasText: /verified/i })
      .waitFor()
  })

  it("opens a link inside of a mail's HTML in a window that works", async () => {
    const person = await signUp(here.server, "framed")
    await mailedLink(here.server, person.email)
    const page = await here.visit()
    await openPage(page, "/mailbox")
    await page.locator("li", { hasText: person.email }).getByRole("heading").getByRole("link").click()
    const opened = page.context().waitForEvent("page")
    await page.frameLocator("iframe").getByRole("link").first().click()
    const next = await opened
    await next.waitForURL("**/signin?verified=true*")
    await next.getByLabel("Email address").fill(person.email)
    await next.getByLabel("Password").fill(person.password)
    await next.keyboard.press("Enter")
    await next.getByRole("button", { name: "Account of framed" }).waitFor()
    expect(next.url()).toBe(`${here.server.url}/app`)
  })

  it("lets nothing in a mail run, or tell anyone that it was read", async () => {
    let announced = 0
    const listener = createServer((_request, response) => {
      announced += 1
      response.end()
    }).listen(0, "127.0.0.1")
    await once(listener, "listening")
    const elsewhere = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    const html = `<img src="${elsewhere}/seen.png" onerror="top.hacked=1"><link rel="stylesheet" href="${elsewhere}/a.css">
<style>@import url(${elsewhere}/b.css); body { background: url(${elsewhere}/c.png) }</style>
<script src="${elsewhere}/d.js"></script><script>top.hacked=1; parent.postMessage("hacked", "*")</script>
<iframe src="${elsewhere}/e"></iframe><form action="${elsewhere}/f"><button>Send</button></form>
<meta http-equiv="refresh" content="0;url=${elsewhere}/g"><p>The end of it</p>`
    const head = "From: a@example.com\r\nTo: b@example.com\r\nSubject: Tracking\r\nMIME-Version: 1.0\r\n"
    mkdirSync(join(here.server.dataDir, "outbox"), { recursive: true })
    writeFileSync(
      join(here.server.dataDir, "outbox", "tracking.eml"),
      `${head}Content-Type: text/html\r\n\r\n${html}\r\n`
    )
    try {
      // Chromium tells of what it does not load as of what it loads.
      const page = await here.visit({ expected: /./ })
      await openPage(page, "/mailbox")
      await page.getByRole("link", { name: "Tracking" }).click()
      await page.frameLocator("iframe").getByText("The end of it").waitFor()
      await page.frameLocator("iframe").getByRole("button").click()
      await page.frameLocator("iframe").getByText("The end of it").waitFor()
      expect(await page.evaluate("typeof hacked")).toBe("undefined")
      expect(announced).toBe(0)
    } finally {
      listener.close()
    }
  })

  it("asks for no password of anybody: a forgotten one is replaced by its mail", async () => {
    const person = await signUp(here.server, "resetting")
    await fetch(await mailedLink(here.server, person.email))
    await post(here.server, "/api/auth/forgot-password", { email: person.email })
    const page = await here.visit()
    await openPage(page, "/mailbox")
    await page.getByRole("link", { name: `Reset password: ${person.email}` }).click()
    await page.waitForURL("**/reset-password")
    await page.getByLabel("New password", { exact: true }).fill("a new password")
    await page.getByLabel("New password again").fill("a new password")
    await page.keyboard.press("Enter")
    await page.getByText("Your password is changed").waitFor()
    expect((await post(here.server, "/api/auth/signin", { ...person, password: "a new password" })).status).toBe(200)
  })
})
