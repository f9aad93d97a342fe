import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freshClone } from "./freshClone.js"
import { firstScreen } from "./readme.js"
import { record } from "./record.js"
import { runReadme } from "./runReadme.js"
import { site } from "./site.js"

const here = site()
const folder = mkdtempSync(join(tmpdir(), "boardwright-newcomer-"))
beforeAll(() => freshClone(folder))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PLAN = Buffer.from(`Task,Bed,Status,Due
Dig the beds,North,Done,2027-03-01
Sow peas,North,Working on it,2027-03-25
Plant beans,South,Not started,2027-05-15
`)

it("a newcomer gets from the README's first screen to a board in the browser and the API", async () => {
  const { address, commands } = firstScreen(folder)
  const server = await runReadme(folder, commands)
  const url = address.replace("3000", String(server.port))
  const page = await here.visit({ server: { url }, alsoAt: `http://127.0.0.1:${server.port}` })
  const { end, step } = await record(page, "newcomer")
  let mailbox = page
  try {
    await step("what runs here", async () => {
      await page.goto(url)
      await page.getByRole("heading", { level: 1 }).waitFor()
    })
    await step("sign up", async () => {
      await page.getByRole("link", { name: "Create account" }).click()
      await page.getByLabel("Your name").fill("Ada")
      await page.getByLabel("Email address").fill("ada@example.com")
      await page.getByLabel("Password").fill("correct horse")
      await page.getByRole("button", { name: "Create account" }).click()
      await page.getByText("We sent an email to ada@example.com").waitFor()
    })
    await step("open the mailbox", async () => {
      const opened = page.waitForEvent("popup")
      await page.getByRole("link", { name: "Open the mailbox" }).click()
      mailbox = await opened
      await mailbox.getByRole("link", { name: "Verify email address: ada@example.com" }).waitFor()
    })
    await step("verify the address, which signs in", async () => {
      await mailbox.getByRole("link", { name: "Verify email address: ada@example.com" }).click()
      await mailbox.waitForURL("**/app")
      await mailbox.close()
      await page.waitForURL("**/app")
      await page.getByText("You have no workspace yet").waitFor()
    })
    await step("make a workspace", async () => {
      await page.getByRole("button", { name: "New workspace" }).click()
      await page.getByLabel("Name of the workspace").fill("Garden")
      await page.getByRole("button", { name: "Create workspace" }).click()
      await page.getByRole("heading", { level: 3, name: "Garden" }).waitFor()
    })
    await step("choose a spreadsheet", async () => {
      await page.getByRole("link", { name: "Import a spreadsheet into Garden" }).click()
      const file = { name: "Spring.csv", mimeType: "text/csv", buffer: PLAN }
      await page.getByLabel("Spreadsheet file").setInputFiles(file)
      await page.getByText("Spring.csv: 3 rows, 4 columns").waitFor()
    })
    await step("see what will come", async () => {
      await page.getByRole("button", { name: "Check" }).click()
      await page.getByText("3 tasks will be created, no warnings.").waitFor()
    })
    await step("import it", async () => {
      await page.getByRole("button", { name: "Import 3 tasks" }).click()
      await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor()
      const rows = page.getByRole("row").and(page.locator("[data-task]"))
      await rows.nth(2).waitFor()
      expect((await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, " ").trim())).toEqual([
        "Dig the beds North Done Mar 1, 2027",
        "Sow peas North Working on it Mar 25, 2027",
        "Plant beans South Not started May 15, 2027"
      ])
    })
    await step("try the API", async () => {
      await page.getByRole("link", { name: "API", exact: true }).click()
      await page.getByText("Requests are sent as Ada (ada@example.com).").first().waitFor()
      await page.locator(`.contents a[href="#workspaces.list"]`).click()
      await page.locator(`[id="workspaces.list"]`).getByText("Try it").click()
      const form = page.getByRole("form", { name: "Try workspaces.list" })
      await form.getByRole("button", { name: /^Send / }).click()
      await form.getByText(/^200 /).waitFor()
      expect(JSON.parse(await form.getByRole("region").innerText())).toMatchObject({ workspaces: [{ name: "Garden" }] })
    })
    await step("sign out", async () => {
      await page.getByRole("link", { name: "Boards", exact: true }).click()
      await page.getByRole("link", { name: "Spring", exact: true }).waitFor()
      await page.getByRole("button", { name: "Account of Ada" }).click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
      await page.getByText("You are signed out.").waitFor()
    })
  } finally {
    await end()
    await server.stop()
  }
  expect(server.output()).toContain(`listens on http://127.0.0.1:${server.port}`)
})
