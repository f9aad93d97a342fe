import { createClient } from "@boardwright/client"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { type SignedIn, somebody } from "../faults/given.js"
import { post } from "../support/standalone.js"
import { expectAccessible, hiddenSideways } from "./accessibility.js"
import { button, type Hands, keyboard, laneOf, mouse, panel, phone, row } from "./hands.js"
import { tabTo } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { type Recording, record } from "./record.js"
import { site } from "./site.js"

const here = site()
const TASKS = ["Sketch", "Build", "Test", "Brief"]

/** The groups of the table with their tasks. */
const groups = async (page: Page): Promise<Readonly<Record<string, ReadonlyArray<string>>>> => {
  const found: Record<string, Array<string>> = {}
  let last: Array<string> = []
  for (const text of await page.locator(".group-name, .task-name").allInnerTexts())
    if (TASKS.includes(text)) last.push(text)
    else found[text] = last = []
  return found
}

interface Someone {
  readonly given: SignedIn
  readonly page: Page
  readonly hands: Hands
  readonly step: Recording["step"]
}

/** Checks a state as its window is; the whole of looks is for the tests of each page. */
const accessible = (page: Page): Promise<void> =>
  expectAccessible(page, { looks: [{ colorScheme: "light", width: page.viewportSize()?.width ?? 1280 }] })

const importBoard = async ({ given, hands, page, step }: Someone, name: string): Promise<string> => {
  const home = await post(here.server, "/api/workspaces", { name: "Studio" }, given.headers)
  await openAs(page, given.token, `/account?import=${home.body.workspace.id}`)
  const lines = [
    "Task,Group,Status,Due date,Assignee email",
    `Sketch,Next,Pending,2027-03-01,${given.person.email}`,
    "Build,Next,Working on it,2027-03-08,",
    "Test,Later,Pending,,",
    "Brief,Next,Done,2027-02-26,"
  ]
  await step("choose the spreadsheet", async () => {
    const file = { name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) }
    await hands.chooseFile(page, page.getByLabel("Spreadsheet file"), file)
    await hands.push(page, button(page, /^Check/))
    await page.getByText("4 tasks will be created, no warnings.").waitFor()
    await accessible(page)
  })
  await step("import it", async () => {
    await hands.push(page, button(page, "Import 4 tasks"))
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await expect.poll(() => groups(page)).toEqual({ Next: ["Sketch", "Build", "Brief"], Later: ["Test"] })
    await row(page, "Sketch").getByText("Mar 1, 2027").waitFor()
    await row(page, "Sketch").getByText("Ada").first().waitFor()
  })
  return new URL(page.url()).searchParams.get("board") ?? ""
}

const share = async (ada: Someone, bob: Someone, name: string): Promise<void> => {
  await ada.step("share the board", async () => {
    await ada.hands.push(ada.page, button(ada.page, "Share"))
    const dialog = ada.page.getByRole("dialog", { name: `Share ${name}` })
    await dialog.waitFor()
    await ada.hands.write(ada.page, dialog.locator("#invitee"), bob.given.person.email)
    await ada.page.keyboard.press("Enter")
    await dialog.getByText(`${bob.given.person.email} is invited.`).waitFor()
    await accessible(ada.page)
    await ada.hands.push(ada.page, button(dialog, "Close"))
  })
  await bob.step("join and open it", async () => {
    await openAs(bob.page, bob.given.token, "/app")
    await bob.hands.push(bob.page, button(bob.page, `Accept the invitation to ${name}`))
    // The page moves the focus where the invitation was.
    await bob.page.getByRole("heading", { name: "Invitations" }).waitFor({ state: "detached" })
    const link = bob.page.getByRole("link", { name: new RegExp(`^${name}`) }).first()
    await bob.hands.push(bob.page, link)
    await row(bob.page, "Sketch").waitFor()
    await accessible(bob.page)
  })
}

const plan = async (ada: Someone, bob: Someone): Promise<void> => {
  await ada.step("set a date and a person", async () => {
    await ada.hands.edit(ada.page, "Test", "Due date")
    await ada.page.keyboard.type("03122027")
    await ada.page.keyboard.press("Enter")
    await row(bob.page, "Test").getByText("Mar 12, 2027").waitFor()
    await ada.hands.edit(ada.page, "Test", "People")
    await ada.page.keyboard.type("Bob")
    await ada.page.keyboard.press("Enter")
    await ada.page.keyboard.press("Tab")
    await row(bob.page, "Test").getByText("Bob").first().waitFor()
  })
  await ada.step("move a task to another group", async () => {
    await ada.hands.select(ada.page, "Test")
    await ada.hands.push(ada.page, button(ada.page, "Move to"))
    await ada.hands.push(ada.page, button(ada.page.getByRole("dialog", { name: "Move to" }), "Next"))
    for (const { page } of [ada, bob])
      await expect.poll(() => groups(page)).toEqual({ Next: ["Sketch", "Build", "Brief", "Test"], Later: [] })
  })
}

