import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { dragMouse, pointIn } from "./board.js"
import { tabTo } from "./keyboard.js"

export const row = (page: Page, name: string): Locator =>
  page.locator("[data-task]").filter({ has: page.getByRole("link", { name, exact: true }) })
const card = (page: Page, name: string): Locator =>
  page.locator(".card").filter({ has: page.locator(".card-name", { hasText: name }) })
const focused = (page: Page): Locator => page.locator(":focus")
export const panel = (page: Page): Locator => page.getByRole("dialog", { name: /^Task/ })
export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole("button", { name, exact: true })

export const laneOf = (page: Page, name: string): Promise<string> =>
  page
    .locator(".lane", { has: card(page, name) })
    .locator(".lane-name")
    .innerText()

/** How somebody works with the pages. */
export interface Hands {
  readonly push: (page: Page, target: Locator) => Promise<void>
  readonly write: (page: Page, target: Locator, text: string) => Promise<void>
  readonly chooseFile: (
    page: Page,
    target: Locator,
    file: { name: string; mimeType: string; buffer: Buffer }
  ) => Promise<void>
  /** Begins to edit the cell of a task in a column of the table. */
  readonly edit: (page: Page, task: string, column: string) => Promise<void>
  readonly select: (page: Page, task: string) => Promise<void>
  /** Opens a task that the table or the lanes show. */
  readonly open: (page: Page, task: string) => Promise<void>
  /** Takes a card to the lane of what is done. */
  readonly finish: (page: Page, task: string) => Promise<void>
}

const columnAt = async (page: Page, column: string): Promise<number> => {
  const headers = await page.getByRole("columnheader").locator(".sort").allInnerTexts()
  expect(headers).toContain(column)
  return headers.indexOf(column)
}

export const mouse: Hands = {
  push: (_, target) => target.click(),
  write: async (page, target, text) => {
    await target.click()
    await page.keyboard.type(text)
  },
  chooseFile: (_, target, file) => target.setInputFiles(file),
  edit: async (page, task, column) =>
    row(page, task)
      .getByRole("gridcell")
      .nth((await columnAt(page, column)) - 1)
      .click(),
  select: (page, task) => page.getByLabel(`Select ${task}`).check(),
  open: (page, task) =>
    card(page, task)
      .or(row(page, task).getByRole("link", { name: task, exact: true }))
      .click(),
  finish: async (page, task) => {
    const name = page.locator(".card-name", { hasText: task })
    await name.scrollIntoViewIfNeeded()
    await dragMouse(page, await pointIn(page, `.card >> text=${task}`), await pointIn(page, `[data-cards="Done"]`))
  }
}

/** By finger on a small window, where lanes are beside it: a card is opened, and its status chosen. */
export const phone: Hands = {
  ...mouse,
  finish: async (page, task) => {
    await mouse.open(page, task)
    await button(panel(page), /^Status/).click()
    await page.getByRole("option", { name: "Done" }).click()
    await button(panel(page), "Close the task").click()
    await panel(page).waitFor({ state: "detached" })
  }
}

/** Goes to a card or to a cell by arrow keys, from where Tab comes to. */
const arrowTo = async (page: Page, key: "ArrowDown" | "ArrowRight", target: Locator): Promise<void> => {
  for (let count = 0; count < 20; count += 1) {
    if ((await target.and(focused(page)).count()) > 0) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not come to ${String(target)}`)
}
const goToRow = async (page: Page, task: string): Promise<void> => {
  await tabTo(page, page.locator("[data-cell][tabindex='0']"))
  await page.keyboard.press("Control+Home")
  await arrowTo(page, "ArrowDown", row(page, task).getByRole("rowheader"))
}
const goToCard = async (page: Page, task: string): Promise<void> => {
  await tabTo(page, page.locator(".lane", { has: card(page, task) }).locator(".card[tabindex='0']"))
  await page.keyboard.press("Home")
  await arrowTo(page, "ArrowDown", card(page, task))
}

export const keyboard: Hands = {
  push: async (page, target) => {
    await tabTo(page, target)
    await page.keyboard.press("Enter")
  },
  write: async (page, target, text) => {
    await tabTo(page, target)
    await page.keyboard.type(text)
  },
  chooseFile: async (page, target, file) => {
    await tabTo(page, target)
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")])
    await chooser.setFiles(file)
  },
  edit: async (page, task, column) => {
    await goToRow(page, task)
    const cells = row(page, task).getByRole("gridcell")
    await arrowTo(page, "ArrowRight", cells.nth((await columnAt(page, column)) - 1))
    await page.keyboard.press("Enter")
  },
  select: async (page, task) => {
    await goToRow(page, task)
    await page.keyboard.press("Space")
  },
  open: async (page, task) => {
    await ((await card(page, task).count()) > 0 ? goToCard(page, task) : goToRow(page, task))
    await page.keyboard.press("Enter")
  },
  finish: async (page, task) => {
    await goToCard(page, task)
    for (let lane = await laneOf(page, task); lane !== "Done"; lane = await laneOf(page, task)) {
      await page.keyboard.press("Alt+ArrowRight")
      await expect.poll(() => laneOf(page, task)).not.toBe(lane)
      await card(page, task).and(focused(page)).waitFor()
    }
  }
}
