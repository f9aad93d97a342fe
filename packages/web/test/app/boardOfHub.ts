import { createClient, type StreamedChange } from "@boardwright/client"
import type { TestBoardwright } from "@boardwright/testing"
import type { BoardTask, Tasks } from "../../src/browser/app/store/Operation.js"

const GROUPS = ["Now", "Next", "Later"]

/** An empty board with three groups and columns of some types. */
export const boardOfHub = async (hub: TestBoardwright) => {
  const { board, owner } = await hub.givenBoard()
  const other = await hub.givenUser()
  const api = createClient({
    baseUrl: "http://hub.example",
    token: owner.accessToken,
    fetch: (input, init) => hub.fetch(new Request(input, init))
  })
  const boardId = board.id as string
  for (const name of GROUPS.slice(1)) await api.boards.addGroup({ id: boardId, name })
  const column = async (name: string, type: string, field: "status" | null = null) =>
    (await api.boards.addColumn({ id: boardId, name, type, field })).column.id
  const columns = {
    number: await column("Hours", "number"),
    text: await column("Bed", "text"),
    status: await column("Status", "status", "status")
  }
  const groupIds = (await api.boards.get({ id: boardId })).groups.map(({ id }) => id)

  /** The tasks as the app loads them. */
  const list = async (): Promise<Tasks> => {
    const { tasks } = await api.tasks.list({ boardId, include: ["columnValues", "counts"], limit: 1000 })
    return new Map((tasks as ReadonlyArray<BoardTask>).map((task) => [task.id, task]))
  }

  let since = (await api.changes.list({ since: "now" })).cursor
  /** The changes since the last call. */
  const changes = async (): Promise<ReadonlyArray<StreamedChange>> => {
    const found: Array<StreamedChange> = []
    for (let hasMore = true; hasMore;) {
      const page = await api.changes.list({ since, boardId })
      since = page.cursor
      hasMore = page.hasMore
      found.push(...page.changes.map((change) => ({ ...change, cursor: since })))
    }
    return found
  }
  return { api, boardId, changes, columns, groupIds, list, people: [owner.id as string, other.id as string] }
}

export type BoardOfHub = Awaited<ReturnType<typeof boardOfHub>>

/** The tasks of each group, in order. */
export const byGroup = (tasks: Tasks): Readonly<Record<string, ReadonlyArray<BoardTask>>> => {
  const groups: Record<string, Array<BoardTask>> = {}
  for (const task of tasks.values()) (groups[task.groupId] ??= []).push(task)
  return groups
}
