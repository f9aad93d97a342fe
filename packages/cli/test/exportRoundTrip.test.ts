import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Access, Account, Archive, Board, Import, Task } from "@boardwright/core"
import { UuidIds } from "@boardwright/node"
import { inferMapping, isOwnSheet } from "@boardwright/spreadsheet"
import { csvText, jsonText } from "@boardwright/spreadsheet/board-file"
import * as Sqlite from "@boardwright/sqlite"
import { givenWorkspace } from "@boardwright/testing"
import { Chunk, Effect, Layer, ManagedRuntime, Stream } from "effect"
import fc from "fast-check"
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

/** Exports a board as `text` makes a file of it, and gives the file. */
const exportBoard = Effect.fnUntraced(function* (
  boardId: string,
  text: (board: Archive.ArchiveHeader, tasks: Stream.Stream<Archive.ArchivedTask>) => Stream.Stream<string>
) {
  const { archive, tasks } = yield* Archive.exportBoard(boardId)
  const all = Stream.fromChunk(yield* Stream.runCollect(tasks))
  const path = join(folder, "board")
  writeFileSync(path, yield* Stream.mkString(text(archive, all)))
  return yield* openBoardFile(path)
})

/** Imports what a board is as CSV. */
const importCsv = Effect.fnUntraced(function* (boardId: string, bom: boolean) {
  const { file, kind } = yield* exportBoard(boardId, (archive, tasks) => csvText({ archive, tasks }, bom))
  assert.strictEqual(kind, "own sheet")
  const said = { format: "csv", encoding: "utf-8", delimiter: ",", header: { line: 1 } } as const
  const sheet = yield* openSheet({ path: file.path }, said)
  assert.isTrue(isOwnSheet(sheet.headers))
  const choices = yield* choicesOf({ name: "Name", group: "Group" }, sheet.headers)
  const mapping = inferMapping(sheet, yield* survey(sheet), choices)
  const { columns, toRow, verbatim } = sheetColumns(mapping, sheet.headers, true)
  const input = { name: "Again", workspaceId: given.workspaceId, columns, verbatim }
  return yield* Import.importSheet(input, Stream.map(sheet.rows, toRow))
})

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
