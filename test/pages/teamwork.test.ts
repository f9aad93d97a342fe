import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { mailFiles } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { operable } from "./keyboard.js"
import { record } from "./record.js"
import { site } from "./site.js"

const here = site()

// The frame of a mail runs no scripts, those that record it included.
const SANDBOXED = /^console: Blocked script execution in '\S+\/mailbox\/html/
// The last is the menu of the user, whose button has no text.
const SKIP_AND_SITE = ["a Skip to the content", "a Home", "a API", "a Mailbox", "button "]

const ADA = { name: "Ada", email: "ada@example.com", password: "correct horse battery" }
const GRACE = { name: "Grace", email: "grace@example.com", password: "a password of grace" }
const PLAN = Buffer.from("Task,Status\nDig the beds,Done\nSow peas,Working on it\n")

const submit = async (page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole("button", { name: button, exact: true }).click()
}

/** The tasks that the page of a board shows, and their states. */
const tasks = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor()
  const rows = page.getByRole("row").and(page.locator("[data-task]"))
  await rows.nth(1).waitFor()
  return (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, " ").trim())
}

it("two people who are new here get from one mail of an invitation to work in one workspace", async () => {
  const [ada, grace] = [await here.visit(), await here.visit({ expected: SANDBOXED })]
  const owner = await record(ada, "teamwork-owner")
  const invited = await record(grace, "teamwork-invited")
  try {
    await owner.step("sign up", async () => {
      await ada.goto("/signup")
      const fields = { "Your name": ADA.name, "Email address": ADA.email, Password: ADA.password }
      await submit(ada, fields, "Create account")
      await ada.getByText(`We sent an email to ${ADA.email}`).waitFor()
    })
    await owner.step("verify the address", async () => {
      const opened = ada.waitForEvent("popup")
      await ada.getByRole("link", { name: "Open the mailbox" }).click()
      const mailbox = await opened
      await mailbox.getByRole("link", { name: `Verify email address: ${ADA.email}` }).click()
      await mailbox.waitForURL("**/app")
      await mailbox.close()
      await ada.getByText("You have no workspace yet").waitFor()
    })
    await owner.step("make a workspace", async () => {
      await ada.getByRole("button", { name: "New workspace" }).click()
      await submit(ada, { "Name of the workspace": "Garden" }, "Create workspace")
      await ada.getByRole("heading", { level: 3, name: "Garden" }).waitFor()
    })
    await owner.step("make a board", async () => {
      await ada.getByRole("link", { name: "Import a spreadsheet into Garden" }).click()
      const file = { name: "Spring.csv", mimeType: "text/csv", buffer: PLAN }
      await ada.getByLabel("Spreadsheet file").setInputFiles(file)
      await ada.getByRole("button", { name: "Check" }).click()
      await ada.getByRole("button", { name: "Import 2 tasks" }).click()
      await ada.getByRole("heading", { level: 1, name: "Spring" }).waitFor()
      expect(await tasks(ada)).toEqual(["Dig the beds Done", "Sow peas Working on it"])
    })
    await owner.step("invite an address without an account", async () => {
      await ada.getByRole("link", { name: "Home", exact: true }).click()
      await ada.getByRole("button", { name: "More for the workspace Garden" }).click()
      await ada.getByRole("menuitem", { name: "Members" }).click()
      await ada.getByText("Ada (you) Owner").waitFor()
      await ada.getByLabel("Role", { exact: true }).selectOption("viewer")
      await submit(ada, { "Their email address": GRACE.email }, "Send the invitation")
      await ada.getByText(`${GRACE.email} is invited by email.`).waitFor()
      await ada.getByRole("button", { name: `Withdraw the invitation of ${GRACE.email}` }).waitFor()
      await expectAccessible(ada)
    })

    await invited.step("read the mail", async () => {
      await expect.poll(() => mailFiles(here.server).length).toBe(2)
      await grace.goto("/mailbox")
      await grace.getByRole("link", { name: "Ada invites you to the workspace Garden" }).click()
    })
    await invited.step("follow its link", async () => {
      await grace.getByRole("link", { name: "Open the invitation" }).click()
      await grace.getByText("You are invited.").waitFor()
      expect(await grace.getByLabel("Email address").inputValue()).toBe(GRACE.email)
    })
    await invited.step("sign up and join", async () => {
      const fields = { "Your name": GRACE.name, Password: GRACE.password }
      await submit(grace, fields, "Create account and join")
      await grace.getByText("Welcome. You have joined the workspace.").waitFor()
      await grace.getByRole("link", { name: "Spring", exact: true }).waitFor()
      await grace.getByRole("region", { name: "Garden" }).getByText("Viewer").waitFor()
      expect(await grace.getByRole("link", { name: /^Import/ }).count()).toBe(0)
      expect(await grace.getByRole("button", { name: /^More for Spring|^New board/ }).count()).toBe(0)
      expect(mailFiles(here.server)).toHaveLength(2)
    })
    await invited.step("see who is there", async () => {
      await grace.getByRole("button", { name: "More for the workspace Garden" }).click()
      expect(await grace.getByRole("menuitem").allInnerTexts()).toEqual(["Members"])
      await grace.getByRole("menuitem", { name: "Members" }).click()
      await grace.getByText("Grace (you) Viewer").waitFor()
      await grace.getByText("Ada Owner").waitFor()
      expect(await operable(grace)).toEqual([...SKIP_AND_SITE, "a Back to the home page", "button Leave"])
    })
    await owner.step("make the invited person an editor", async () => {
      await ada.reload()
      await ada.getByLabel("Role of Grace", { exact: true }).selectOption("editor")
      await ada.getByRole("button", { name: "Change role of Grace" }).click()
      await ada.getByText("Grace has the role editor now.").waitFor()
      await expectAccessible(ada)
    })
    await invited.step("see the board and make another", async () => {
      await grace.getByRole("link", { name: "Back to the home page" }).click()
      await grace.getByRole("region", { name: "Garden" }).getByText("Editor").waitFor()
      await grace.getByRole("link", { name: "Import a spreadsheet into Garden" }).click()
      const file = { name: "Harvest.csv", mimeType: "text/csv", buffer: Buffer.from("Task\nPick apples\n") }
      await grace.getByLabel("Spreadsheet file").setInputFiles(file)
      await grace.getByRole("button", { name: "Check" }).click()
      await grace.getByRole("button", { name: "Import 1 task" }).click()
      await grace.getByRole("heading", { level: 1, name: "Harvest" }).waitFor()
    })
    await invited.step("read the same tasks", async () => {
      await grace.getByRole("link", { name: "Home", exact: true }).click()
      await grace.getByRole("link", { name: "Spring", exact: true }).click()
      await ada.getByRole("link", { name: "Back to the home page" }).click()
      await ada.getByRole("link", { name: "Harvest", exact: true }).waitFor()
      await ada.getByRole("link", { name: "Spring", exact: true }).click()
      expect(await tasks(grace)).toEqual(await tasks(ada))
    })
  } finally {
    await owner.end()
    await invited.end()
  }
})
