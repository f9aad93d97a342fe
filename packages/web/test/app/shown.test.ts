import { createTestBoardwright } from "@boardwright/testing"
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest"
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

  it("compare numbers, texts, days and checkboxes as the conditions of the API do", async () => {
    const { api, boardId, list, columns } = await boardOfHub(hub)
    const column = async (name: string, type: string) =>
      (await api.boards.addColumn({ id: boardId, name, type })).column.id
    const [day, box] = [await column("Day", "date"), await column("Box", "checkbox")]
    const rows = [
      { [columns.number]: 4, [columns.text]: "North bed", [day]: "2026-03-01", [box]: true },
      { [columns.number]: 12.5, [columns.text]: "SOUTH", [day]: "2026-03-31", [box]: false },
      { [columns.number]: "many", [columns.text]: "north end", [day]: "soon" },
      {}
    ]
    for (const [at, columnValues] of rows.entries()) await api.tasks.create({ boardId, name: `${at}`, columnValues })
    const [tasks, board] = await Promise.all([list(), api.boards.get({ id: boardId })])
    const shownBy = (query: string) =>
      shownTasks(tasks, fieldsOf(board, tasks), new Map(), filterOf(new URLSearchParams(query), "")).map(
        ({ name }) => name
      )
    const found = async (...all: ReadonlyArray<object>) =>
      (await api.tasks.list({ boardId, filter: JSON.stringify({ all }) })).tasks.map(({ name }) => name)
    const on = (id: string, op: string, value?: unknown) => ({ column: id, op, value })
    for (const [query, names, ...conditions] of [
      [`f.${columns.number}.min=4`, "01", on(columns.number, "gte", 4)],
      [`f.${columns.number}.max=12,4`, "0", on(columns.number, "lte", 12.4)],
      [`f.${columns.number}.min=5&f.${columns.number}.max=20`, "1", on(columns.number, "between", [5, 20])],
      [`f.${columns.number}=none`, "23", on(columns.number, "isEmpty")],
      [`f.${columns.number}=any`, "01", on(columns.number, "isNotEmpty")],
      [`f.${columns.text}.contains=+NORTH+`, "02", on(columns.text, "contains", "north")],
      [`f.${columns.text}=none`, "3", on(columns.text, "isEmpty")],
      [`f.${columns.text}=any`, "012", on(columns.text, "isNotEmpty")],
      [`f.${day}.min=2026-03-01&f.${day}.max=2026-03-30`, "0", on(day, "between", ["2026-03-01", "2026-03-30"])],
      [`f.${day}.min=2026-03-02`, "1", on(day, "gte", "2026-03-02")],
      [`f.${day}.max=2026-03-31`, "01", on(day, "lte", "2026-03-31")],
      [`f.${day}=none`, "23", on(day, "isEmpty")],
      [`f.${day}=any`, "01", on(day, "isNotEmpty")],
      [`f.${box}=yes`, "0", on(box, "is", true)],
      [`f.${box}=no`, "123", on(box, "is", false)],
      [`f.${box}=no&f.${columns.text}.contains=n`, "2", on(box, "is", false), on(columns.text, "contains", "n")]
    ] as const) {
      expect([query, shownBy(query)]).toEqual([query, [...names]])
      expect([query, await found(...conditions)]).toEqual([query, [...names]])
    }
    // What is no value of its type, or fits no condition of it, is no filter.
    for (const query of [`f.${columns.number}.min=few`, `f.${day}.min=soon`, `f.${columns.text}.min=3`])
      expect(shownBy(query)).toHaveLength(rows.length)
  })

  it("find what is overdue, due today and due in this week, which begins as in the calendar", async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 25, 12), toFake: ["Date"] })
    const { navigator } = globalThis
    onTestFinished(() => {
      vi.useRealTimers()
      vi.stubGlobal("navigator", navigator)
    })
    const fields = fieldsOf({ columns: [] }, new Map())
    const made = [
      ["late", "2026-11-21T00:00:00.000Z", "pending"],
      ["late but done", "2026-11-21T00:00:00.000Z", "Done"],
      ["this Sunday", "2026-11-22T00:00:00.000Z", "done"],
      ["today", "2026-11-25T00:00:00.000Z", "pending"],
      ["this Saturday", "2026-11-28T00:00:00.000Z", "pending"],
      ["next Sunday", "2026-11-29T00:00:00.000Z", "pending"],
      ["some day", null, "pending"]
    ] as const
    const tasks = new Map(
      made.map(([name, dueDate, status]) => [name, newTask(name, "b", { name, dueDate, status }, "2026")])
    )
    const shownBy = (query: string) =>
      shownTasks(tasks, fields, new Map(), filterOf(new URLSearchParams(query), "")).map(({ name }) => name)
    expect(shownBy("f.dueDate=overdue")).toEqual(["late"])
    expect(shownBy("f.dueDate=today")).toEqual(["today"])
    expect(shownBy("f.dueDate=week")).toEqual(["this Sunday", "today", "this Saturday"])
    expect(shownBy("f.dueDate=overdue&f.dueDate=none")).toEqual(["late", "some day"])
    expect(shownBy("f.dueDate=week&f.dueDate.min=2026-11-26")).toEqual(["this Saturday"])
    vi.stubGlobal("navigator", { languages: ["en-GB"] })
    expect(shownBy("f.dueDate=week")).toEqual(["today", "this Saturday", "next Sunday"])
  })

  it("keep labels apart that differ in a mark, and sort checks and labels as the API does", async () => {
    const board = await boardOfHub(hub)
    const { api, boardId, columns } = board
    const add = async (name: string, type: string) =>
      (await api.boards.addColumn({ id: boardId, name, type })).column.id
    const [check, labels] = [await add("Paid", "checkbox"), await add("Tags", "labels")]
    const rows = [
      ["One", "Zahlen", true, ["b"]],
      ["Two", "Zählen", false, ["a", "b"]]
    ] as const
    for (const [name, status, isChecked, tags] of rows) {
      const columnValues = { [columns.status]: status, [check]: isChecked, [labels]: tags }
      await api.tasks.create({ boardId, name, columnValues })
    }
    const [tasks, shownBoard] = await Promise.all([board.list(), api.boards.get({ id: boardId })])
    const fields = fieldsOf(shownBoard, tasks)
    const names = (query: string) =>
      shownTasks(tasks, fields, new Map(), filterOf(new URLSearchParams(query), "")).map(({ name }) => name)
    expect(names(`f.${columns.status}=Zahlen`)).toEqual(["One"])
    for (const column of [check, labels]) {
      const sorted = (await api.tasks.list({ boardId, sort: `column:${column}` })).tasks
      expect(names(`sort=${column}`)).toEqual(sorted.map(({ name }) => name))
    }
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
