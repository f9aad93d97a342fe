import { describe, expect } from "vitest"
import type { Answer } from "../support/server.js"
import { expectInvalid, type Home, onServer, tasksOf } from "./given.js"

const TASK = { index: 0, name: "Task", isFirstColumn: true }
const DUE = { index: 3, name: "Due", type: "date" }

const send = (home: Home, body: object): Promise<Answer> =>
  home.post("/api/boards/import", { name: "Imported", workspaceId: home.workspaceId, ...body })

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

  it("create subtasks from a checklist and from rows that name their parent, and lists of labels", async ({ home }) => {
    const columnMappings = [
      TASK,
      { index: 1, field: "checklist" },
      { index: 2, field: "parent", keyIndex: 3 },
      { index: 4, name: "Labels", type: "labels" },
      { index: 5, field: "assignees" },
      { index: 6, field: "description" }
    ]
    const rows = [
      { 0: "Fonts", 1: "[x] Buy\n[ ] Load", 3: "S-1", 4: "web, legal", 5: home.user.email, 6: "Two lines\nof text" },
      { 0: "Serif", 2: "S-1" },
      { 0: "Lost", 2: "S-9" }
    ]
    const answer = await send(home, { columnMappings, rows })
    const warning = { row: 2, column: 2, value: "S-9", message: "names no row; imported as a task" }
    expect(answer.body).toMatchObject({ imported: 2, subtasks: 3, skipped: 0, warnings: [warning] })
    const [labels] = answer.body.board.columns
    expect([labels.type, answer.body.board.columns.length]).toEqual(["labels", 1])
    const [fonts, lost] = await tasksOf(home, answer)
    expect(fonts).toMatchObject({
      ...{ name: "Fonts", assignees: [home.user.id], description: "Two lines\nof text" },
      columnValues: { [labels.id]: ["web", "legal"] },
      subtasks: [
        { name: "Buy", completed: true, taskId: fonts.id },
        { name: "Load", completed: false },
        { name: "Serif", completed: false }
      ]
    })
    expect([lost.name, lost.subtasks]).toEqual(["Lost", []])
    const dry = await home.post("/api/boards/import?dryRun=true", {
      ...{ name: "Imported", workspaceId: home.workspaceId, columnMappings, rows }
    })
    expect([dry.status, dry.body]).toMatchObject([200, { imported: 2, subtasks: 3, board: null }])
  })

  it("refuse too many subtasks by row, and a key column without a parent column", async ({ home }) => {
    const checklist = { index: 1, field: "checklist" }
    const rows = [
      { 0: "Fine", 1: "one" },
      { 0: "Large", 1: "x;".repeat(1001) }
    ]
    const large = await send(home, { columnMappings: [TASK, checklist], rows })
    expectInvalid(large, ["rows.1.1"])
    const keyless = await send(home, { columnMappings: [TASK, { ...checklist, keyIndex: 2 }], rows: [] })
    expectInvalid(keyless, ["columnMappings.1.keyIndex"])
  })
})
