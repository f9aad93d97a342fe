import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { newBoard, type SignedIn, somebody } from "../faults/given.js"
import { post, UNLIMITED } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { inGerman } from "./inGerman.js"
import { choose, press, typeInto, focusedId } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

const received: Array<Received> = []
let status = 204
const receiver = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString("utf8") })
    response.writeHead(status).end()
  })
})

const here = site({ ...UNLIMITED, WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" })
let url = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => new Promise((resolve) => receiver.close(resolve)))

const givenBoard = async (name: string) => {
  const owner = await somebody(here.server, name)
  const { boardId } = await newBoard(here.server, owner, `Board of ${name}`)
  return { owner, boardId, page: await here.visit() }
}

const makeWebhook = async (owner: SignedIn, boardId: string) => {
  const { body } = await post(here.server, "/api/webhooks", { boardId, url }, owner.headers)
  expect(body).toMatchObject({ success: true })
}

describe("the webhooks of a board", () => {
  it("are made, tested and looked at by keyboard alone, and the secret verifies what is received", async () => {
    const { boardId, owner, page } = await givenBoard("hooker")
    status = 204
    await openAs(page, owner.token, "/account")
    await choose(page, "More for Board of hooker", "Webhooks")
    await page.getByText("There are none yet.").waitFor()
    await expectAccessible(page)

    await typeInto(page, "URL", "http://example.com/hook")
    await page.keyboard.press("Enter")
    await page.locator("#url-error:not(:empty)").waitFor()
    expect([await focusedId(page), await page.locator("#url-error").innerText()]).toEqual([
      "url",
      "Must begin with https://"
    ])
    await page.getByLabel("URL").fill(url)
    await page.keyboard.press("Enter")
    await page.getByText("The webhook is created.").waitFor()
    expect(await focusedId(page)).toBe("secret-title")
    await expectAccessible(page)
    const secret = await page.locator("#secret-text").innerText()
    expect(secret).toMatch(/^whsec_/)

    const { body } = await post(here.server, "/api/tasks", { boardId, name: "Dig" }, owner.headers)
    await expect.poll(() => received.some((each) => each.body.includes(body.task.id))).toBe(true)
    const message = received.find((each) => each.body.includes(body.task.id))
    expect(new Webhook(secret).verify(message?.body ?? "", message?.headers ?? {})).toMatchObject({
      type: "task.created"
    })

    await press(page, `Send a test: ${url}`)
    await page.getByText("The test message was received (204).").waitFor()
    expect(await focusedId(page)).toBe("said")
    await press(page, `Deliveries: ${url}`)
    // That of its own creation is the other.
    await page.getByText(`2 deliveries to ${url}.`).waitFor()
    await page.getByRole("row", { name: /task\.created.*Delivered \(204\)/ }).waitFor()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole("heading", { name: url }).waitFor()
    expect(await page.locator("#secret").isVisible()).toBe(false)
    await inGerman(page)
    await press(page, `Zustellungen: ${url}`)
    await page.getByText(`2 Zustellungen an ${url}.`).waitFor()
    await page.getByRole("row", { name: /task\.created.*Zugestellt \(204\)/ }).waitFor()
    expect(await page.title()).toBe("Webhooks von Board of hooker - Boardwright")
    await expectAccessible(page)
  })

  it("say what a receiver answered, and are disabled, enabled and deleted", async () => {
    const { boardId, owner, page } = await givenBoard("keeper")
    await makeWebhook(owner, boardId)
    await openAs(page, owner.token, `/account?webhooks=${boardId}`)
    status = 404
    await press(page, `Send a test: ${url}`)
    await page.getByText("The receiver answered 404. An answer from 200 to 299 is a success.").waitFor()
    await press(page, `Disable: ${url}`)
    await page.getByText("The webhook is disabled.").waitFor()
    await page.getByText("Disabled.", { exact: true }).waitFor()
    await press(page, `Enable: ${url}`)
    await page.getByText("Active.", { exact: true }).waitFor()
    await press(page, `Delete: ${url}`)
    const dialog = page.getByRole("dialog", { name: "Delete this webhook?" })
    await dialog.waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    expect(await page.getByRole("heading", { name: url }).isVisible()).toBe(true)
    await press(page, `Delete: ${url}`)
    await dialog.getByRole("button", { name: "Delete it" }).click()
    await page.getByText("The webhook is deleted.").waitFor()
    await page.getByText("There are none yet.").waitFor()
  })

  it("are for those who manage the board", async () => {
    const { boardId, owner } = await givenBoard("manager")
    const guest = await somebody(here.server, "onlooker")
    const { body: me } = await post(here.server, "/api/auth/signin", guest.person)
    const invited = { userId: me.user.id, role: "viewer" }
    const { body } = await post(here.server, `/api/boards/${boardId}/invite`, invited, owner.headers)
    await post(here.server, `/api/invitations/${body.invitation.id}/accept`, {}, guest.headers)
    const page = await here.visit()
    await openAs(page, guest.token, "/account")
    await page.getByRole("link", { name: "Board of manager", exact: true }).waitFor()
    expect(await page.getByRole("button", { name: "More for Board of manager" }).count()).toBe(0)
    await openAs(page, guest.token, `/account?webhooks=${boardId}`)
    await page.getByText("Only admins of the board manage its webhooks.").waitFor()
    await expectAccessible(page)
  })
})
