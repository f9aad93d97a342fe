import type { Locator, Page } from "playwright-core"

/** Where the focus is. */
export interface Stop {
  readonly what: string
  readonly top: number
  readonly left: number
  /** Whether it can be seen that the focus is here: an outline, within the window. */
  readonly seen: boolean
}

const DESCRIBE = `const describe = (node) =>
  [node.tagName.toLowerCase(), node.id && "#" + node.id, " ", (node.textContent || node.name || "").trim().slice(0, 30)].join("")`

const HERE = `(() => {
  ${DESCRIBE}
  const node = document.activeElement
  if (!node || node === document.body || node === document.documentElement) return null
  const { top, left, bottom } = node.getBoundingClientRect()
  const { outlineStyle, outlineWidth } = getComputedStyle(node)
  const seen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && top >= 0 && bottom <= innerHeight + 1
  return { what: describe(node), top: top + scrollY, left: left + scrollX, seen }
})()`

const HAS_COME = `!window.tabTargets?.some((node) => node.isConnected)
  ? "gone"
  : window.tabTargets.includes(document.activeElement) ? "here" : "elsewhere"`

const OPERABLE = `(() => {
  ${DESCRIBE}
  const nodes = document.querySelectorAll("a[href], button, input, select, textarea, summary, iframe, [tabindex='0']")
  return [...nodes].filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled).map(describe)
})()`

/** What can be operated on the page and is seen, in the order of the document. */
export const operable = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate<ReadonlyArray<string>>(OPERABLE)

/** Presses Tab from the top of the page until the focus leaves it. */
export const walk = async (page: Page): Promise<ReadonlyArray<Stop>> => {
  const stops: Array<Stop> = []
  for (let count = 0; count < 1000; count += 1) {
    await page.keyboard.press("Tab")
    const stop = await page.evaluate<Stop | null>(HERE)
    if (stop === null) return stops
    stops.push(stop)
  }
  throw new Error("Tab does not leave the page")
}

/** Presses Tab until the focus is on something; fails when it does not come there. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor()
  // Found once, and again when the page has replaced it: to find something by its role takes many times as long as a key.
  const find = () => target.evaluateAll((nodes) => void Object.assign(window, { tabTargets: nodes }))
  await find()
  for (let count = 0; count < 1000; count += 1) {
    const state = await page.evaluate<"gone" | "here" | "elsewhere">(HAS_COME)
    if (state === "here") return
    if (state === "gone") await find()
    else await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not come to ${String(target)}`)
}

/** Goes to a field by keyboard and types into it. */
export const typeInto = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

/** Presses a button or a link by keyboard, once nothing is busy: a button takes no second press until the work of its first has ended. */
export const press = async (page: Page, name: string | RegExp, role: "button" | "link" = "button"): Promise<void> => {
  await page.locator("button[aria-busy=true]").waitFor({ state: "detached" })
  await tabTo(page, page.getByRole(role, { name, exact: true }))
  await page.keyboard.press("Enter")
}

/** Opens a menu and presses one of its entries, by keyboard. */
export const choose = async (page: Page, menu: string, item: string): Promise<void> => {
  await press(page, menu)
  await page.getByRole("menuitem", { name: item, exact: true }).focus()
  await page.keyboard.press("Enter")
}

/** The id of the element with the focus. */
export const focusedId = (page: Page): Promise<string> => page.evaluate<string>("document.activeElement.id")
