import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Access, Account, Archive, Board, Import, Task, Values } from "@boardwright/core"
import { UuidIds } from "@boardwright/node"
import { inferMapping, ownColumns } from "@boardwright/spreadsheet"
import { csvText, jsonText, xlsxBytes } from "@boardwright/spreadsheet/board-file"
import * as Sqlite from "@boardwright/sqlite"
import { givenWorkspace } from "@boardwright/testing"
import { Chunk, Effect, Layer, ManagedRuntime, Stream } from "effect"
import fc from "fast-check"
import { strFromU8, unzipSync } from "fflate"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { canonical, drawnBoard, exported, givenUsers, storeDrawn } from "../../../test/support/archives.js"
import { openBoardFile } from "../src/boards/openBoardFile.js"
import { readArchive } from "../src/boards/readArchive.js"
import { sheetColumns } from "../src/boards/sheetColumns.js"
import { choicesOf } from "../src/spreadsheet/MappingOverrides.js"
import { openSheet, survey } from "../src/spreadsheet/openSheet.js"
import { testFolder } from "./boards/database.js"

const folder = testFolder()
const runtime = ManagedRuntime.make(
  Layer.provideMerge(
    Layer.merge(Account.UserDirectory.accounts, Layer.succeed(Access.CurrentActor, Access.Actor.Operator())),
    Layer.merge(Layer.orDie(Sqlite.layer({ filename: join(folder, "test.db") })), UuidIds.layer)
  )
)
afterAll(() => runtime.dispose())

let given: { readonly workspaceId: never; readonly users: Effect.Effect.Success<typeof givenUsers> }
beforeAll(async () => {
  const { id } = await runtime.runPromise(givenWorkspace())
  given = { workspaceId: id as never, users: await runtime.runPromise(givenUsers) }
})

type BoardText = (
  board: Archive.ArchiveHeader,
  tasks: Stream.Stream<Archive.ArchivedTask>
) => Stream.Stream<string | Uint8Array>

/** Exports a board as `text` makes a file of it, and gives the file and its bytes. */
const exportBoard = Effect.fnUntraced(function* (boardId: string, text: BoardText) {
  const { archive, tasks } = yield* Archive.exportBoard(boardId)
  const all = Stream.fromChunk(yield* Stream.runCollect(tasks))
  const path = join(folder, "board")
  const parts = Chunk.toReadonlyArray(yield* Stream.runCollect(text(archive, all)))
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
  writeFileSync(path, bytes)
  return { ...(yield* openBoardFile(path)), bytes }
})

const SAID = {
  csv: { format: "csv", encoding: "utf-8", delimiter: ",", header: { line: 1 } },
  xlsx: { format: "xlsx" }
} as const

/** Imports what a board is as a sheet. */
const importAs = Effect.fnUntraced(function* (boardId: string, format: keyof typeof SAID, text: BoardText) {
  const { file, kind } = yield* exportBoard(boardId, text)
  assert.strictEqual(kind, format === "csv" ? "own sheet" : "sheet")
  const sheet = yield* openSheet({ path: file.path }, SAID[format])
  const own = ownColumns(sheet.headers)
  assert.isNotNull(own)
  const choices = yield* choicesOf({ name: "Name", group: "Group" }, sheet.headers)
  const mapping = inferMapping(sheet, yield* survey(sheet), choices)
  const { columns, toRow, verbatim } = sheetColumns(mapping, sheet, own)
  const input = { name: "Again", workspaceId: given.workspaceId, columns, verbatim }
  return yield* Import.importSheet(input, Stream.map(sheet.rows, toRow))
})

/** Imports what a board is as CSV. */
const importCsv = (boardId: string, bom: boolean) =>
  importAs(boardId, "csv", (archive, tasks) => csvText({ archive, tasks }, bom))

