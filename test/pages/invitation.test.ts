import { describe, expect, it } from "vitest"
import { newBoard, somebody } from "../faults/given.js"
import { mailedLink, mailFiles, post } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { openBoard } from "./board.js"
import { typeInto } from "./keyboard.js"
import { site } from "./site.js"

const here = site()

/** Invites an address to a new board, and returns the path that the mail leads to. */
const invited = async (name: string, board: string, email: string) => {
  const owner = await somebody(here.server, name)
  const { boardId } = await newBoard(here.server, owner, board)
  const path = `/api/boards/${boardId}/invite`
  const { body } = await post(here.server, path, { email, role: "editor" }, owner.headers)
  // An earlier mail is the one that verifies the address.
  await expect.poll(() => mailedLink(here.server, email)).toContain("invitation=")
  const { pathname, search } = new URL(await mailedLink(here.server, email))
  return { boardId, owner, id: String(body.invitation.id), link: pathname + search }
}

it("an invitation that nobody has answered is named on its board, and can be accepted there", async () => {
  const guest = await somebody(here.server, "reader")
  const { boardId } = await invited("founder", "Winter", guest.person.email)
  const page = await here.visit()
  await openBoard(page, guest, boardId)
  await page.getByText("You are invited to this board, and can read it.").waitFor()
  expect(await page.getByLabel(/^Add a task to/).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole("button", { name: "Accept" }).click()
  await page.getByLabel(/^Add a task to/).waitFor()
  await page.locator("#main:focus").waitFor()
  expect(await page.getByText("You are invited to this board").count()).toBe(0)
})

describe("the mail of an invitation", () => {
  it("leads someone without an account to sign up and on to the board, by keyboard, without a second mail", async () => {
    const { boardId, link } = await invited("host", "Spring", "grace@example.com")
    const mails = mailFiles(here.server).length
    const page = await here.visit()
    await page.goto(link)
    expect(page.url()).toBe(`${here.server.url}/signup`)
    await page.getByText("You are invited.").waitFor()
    const address = page.getByLabel("Email address")
    expect([await address.inputValue(), await address.isEditable()]).toEqual(["grace@example.com", false])
    await expectAccessible(page)
    await typeInto(page, "Your name", "Grace")
    await typeInto(page, "Password", "a password of grace")
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/app?board=${boardId}`)
    await page.getByText("Welcome. You have joined this board.").waitFor()
    await page.getByText("This board has no tasks yet.").waitFor()
    await expectAccessible(page)
    expect(mailFiles(here.server)).toHaveLength(mails)

    const again = await here.visit()
    await again.goto(link)
    await typeInto(again, "Your name", "Grace")
    await typeInto(again, "Password", "a password of grace")
    await again.keyboard.press("Enter")
    await again.getByText("Email already registered").waitFor()
  })

  it("leads someone with an account to the invitation, and says if it is not open", async () => {
    const { person } = await somebody(here.server, "guest")
    const { id, link } = await invited("other", "Harvest", person.email)
    expect(link).toBe(`/account?invitation=${id}`)
    const page = await here.visit()
    await page.goto(link)
    await page.waitForURL("**/signin")
    await typeInto(page, "Email address", person.email)
    await typeInto(page, "Password", person.password)
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Accept the invitation to Harvest" }).waitFor()
    await expect.poll(() => page.evaluate<string>("document.activeElement.id")).toBe(`invitation-${id}`)
    await expectAccessible(page)
    await page.goto("/account?invitation=none")
    await page.getByText("The invitation is not open for").waitFor()
  })

  it("that has ended leads to an ordinary sign-up", async () => {
    const { boardId, id, link, owner } = await invited("late", "Autumn", "eve@example.com")
    await fetch(`${here.server.url}/api/boards/${boardId}/invitations/${id}`, {
      method: "DELETE",
      headers: owner.headers
    })
    const page = await here.visit()
    await page.goto(link)
    await typeInto(page, "Your name", "Eve")
    await typeInto(page, "Password", "a password of eve")
    await page.keyboard.press("Enter")
    const sent = page.getByText("We sent an email to eve@example.com")
    await sent.waitFor()
    expect(await sent.isVisible()).toBe(true)
    expect(await page.getByText("You are invited.").count()).toBe(0)
  })
})
