import { createClient } from "@boardwright/client"
import type { Page } from "playwright-core"
import { beforeAll } from "vitest"
import { newBoard, type SignedIn, somebody } from "../faults/given.js"
import type { Standalone } from "../support/standalone.js"

/** Opens the app as a user; `query` follows the board in the address. */
export const openBoard = async (page: Page, { token }: SignedIn, boardId: string, query = ""): Promise<void> => {
  await page.goto("/api/health")
  for (const storage of ["sessionStorage", "localStorage"])
    await page.evaluate(`${storage}.setItem("boardwright.token", ${JSON.stringify(token)})`)
  // The page follows the stream of changes, which never ends.
  await page.goto(`/app?board=${boardId}${query}`)
  await page.locator(".board-head").waitFor()
}

/** An owner and a guest, and a client of each. */
export const twoPeople = async (server: Standalone, nameOfGuest = "Bob") => {
  const [owner, guest] = [await somebody(server, "Ada"), await somebody(server, nameOfGuest)]
  const clientOf = ({ token }: SignedIn) => createClient({ baseUrl: server.url, token })
  const [api, theirs] = [clientOf(owner), clientOf(guest)]
  return {
    owner,
    guest,
    api,
    theirs,
    /** A board with the groups Doing and Done, and tasks in the first; `ids` are those of the tasks. */
    board: async (name: string, tasks: ReadonlyArray<string>) => {
      const { boardId } = await newBoard(server, owner, name)
      const [first] = (await api.boards.get({ id: boardId })).groups
      const doing = first?.id ?? ""
      const { group } = await api.boards.addGroup({ id: boardId, name: "Done" })
      await api.boards.updateGroup({ boardId, groupId: doing, name: "Doing" })
      const ids: Array<string> = []
      for (const name of tasks) ids.push((await api.tasks.create({ boardId, groupId: doing, name })).task.id)
      return { boardId, doing, done: group.id, ids }
    },
    /** Makes the guest a member of a board; returns their id. */
    letIn: async (boardId: string, role: "viewer" | "editor" = "viewer") => {
      const { id: userId } = await theirs.accounts.profile()
      const { invitation } = await api.members.invite({ id: boardId, userId, role })
      await theirs.invitations.accept({ id: invitation.id })
      return userId
    },
    /** The tasks of a board in order, each as its group's name and its own. */
    stored: async (boardId: string): Promise<ReadonlyArray<string>> => {
      const { groups } = await api.boards.get({ id: boardId })
      const { tasks } = await api.tasks.list({ boardId, limit: 100 })
      return groups.flatMap(({ id, name }) =>
        tasks.filter(({ groupId }) => groupId === id).map((task) => `${name}: ${task.name}`)
      )
    }
  }
}

/** Two people on the server of a file, made before its tests; they are there only within tests. */
export const peopleOn = (here: { readonly server: Standalone }, nameOfGuest?: string) => {
  let people: Awaited<ReturnType<typeof twoPeople>> | undefined
  beforeAll(async () => {
    people = await twoPeople(here.server, nameOfGuest)
  })
  return () => {
    if (people === undefined) throw new Error("the people are not there yet")
    return people
  }
}

/** The line of a task in the table. */
export const row = (page: Page, name: string) =>
  page.locator("[data-task]").filter({ has: page.getByRole("link", { name, exact: true }) })

/** Moves the focus from the name of a task to a cell by the arrow keys; true where the cell is the focused one. */
export const goTo = async (page: Page, name: string, column: number): Promise<void> => {
  await row(page, name).getByRole("rowheader").focus()
  for (let at = 0; at < column; at += 1) await page.keyboard.press("ArrowRight")
  await row(page, name)
    .getByRole("gridcell")
    .nth(column - 1)
    .and(page.locator(":focus"))
    .waitFor()
}

/** Chooses from the menu of a board by keyboard. */
export const chooseInMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole("button", { name: "More for this board" }).press("Enter")
  await page.getByRole("menuitem", { name: item }).press("Enter")
}

/** What was said last to users of screen readers. */
export const said = async (page: Page): Promise<string> =>
  (await page.locator("[data-announcer]").innerText()).replaceAll("\u00a0", "")

type Point = readonly [x: number, y: number]

/** Presses at one place of the window and releases at another one, as a hand does. */
export const dragMouse = async (page: Page, from: Point, to: Point): Promise<void> => {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(from[0] + 8, from[1] + 8)
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

/** The same by a finger, which rests at first. */
export const dragFinger = async (page: Page, from: Point, to: Point): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: ReadonlyArray<Point>) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  await touch("touchStart", from)
  await page.locator(".drag-name").waitFor()
  await touch("touchMove", to)
  await touch("touchEnd")
}

/** A place in an element, as shares of its width and height. */
export const pointIn = async (page: Page, selector: string, x = 0.5, y = 0.5): Promise<Point> => {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not shown`)
  return [box.x + box.width * x, box.y + box.height * y]
}