it("a board is unchanged after export as JSON and import", async () => {
  const property = fc.asyncProperty(drawnBoard, (drawn) =>
    Effect.gen(function* () {
      const boardId = yield* storeDrawn(drawn, given.workspaceId, given.users)
      const { file, kind } = yield* exportBoard(boardId, (archive, tasks) => jsonText({ archive, tasks }))
      expect(kind).toBe("archive")
      const { header, tasks } = yield* readArchive(file)
      const { workspaceId } = given
      const { board } = yield* Archive.restoreBoard(
        { workspaceId },
        header,
        Stream.map(tasks, ({ task }) => task)
      )
      expect(canonical(yield* exported(board?.id ?? ""))).toEqual(canonical(yield* exported(boardId)))
    }).pipe(Effect.scoped, (work) => runtime.runPromise(work))
  )
  await fc.assert(property, { numRuns: 40 })
})

/** A board with a bound column, options, a strict column, and tasks and columns that were moved. */
const givenOptions = Effect.gen(function* () {
  const { id: boardId, groups } = yield* Board.createBoard({ name: "Options", workspaceId: given.workspaceId })
  const state = yield* Board.addColumn(boardId, {
    ...{ name: "State", type: "status", field: "status", strict: true },
    options: [{ label: "Fertig", color: "#112233", value: "done" }, { label: "pending" }, { label: "Blockiert" }]
  })
  const tags = yield* Board.addColumn(boardId, { name: "Tags", type: "labels" })
  yield* Board.updateColumn(boardId, tags.id, { beforeColumnId: state.id })
  const made = []
  for (const [name, status, labels] of [
    ["One", "done", ["a", "b"]],
    ["Two", "Blockiert", ["b"]],
    ["Three", "pending", null]
  ] as const) {
    made.push(yield* Task.createTask({ boardId, name, status, columnValues: { [tags.id]: labels } }))
  }
  yield* Task.moveTask(made[2]?.id ?? "", { groupId: groups[0]?.id ?? "", beforeTaskId: made[0]?.id ?? "" })
  return boardId
})

it("options, bindings and order are unchanged after export as JSON and import, and in CSV their labels and order", async () => {
  const work = Effect.gen(function* () {
    const boardId = yield* givenOptions
    const asJson = yield* exportBoard(boardId, (archive, tasks) => jsonText({ archive, tasks }))
    const { header, tasks } = yield* readArchive(asJson.file)
    const texts = Stream.map(tasks, ({ task }) => task)
    const { board } = yield* Archive.restoreBoard({ workspaceId: given.workspaceId }, header, texts)
    expect(canonical(yield* exported(board?.id ?? ""))).toEqual(canonical(yield* exported(boardId)))
    expect(board?.columns.map(({ field, name, options, strict }) => [name, field, strict, options.length])).toEqual([
      ["Tags", null, false, 2],
      ["State", "status", true, 3]
    ])
    expect((yield* inCsv(boardId)).map(({ cells, name, status }) => [name, status, ...cells])).toEqual([
      ["Three", "pending", "", ""],
      ["One", "done", '["a","b"]', "Fertig"],
      ["Two", "Blockiert", '["b"]', "Blockiert"]
    ])
    const again = yield* importCsv(boardId, false)
    expect(yield* inCsv(again.board?.id ?? "")).toEqual(yield* inCsv(boardId))
  })
  await runtime.runPromise(Effect.scoped(work))
})