const talk = async (ada: Someone, bob: Someone): Promise<void> => {
  await ada.step("add a subtask", async () => {
    await ada.hands.open(ada.page, "Build")
    await ada.hands.write(ada.page, panel(ada.page).getByLabel("Add a subtask"), "Order wood")
    await ada.page.keyboard.press("Enter")
    await row(bob.page, "Build").getByText("0/1").waitFor()
  })
  await bob.step("comment with a mention", async () => {
    await bob.hands.open(bob.page, "Build")
    const field = panel(bob.page).getByLabel("Write a comment, with @ for people")
    await bob.hands.write(bob.page, field, "Wood is here @Ad")
    await bob.page.getByRole("option", { name: "Ada" }).waitFor()
    await accessible(bob.page)
    await bob.page.keyboard.press("Enter")
    await bob.hands.push(bob.page, button(panel(bob.page), "Send"))
    for (const { page } of [ada, bob]) await panel(page).getByText(/^@Ada/).waitFor()
  })
  await bob.step("check the subtask", async () => {
    const check = panel(bob.page).getByRole("checkbox", { name: "Order wood" })
    if (bob.hands === keyboard) {
      await tabTo(bob.page, check)
      await bob.page.keyboard.press("Space")
    } else await check.check()
    for (const { page } of [ada, bob]) await panel(page).getByText("1 of 1 subtasks done").waitFor()
    await accessible(ada.page)
  })
  for (const { hands, page } of [ada, bob]) {
    await hands.push(page, button(panel(page), "Close the task"))
    await panel(page).waitFor({ state: "detached" })
  }
}

const finish = async (ada: Someone, bob: Someone): Promise<void> => {
  for (const { hands, page, step } of [ada, bob])
    await step("see the lanes", async () => {
      await hands.push(page, page.getByRole("link", { name: "Kanban" }))
      await expect.poll(() => page.locator(".card").count()).toBe(4)
      await accessible(page)
    })
  const turns = [
    [bob, "Sketch"],
    [ada, "Build"],
    [bob, "Test"]
  ] as const
  for (const [who, task] of turns)
    await who.step(`finish ${task}`, async () => {
      await who.hands.finish(who.page, task)
      for (const { page } of [ada, bob]) await expect.poll(() => laneOf(page, task)).toBe("Done")
    })
}

/** Two people plan a sprint from a spreadsheet to done, each on a page of their own. */
const sprint = async (
  name: string,
  people: readonly [string, Hands],
  other: readonly [string, Hands],
  width = 1280
) => {
  const given = [await somebody(here.server, people[0]), await somebody(here.server, other[0])] as const
  const pages = [await here.visit(), await here.visit({ width })] as const
  const slug = name.toLowerCase().replaceAll(" ", "-")
  const recordings = [await record(pages[0], `${slug}-ada`), await record(pages[1], `${slug}-bob`)] as const
  const ada = { given: given[0], page: pages[0], hands: people[1], step: recordings[0].step }
  const bob = { given: given[1], page: pages[1], hands: other[1], step: recordings[1].step }
  try {
    const boardId = await importBoard(ada, name)
    await share(ada, bob, name)
    await plan(ada, bob)
    await talk(ada, bob)
    await finish(ada, bob)
    for (const page of pages) for (const task of TASKS) expect(await laneOf(page, task)).toBe("Done")
    expect(await hiddenSideways(bob.page)).toBe(0)
    const { tasks } = await createClient({ baseUrl: here.server.url, token: given[1].token }).tasks.list({ boardId })
    return tasks.map(({ status }) => status)
  } finally {
    for (const each of recordings) await each.end()
  }
}

const MOST = 180_000
const DONE = ["done", "done", "done", "done"]

it(
  "two people plan a sprint from a spreadsheet to done",
  async () => {
    expect(await sprint("Sprint", ["Ada", mouse], ["Bob", mouse])).toEqual(DONE)
  },
  MOST
)

it(
  "one of them has a phone",
  async () => {
    expect(await sprint("Sprint on a phone", ["Ada.D", mouse], ["Bob.P", phone], 375)).toEqual(DONE)
  },
  MOST
)

it(
  "both have a keyboard alone",
  async () => {
    expect(await sprint("Sprint by keys", ["Ada.K", keyboard], ["Bob.K", keyboard])).toEqual(DONE)
  },
  MOST
)
