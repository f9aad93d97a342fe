import { createTestBoardwright } from "@boardwright/testing"
import { afterAll, describe, expect, it } from "vitest"
import { fieldsOf, patchOf, valueOf } from "../../src/browser/app/cells/fields.js"
import { newTask, patched } from "../../src/browser/app/store/Operation.js"
import { filterOf, shownTasks } from "../../src/browser/app/views/shown.js"
import { boardOfHub } from "./boardOfHub.js"
import { browserStubs } from "./browserStubs.js"

browserStubs()

const ROWS = [
  ["Dig the beds", "done", 4, "2026-03-01"],
  ["sow peas", "working", 12, null],
  ["Äpfel ernten", "pending", null, "2026-02-01"],
  ["Plant 10 beans", "working", 0.5, "2026-03-01T10:00:00Z"],
  ["Plant 9 beans", "on hold", -3, null]
] as const

const hub = createTestBoardwright()
afterAll(() => hub.close())

const given = async () => {
  const board = await boardOfHub(hub)
  const { api, boardId, columns, people } = board
  for (const [at, [name, status, hours, dueDate]] of ROWS.entries())
    await api.tasks.create({
      ...{ boardId, name, dueDate, assignees: at % 2 === 0 ? people.slice(0, 1) : [] },
      columnValues: { [columns.status]: status, ...(hours === null ? {} : { [columns.number]: hours }) }
    })
  const [tasks, shownBoard, everybody] = await Promise.all([
    board.list(),
    api.boards.get({ id: boardId }),
    api.boards.people({ id: boardId })
  ])
  const fields = fieldsOf(shownBoard, tasks)
  const names = (query: string) =>
    shownTasks(
      ...[tasks, fields, new Map(everybody.people.map((each) => [each.id, each]))],
      ...([filterOf(new URLSearchParams(query), people[0] ?? "")] as const)
    ).map(({ name }) => name)
  const listed = async (input: Omit<Parameters<typeof api.tasks.list>[0], "boardId">) =>
    (await api.tasks.list({ boardId, ...input })).tasks.map(({ name }) => name)
  return { ...board, fields, listed, names, tasks }
}

describe("the filter and the order of a view", () => {
  it("let through what the API does", async () => {
    const { columns, listed, names } = await given()
    expect(names("mine=1")).toEqual(await listed({ assignee: ["me"] }))
    expect(names(`f.${columns.status}=working&f.${columns.status}=On+hold`)).toEqual(
      await listed({ status: ["working", "on hold"] })
    )
    expect(names("f.assignees=none")).toEqual(await listed({ assignee: ["none"] }))
    expect(names("q=APFEL")).toEqual(["Äpfel ernten"])
    expect(names("q=beans+9")).toEqual(["Plant 9 beans"])
    expect(names("q=nothing")).toEqual([])
  })

  it("sort as the API does, what has no value last", async () => {
    const { columns, listed, names } = await given()
    for (const sign of ["", "-"]) {
      for (const column of [columns.number, columns.status])
        expect(names(`sort=${sign}${column}`)).toEqual(await listed({ sort: `${sign}column:${column}` }))
      expect(names(`sort=${sign}dueDate`)).toEqual(await listed({ sort: `${sign}dueDate` }))
    }
    expect(names("sort=name")).toEqual(["Äpfel ernten", "Dig the beds", "Plant 9 beans", "Plant 10 beans", "sow peas"])
    expect(names("sort=gone")).toEqual(ROWS.map(([name]) => name))
  })
})

describe("a field", () => {
  it("has after its patch the value of the patch, empty after null", async () => {
    const { fields, tasks } = await given()
    const task = [...tasks.values()][0] ?? newTask("t", "b", {}, "2026")
    for (const field of fields) {
      const value = field.kind === "number" ? 7 : field.key === "assignees" ? ["someone"] : "2026-04-05"
      expect(valueOf(patched(task, patchOf(field, value)), field)).toEqual(value)
      const cleared = valueOf(patched(task, patchOf(field, null)), field)
      // A status or a priority has no empty value.
      const emptied = { people: [], date: null, option: valueOf(task, field) } as Readonly<Record<string, unknown>>
      expect(cleared).toEqual(field.column === null ? emptied[field.kind] : null)
    }
    expect(fields.map(({ key }) => key).filter((key) => key === "status")).toEqual([])
  })
})
