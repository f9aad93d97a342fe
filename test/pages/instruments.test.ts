import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { expectAccessible, hiddenSideways } from "./accessibility.js"
import { launchBrowser } from "./browser.js"
import { walk } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { REFUSALS, watch } from "./watch.js"

const BAD = `<!doctype html><html><title>Bad</title><style nonce="n">input:focus { outline: 2px solid blue } a { outline: none } p { color: #999999; background: #ffffff; width: 2000px }</style>
<p style="color: red">Faint and wide</p><input><a href="/elsewhere">Unseen</a>
<script>unsafe()</script><script nonce="n">
console.error("an error of mine")
alert("a dialog")
fetch("/api/refused")
fetch("/missing")
new Image().src = "https://elsewhere.example/spy.png"
setTimeout(() => { throw new Error("thrown by the page") })
</script></html>`

let server: Server
let browser: Browser
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const known = request.url === "/" || request.url === "/favicon.ico"
    response.writeHead(known ? 200 : 404, {
      "content-type": "text/html",
      "content-security-policy": "default-src 'self'; script-src 'nonce-n'; style-src 'nonce-n'"
    })
    response.end(request.url === "/" ? BAD : "")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  server.close()
})

const visitBad = async (): Promise<readonly [Page, ReadonlyArray<string>]> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  const complaints = await watch(context, [url])
  const page = await context.newPage()
  await openPage(page, "/")
  return [page, complaints]
}

it("whatever a page may not do is noticed", async () => {
  const [page, complaints] = await visitBad()
  for (const pattern of [
    /^request: https:\/\/elsewhere\.example\/spy\.png$/,
    /^thrown: .*thrown by the page/,
    /^console: an error of mine/,
    /^console: forbidden by the policy: script-src-elem inline/,
    /^console: forbidden by the policy: style-src-attr inline/,
    /^console: forbidden by the policy: img-src https:\/\/elsewhere/,
    /^console: Failed to load resource: .* 404 .*\/missing$/,
    /^dialog: a dialog$/
  ]) {
    await expect.poll(() => complaints).toContainEqual(expect.stringMatching(pattern))
  }
  await expect
    .poll(() => complaints.filter((each) => REFUSALS.test(each)))
    .toEqual([expect.stringContaining("/api/refused")])
  await page.context().close()
})

it("what shuts people out is noticed", async () => {
  const [page] = await visitBad()
  await expect(expectAccessible(page)).rejects.toMatchObject({
    actual: {
      violations: expect.arrayContaining(
        ["html-has-lang", "label", "color-contrast"].map((rule) => expect.stringContaining(`${rule} | `))
      )
    }
  })
  expect(await hiddenSideways(page)).toBeGreaterThan(500)
  expect((await walk(page)).map(({ seen }) => seen)).toEqual([true, false])
  await page.context().close()
})