it("columns bound to the fields are bound again after export as CSV and import, and labels are as they were", async () => {
  const work = Effect.gen(function* () {
    const { id: boardId } = yield* Board.createBoard({ name: "Bound", workspaceId: given.workspaceId })
    const add = (name: string, type: string, field?: Board.BoundField) =>
      Board.addColumn(boardId, { name, type, field })
    yield* add("Status", "status", "status")
    yield* add("Priority", "priority", "priority")
    yield* add("Due date", "date", "dueDate")
    const tags = yield* add("Tags", "labels")
    const labels = ["a,b", "c"]
    const columnValues = { [tags.id]: labels }
    yield* Task.createTask({ boardId, name: "One", status: "Sonderfall", priority: "Erste", columnValues })
    yield* Task.createTask({ boardId, name: "Two", status: "Erledigt", dueDate: "2026-12-25" })
    const listLike = yield* Task.createTask({ boardId, name: "Three", columnValues: { [tags.id]: ['["x"]'] } })
    const { board } = yield* importCsv(boardId, false)
    const columns = board?.columns ?? []
    expect(columns.map(({ field, type }) => [type, field])).toEqual([
      ["status", "status"],
      ["priority", "priority"],
      ["date", "dueDate"],
      ["labels", null]
    ])
    expect(yield* fieldsOf(board?.id ?? "")).toEqual(yield* fieldsOf(boardId))
    const { items } = yield* Task.listTasks({ boardId: board?.id ?? "" })
    const written = yield* Task.updateTask(items[0]?.id ?? "", { status: "Blockiert" })
    expect(columns.map(({ id }) => written.columnValues[id])).toEqual(["Blockiert", "Erste", undefined, labels])
    const third = yield* Task.getTask(items[2]?.id ?? "")
    expect(Object.values(third.columnValues)).toEqual(Object.values(listLike.columnValues))
  })
  await runtime.runPromise(Effect.scoped(work))
})

/** What of a board CSV holds: the tasks' own fields, and the columns' values as text, in the columns' order. */
const inCsv = Effect.fnUntraced(function* (boardId: string) {
  const { archive, tasks } = yield* Archive.exportBoard(boardId)
  const groups = new Map(archive.groups.map(({ id, name }) => [id, name]))
  const all = Chunk.toReadonlyArray(yield* Stream.runCollect(tasks))
  return all.map(({ assignees, columnValues, description, dueDate, groupId, name, priority, status }) => {
    const cells = archive.columns.map(({ id }) => {
      const value = columnValues[id] ?? ""
      const text = typeof value === "string" ? value : JSON.stringify(value)
      // A blank cell has no value.
      return text.trim() === "" ? "" : text
    })
    return { name, group: groups.get(groupId), status, priority, dueDate, assignees, description, cells }
  })
})

it("a board has the same tasks after export as CSV and import", async () => {
  const property = fc.asyncProperty(drawnBoard, fc.boolean(), (drawn, bom) =>
    Effect.gen(function* () {
      const boardId = yield* storeDrawn(drawn, given.workspaceId, given.users)
      const { board, ...counts } = yield* importCsv(boardId, bom)
      expect(counts).toEqual({ imported: drawn.tasks.length, subtasks: 0, skipped: 0, warnings: 0 })
      expect(yield* inCsv(board?.id ?? "")).toEqual(yield* inCsv(boardId))
    }).pipe(Effect.scoped, (work) => runtime.runPromise(work))
  )
  await fc.assert(property, { numRuns: 150 })
})

/** The text of a board as CSV. */
const csvOf = (boardId: string) =>
  Effect.map(
    exportBoard(boardId, (archive, tasks) => csvText({ archive, tasks }, false)),
    ({ bytes }) => bytes.toString("utf8")
  )

