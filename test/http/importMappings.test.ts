import { describe, expect } from "vitest"
import type { Answer } from "../support/server.js"
import { type Home, onServer } from "./given.js"

const TASK = { index: 0, name: "Task", isFirstColumn: true }
const DUE = { index: 3, name: "Due", type: "date" }

const send = (home: Home, body: object): Promise<Answer> =>
  home.post("/api/boards/import", { name: "Imported", workspaceId: home.workspaceId, ...body })

/** The tasks of an imported board with their details, in order. */
const tasksOf = async ({ get }: Home, { body }: Answer) => {
  const { tasks } = (await get(`/api/tasks?boardId=${body.board.id}`)).body
  const details = await Promise.all(tasks.map(({ id }: { id: string }) => get(`/api/tasks/${id}`)))
  return details.map(({ body }: Answer) => body)
}

describe("imports", () => {
  const { it } = onServer()
  it("read ambiguous dates in the order that their column shows, or else other date columns", async ({ home }) => {
    const columnMappings = [TASK, DUE, { index: 5, name: "Start", type: "date" }]
    const own = await send(home, {
      columnMappings,
      rows: [
        { 0: "a", 3: "01/02/2024" },
        { 0: "b", 3: "25/12/2024" }
      ]
    })
    expect((await tasksOf(home, own)).map(({ dueDate }) => dueDate?.slice(0, 10))).toEqual(["2024-02-01", "2024-12-25"])
    const other = await send(home, { columnMappings, rows: [{ 0: "a", 3: "01/02/2024", 5: "12/25/2024" }] })
    expect([other.body.warnings, (await tasksOf(home, other))[0].dueDate]).toEqual([[], "2024-01-02T00:00:00.000Z"])
    const both = [
      { 0: "a", 3: "01/02/2024" },
      { 0: "b", 3: "25/12/2024" },
      { 0: "c", 3: "12/25/2024" }
    ]
    const open = await send(home, { columnMappings, rows: both })
    expect(open.body.warnings).toMatchObject([{ row: 0, column: 3, value: "01/02/2024" }])
  })
})
