import { expect, it } from "vitest"
import { openBoard, row, peopleOn } from "./board.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

it("a tab that was opened before an update says what to do where a part is gone, and works once reloaded", async () => {
  const { board, owner } = people()
  const { boardId } = await board("Spring", ["Dig"])
  const page = await here.visit({ expected: /status of 404/ })
  await openBoard(page, owner, boardId)
  await row(page, "Dig").waitFor()
  const parts = /\/(TaskPanel|Kanban|ShareDialog|pasteCells)-[^/]+\.js$/
  await page.route(parts, (route) => route.fulfill({ status: 404, body: "" }))
  const said = page.locator(".notices").getByText("If Boardwright was updated, reload the page.")
  for (const part of ["Dig", "Share", "Kanban"]) {
    await page.getByText(part, { exact: true }).first().click()
    await said.waitFor()
    await page.locator(".notices").getByRole("button", { name: "Close" }).click()
    await said.waitFor({ state: "detached" })
  }
  await page.unroute(parts)
  await page.reload()
  await page.getByRole("main").getByText("Dig", { exact: true }).first().waitFor()
  expect(await said.count()).toBe(0)
})

it("the document says so where the app cannot be loaded, and works once reloaded", async () => {
  const { board, owner } = people()
  const { boardId } = await board("Spring", ["Dig"])
  const page = await here.visit({ expected: /status of 404/ })
  const script = /\/app\/app-[^/]+\.js$/
  await openBoard(page, owner, boardId)
  await page.route(script, (route) => route.fulfill({ status: 404, body: "" }))
  await page.reload()
  await page.getByText("Boardwright could not be loaded.").waitFor()
  await page.unroute(script)
  await page.reload()
  await row(page, "Dig").waitFor()
  expect(await page.getByText("could not be loaded").count()).toBe(0)
})