it("a field that a column is bound to is in that column alone, which is marked where its name says too little", async () => {
  const work = Effect.gen(function* () {
    const { id: boardId } = yield* Board.createBoard({ name: "Bound", workspaceId: given.workspaceId })
    const add = (
      name: string,
      type: string,
      field: Board.BoundField,
      options?: ReadonlyArray<typeof Board.OptionInput.Encoded>
    ) => Board.addColumn(boardId, { name, type, field, ...(options === undefined ? {} : { options }) })
    yield* add("Fällig am", "date", "dueDate")
    yield* add("Status", "status", "status", [
      { label: "Zu erledigen", value: "pending" },
      { label: "Erledigt", value: "done" }
    ])
    yield* add("Stage", "dropdown", "priority", [{ label: "First", value: "high" }, { label: "low" }])
    const owner = yield* add("Who", "person", "assignees")
    const [ada = "", bob = ""] = given.users
    yield* Task.createTask({ boardId, name: "One", status: "done", priority: "high", assignees: [ada, bob] })
    yield* Task.createTask({ boardId, name: "Two", dueDate: "2026-12-25", columnValues: { [owner.id]: "Somebody" } })
    const [adaAt, bobAt] = [yield* addressOf(ada), yield* addressOf(bob)]
    expect(yield* csvOf(boardId)).toBe(
      "Name,Group,Description,Fällig am,Status,Stage (priority: First = high),Who (assignees)\r\n" +
        `One,New group,,,Erledigt,First,"${adaAt}, ${bobAt}"\r\n` +
        "Two,New group,,2026-12-25,Zu erledigen,,Somebody\r\n"
    )
    const { board, warnings } = yield* importCsv(boardId, false)
    expect(board?.columns.map(({ field, name }) => [name, field])).toEqual([
      ["Fällig am", "dueDate"],
      ["Status", "status"],
      ["Stage", "priority"],
      ["Who", "assignees"]
    ])
    expect(warnings).toBe(1)
    expect(yield* fieldsOf(board?.id ?? "")).toEqual(yield* fieldsOf(boardId))
  })
  await runtime.runPromise(Effect.scoped(work))
})

it("people of a column are the same people after export and import, and the address of nobody is kept with a warning", async () => {
  const work = Effect.gen(function* () {
    const { id: boardId } = yield* Board.createBoard({ name: "People", workspaceId: given.workspaceId })
    const { id } = yield* Board.addColumn(boardId, { name: "Reviewer", type: "person" })
    const owner = yield* Board.addColumn(boardId, { name: "Owner", type: "person" })
    const [ada = "", bob = ""] = given.users
    const boards = yield* Board.BoardRepository
    for (const id of [ada, bob]) {
      const userId = Account.UserId.make(id)
      yield* boards.putMember(boardId, { userId, role: "viewer" }, Values.Timestamp.fromMillis(0))
    }
    const cells = [
      ...[[ada], [bob, ada], [ada, "A friend"], "Somebody, else", "nobody@example.com"],
      ...[
        ["Bob, Jr.", "Zoë"],
        ["Bob", "Zoë"],
        [ada, "Bob, Jr."]
      ]
    ]
    for (const cell of cells)
      yield* Task.createTask({ boardId, name: "Task", columnValues: { [id]: cell, [owner.id]: ada } })
    const csv = yield* csvOf(boardId)
    expect(csv).toContain("Description,Reviewer (people),Owner\r\n")
    expect(csv).toContain(`"[""${yield* addressOf(ada)}"",""Bob, Jr.""]"`)
    for (const format of ["csv", "xlsx"] as const) {
      const { board, warnings } = yield* importAs(boardId, format, (archive, tasks) =>
        format === "csv" ? csvText({ archive, tasks }, false) : xlsxBytes({ archive, tasks })
      )
      const { tasks } = yield* Archive.exportBoard(board?.id ?? "")
      const found = Chunk.toReadonlyArray(yield* Stream.runCollect(tasks))
      expect(found.map(({ columnValues }) => Object.values(columnValues)[0])).toEqual(cells)
      expect(warnings).toBe(1)
      expect(board?.columns.map(({ name, type }) => [name, type])).toEqual([
        ["Reviewer", "person"],
        ["Owner", "person"]
      ])
    }
  })
  await runtime.runPromise(Effect.scoped(work))
})

it("numbers that a board keeps as text are numbers in an Excel file, where Excel has all of their digits", async () => {
  const work = Effect.gen(function* () {
    const { id: boardId } = yield* Board.createBoard({ name: "Numbers", workspaceId: given.workspaceId })
    const { id } = yield* Board.addColumn(boardId, { name: "Cost", type: "number" })
    for (const value of ["1234.5", "-7", "00123", "4111111111111111", "1e3", "12 kg", 2.5])
      yield* Task.createTask({ boardId, name: "Task", columnValues: { [id]: value } })
    const { bytes } = yield* exportBoard(boardId, (archive, tasks) => xlsxBytes({ archive, tasks }))
    const sheet = strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] ?? new Uint8Array())
    const numbers = Array.from(sheet.matchAll(/<c r="[A-Z]+\d+"><v>([^<]*)<\/v>/g), ([, text]) => text)
    expect(numbers).toEqual(["1234.5", "-7", "2.5"])
  })
  await runtime.runPromise(Effect.scoped(work))
})

