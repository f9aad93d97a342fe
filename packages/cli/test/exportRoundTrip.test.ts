import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Access, Account, Archive, Import } from "@boardwright/core"
import { UuidIds } from "@boardwright/node"
import { inferMapping } from "@boardwright/spreadsheet"
import * as Sqlite from "@boardwright/sqlite"
import { givenWorkspace } from "@boardwright/testing"
import { Chunk, Effect, Layer, ManagedRuntime, Stream } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { canonical, drawnBoard, exported, givenUsers, storeDrawn } from "../../../test/support/archives.js"
import { openBoardFile } from "../src/boards/openBoardFile.js"
import { csvText, jsonText } from "../src/boards/boardText.js"
import { isOwnSheet } from "../src/boards/ownSheet.js"
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

/** Stores a drawn board, exports it as `text` makes a file of it, and gives its id and the file. */
const exportDrawn = Effect.fnUntraced(function* (
  drawn: Parameters<typeof storeDrawn>[0],
  text: (board: Archive.ArchiveHeader, tasks: Stream.Stream<Archive.ArchivedTask>) => Stream.Stream<string>
) {
  const boardId = yield* storeDrawn(drawn, given.workspaceId, given.users)
  const { archive, tasks } = yield* Archive.exportBoard(boardId)
  const all = Stream.fromChunk(yield* Stream.runCollect(tasks))
  const path = join(folder, "board")
  writeFileSync(path, yield* Stream.mkString(text(archive, all)))
  return { boardId, file: yield* openBoardFile(path) }
})

it("a board is unchanged after export as JSON and import", async () => {
  const property = fc.asyncProperty(drawnBoard, (drawn) =>
    Effect.gen(function* () {
      const { boardId, file } = yield* exportDrawn(drawn, (archive, tasks) => jsonText({ archive, tasks }))
      expect(file.kind).toBe("archive")
      const { header, tasks } = yield* readArchive(file.file)
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
      const { boardId, file } = yield* exportDrawn(drawn, (archive, tasks) => csvText({ archive, tasks }, bom))
      expect(file.kind).toBe("own sheet")
      const said = { format: "csv", encoding: "utf-8", delimiter: ",", header: { line: 1 } } as const
      const sheet = yield* openSheet({ path: file.file.path }, said)
      expect(isOwnSheet(sheet.headers)).toBe(true)
      const choices = yield* choicesOf({ name: "Name", group: "Group" }, sheet.headers)
      const mapping = inferMapping(sheet, yield* survey(sheet), choices)
      const { columns, toRow, verbatim } = sheetColumns(mapping, sheet.headers, true)
      const { board, ...counts } = yield* Import.importSheet(
        { name: "Again", workspaceId: given.workspaceId, columns, verbatim },
        Stream.map(sheet.rows, toRow)
      )
      expect(counts).toEqual({ imported: drawn.tasks.length, subtasks: 0, skipped: 0, warnings: 0 })
      expect(yield* inCsv(board?.id ?? "")).toEqual(yield* inCsv(boardId))
    }).pipe(Effect.scoped, (work) => runtime.runPromise(work))
  )
  await fc.assert(property, { numRuns: 150 })
})