it("columns of people, labels and options have their types again, also where their names do not say it", async () => {
  const columns = [
    ["Who", "Person", "Somebody"],
    ["Owner", "person", "Somebody"],
    ["Skill", "labels", ["a", "b"]],
    ["Skill", "labels", ["c, d"]],
    ["Tags", "LABELS", ["a"]],
    ["Status", "labels", ["done"]],
    ["Size", "Dropdown", "L"],
    ["Due", "dropdown", "12.5"],
    ["Pick", "status", "first"]
  ] as const
  const work = Effect.gen(function* () {
    const { id: boardId } = yield* Board.createBoard({ name: "Types", workspaceId: given.workspaceId })
    const columnValues: Record<string, Task.Json> = {}
    for (const [name, type, value] of columns) {
      columnValues[(yield* Board.addColumn(boardId, { name, type })).id] = value
    }
    yield* Task.createTask({ boardId, name: "One", columnValues })
    expect((yield* csvOf(boardId)).split("\r\n")[0]).toBe(
      "Name,Group,Status,Priority,Due date,Assignees,Description,Who (people),Owner,Skill (labels),Skill (labels),Tags," +
        "Status (labels),Size (dropdown),Due (dropdown),Pick (dropdown)"
    )
    for (const format of ["csv", "xlsx"] as const) {
      const { board, warnings } = yield* importAs(boardId, format, (archive, tasks) =>
        format === "csv" ? csvText({ archive, tasks }, false) : xlsxBytes({ archive, tasks })
      )
      expect(warnings).toBe(0)
      expect(board?.columns.map(({ name, type }) => [name, type])).toEqual([
        ["Who", "person"],
        ["Owner", "person"],
        ["Skill", "labels"],
        ["Skill 2", "labels"],
        ["Tags", "labels"],
        ["Status", "labels"],
        ["Size", "dropdown"],
        ["Due", "dropdown"],
        ["Pick", "dropdown"]
      ])
      const { tasks } = yield* Archive.exportBoard(board?.id ?? "")
      const [task] = Chunk.toReadonlyArray(yield* Stream.runCollect(tasks))
      expect(board?.columns.map(({ id }) => task?.columnValues[id])).toEqual(columns.map(([, , value]) => value))
    }
  })
  await runtime.runPromise(Effect.scoped(work))
})

const addressOf = (id: string) =>
  Effect.map(
    Effect.flatMap(Account.UserDirectory, ({ find = () => Effect.succeed([]) }) => find([id])),
    ([user]) => user?.email ?? ""
  )

/** The fields of a board's tasks, in order. */
const fieldsOf = Effect.fnUntraced(function* (boardId: string) {
  const { items } = yield* Task.listTasks({ boardId })
  return items.map(({ assignees, dueDate, name, priority, status }) => ({ name, status, priority, dueDate, assignees }))
})

const bindingsOf = (boardId: string) =>
  Effect.map(Board.getBoard(boardId), ({ columns }) => columns.map(({ field, name }) => [name, field]))

const LABELS = ["Erledigt", "done", "To do", "pending", "Später; dann", 'A "b" = c', "Hoch", "Medium", "(x)"]
const VALUES = ["pending", "working", "done", "high", "medium", "low", "own", "Erledigt", "Hoch"]
const option = fc.record(
  { label: fc.constantFrom(...LABELS), value: fc.constantFrom(...VALUES) },
  { requiredKeys: ["label"] }
)
const options = fc.uniqueArray(option, { selector: ({ label }) => label, maxLength: 4 })
// A name of a field is a header that comes twice, which gets a number.
const TITLES = [
  "State",
  "Stage",
  "Prio",
  "Priorität",
  "Due",
  "Wann?",
  "Owner",
  "Wer",
  "X (status)",
  "Y (due date)",
  "a, b"
]
const OTHER_TYPES = ["text", "longText", "number", "date", "person", "checkbox", "link", "email", "status", "priority"]

/** Bound and unbound columns of every type, under any names, and tasks that have some of their cells. */
const boundBoard = fc.record({
  titles: fc.shuffledSubarray(TITLES, { minLength: 8 }),
  bound: fc.subarray(["status", "priority", "dueDate", "assignees"] as const),
  options: fc.record({ status: options, priority: options }),
  others: fc.array(fc.constantFrom(...OTHER_TYPES, "dropdown", "labels"), { maxLength: 4 }),
  tasks: fc.array(
    fc.record(
      {
        status: fc.constantFrom(...VALUES),
        priority: fc.constantFrom(...VALUES),
        dueDate: fc.constantFrom("2026-12-25", "2027-01-01T10:30:00.000Z"),
        assignees: fc.subarray([0, 1, 2]),
        cells: fc.array(fc.constantFrom("x", "12.5", "Erledigt", "2027-02-03", "true"), { maxLength: 4 })
      },
      { requiredKeys: ["cells"] }
    ),
    { maxLength: 4 }
  )
})
const TYPES = { status: "status", priority: "priority", dueDate: "date", assignees: "person" } as const

it("a board with bound columns has the same columns, fields and rows again after export as a sheet and import", async () => {
  const property = fc.asyncProperty(boundBoard, fc.constantFrom("csv", "xlsx"), (drawn, format) =>
    Effect.gen(function* () {
      const { id: boardId } = yield* Board.createBoard({ name: "Bound", workspaceId: given.workspaceId })
      const titles = [...drawn.titles]
      const others: Array<string> = []
      const add = (type: string, field?: Board.BoundField) =>
        Board.addColumn(boardId, {
          ...{ name: titles.pop() ?? "", type, field },
          ...(field === "status" || field === "priority" ? { options: drawn.options[field] } : {})
        })
      for (const [at, type] of drawn.others.entries()) {
        const field = drawn.bound[at]
        if (field !== undefined) yield* add(TYPES[field], field)
        others.push((yield* add(type)).id)
      }
      for (const field of drawn.bound.slice(drawn.others.length)) yield* add(TYPES[field], field)
      for (const [at, { assignees = [], cells, ...fields }] of drawn.tasks.entries()) {
        yield* Task.createTask({
          ...{ boardId, name: `Task ${at}`, ...fields },
          assignees: assignees.flatMap((user) => given.users[user] ?? []),
          columnValues: Object.fromEntries(others.flatMap((id, n) => (cells[n] === undefined ? [] : [[id, cells[n]]])))
        })
      }
      const { board } = yield* importAs(boardId, format, (archive, tasks) =>
        format === "csv" ? csvText({ archive, tasks }, false) : xlsxBytes({ archive, tasks })
      )
      const again = board?.id ?? ""
      expect(yield* fieldsOf(again)).toEqual(yield* fieldsOf(boardId))
      const bindings = yield* bindingsOf(boardId)
      // Of two headers that are marked for a field none is bound, and the field has a column of its own.
      const isClear = !bindings.some(([name]) => name?.endsWith(")"))
      if (isClear) expect(yield* bindingsOf(again)).toEqual(bindings)
      // Unused options are not in the file, and what they mean no more in its header.
      const rowsOf = (csv: string) => csv.slice(csv.indexOf("\r\n"))
      if (isClear && format === "csv") expect(rowsOf(yield* csvOf(again))).toBe(rowsOf(yield* csvOf(boardId)))
    }).pipe(Effect.scoped, (work) => runtime.runPromise(work))
  )
  await fc.assert(property, { numRuns: 60 })
})
