import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Access, Account, Board, Change, Import, Task, Undo, Values } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { Database } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { CountingIds, givenBoard, givenTask, rankAt } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { scopedDatabase } from "./support/postgres/scopedDatabases.js"

const runSql = (text: string) =>
  Effect.flatMap(Database, (database) => database.prepare({ operation: "test", text, writes: true })([]))

const asOperator = Effect.provideService(Access.CurrentActor, Access.Actor.Operator())

/** Makes all columns those of a version that knew no bound fields, where labels were written to the field alone. */
const makeOld = Effect.gen(function* () {
  yield* runSql("update boardwright_column set field = null, options = '[]', unsettled = true")
})

const statuses = (boardId: Board.BoardId) =>
  Effect.gen(function* () {
    const { columns } = yield* Board.getBoard(boardId)
    const { items } = yield* Task.listTasks({ boardId })
    const tasks = yield* Effect.forEach(items, ({ id }) => Task.getTask(id))
    return {
      columns,
      tasks: tasks.map(({ columnValues, dueDate, id, status }) => ({
        id,
        status,
        dueDate,
        cells: columns.map((column) => columnValues[column.id] ?? null)
      }))
    }
  })

const story = Effect.gen(function* () {
  const on = yield* givenBoard()
  const { board } = yield* Import.importBoard({
    name: "Sheet",
    workspaceId: on.workspace.id,
    columnMappings: [
      { index: 1, type: "status" },
      { index: 2, type: "date" },
      { index: 3, type: "status" }
    ],
    rows: [
      { "0": "One", "1": "Erledigt", "2": "25/12/2026", "3": "Other" },
      { "0": "Two", "1": "Working on it", "2": "soon" },
      { "0": "Three", "1": "Done" },
      { "0": "Four" }
    ]
  })
  const imported = board ?? assert.fail("no board")
  // By hand: its cells do not mean the fields of the tasks.
  const [column] = on.columns
  yield* Board.updateColumn(on.board.id, column.id, { type: "status" })
  yield* givenTask(on, { columnValues: { [column.id]: "Done" }, rank: rankAt(1) })
  yield* makeOld
  const before = yield* statuses(imported.id)
  const ids = before.tasks.map(({ id }) => id)
  yield* runSql(`update boardwright_task set status = 'Blockiert' where id = '${ids[0]}'`)
  yield* runSql(`update boardwright_task set status = 'stuck' where id = '${ids[3]}'`)
  // One board that fails does not keep the others from being bound, and is tried again.
  const failing = Effect.updateService(Board.BoardRepository, (boards) => ({
    ...boards,
    lock: (id) => (id === on.board.id ? Effect.die(new Error("made to fail")) : boards.lock(id))
  }))
  const left = (yield* Board.BoardRepository).listUnsettled(null, 100)
  yield* failing(Board.bindImportedColumns)
  assert.deepStrictEqual([...new Set((yield* left).map(({ boardId }) => boardId))], [on.board.id])
  yield* Board.bindImportedColumns
  assert.deepStrictEqual(yield* left, [])
  const after = yield* statuses(imported.id)
  assert.deepStrictEqual(
    after.columns.map(({ field }) => field),
    ["status", "dueDate", null]
  )
  assert.deepStrictEqual(
    after.columns[0]?.options.map(({ label, value }) => [label, value]),
    [
      ...[
        ["Done", "done"],
        ["Erledigt", "Erledigt"],
        ["Working on it", "working"]
      ].toSorted(),
      ["Blockiert", "Blockiert"],
      ["stuck", "stuck"]
    ]
  )
  const dueDate = Values.Timestamp.fromMillis(Date.UTC(2026, 11, 25))
  assert.deepStrictEqual(
    after.tasks.map(({ id: _, ...task }) => task),
    [
      { status: "Blockiert", dueDate, cells: ["Blockiert", "25/12/2026", "Other"] },
      { status: "working", dueDate: null, cells: ["Working on it", "soon", null] },
      { status: "done", dueDate: null, cells: ["Done", null, null] },
      { status: "stuck", dueDate: null, cells: ["stuck", null, null] }
    ]
  )
  const { items } = yield* Change.listBoardActivity(imported.id)
  const bound = items.find(({ fields }) => fields["field"]?.to === "dueDate")
  const undone = yield* Effect.either(Undo.undoChange(bound?.id ?? ""))
  assert.strictEqual(Either.isLeft(undone) ? undone.left._tag : "undone", "UndoConflict")
  const activity = yield* runSql("select type, task_id, fields from boardwright_change where type = 'task.updated'")
  assert.lengthOf(activity, 1)
  assert.strictEqual((activity[0] as { readonly task_id: unknown } | undefined)?.task_id, ids[0])
  assert.include(JSON.stringify(activity[0]), "Erledigt")
  const byHand = yield* statuses(on.board.id)
  assert.deepStrictEqual([byHand.columns[0]?.field, byHand.tasks[0]?.cells[0]], [null, "Done"])
  yield* Board.bindImportedColumns
  assert.deepStrictEqual(yield* statuses(imported.id), after)
  const { status } = yield* Task.updateTask(ids[1] ?? "", {
    columnValues: { [after.columns[0]?.id ?? ""]: "Erledigt" }
  })
  assert.strictEqual(status, "Erledigt")
}).pipe(asOperator)

describe("columns that imports of earlier versions made", () => {
  const nobody = Layer.succeed(Account.UserDirectory, {
    existing: () => Effect.succeed([]),
    findByEmail: () => Effect.succeedNone
  })
  const testing = Layer.merge(CountingIds.layer, nobody)

  it.scoped("are bound on SQLite, where the field applies if it differs from the cell", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "boardwright-imported-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      const storage = Sqlite.layer({ filename: join(folder, "boardwright.db") })
      yield* Effect.provide(story, Layer.merge(storage, testing))
    })
  )

  it.scoped("are bound on PostgreSQL alike", () =>
    Effect.gen(function* () {
      const database = yield* scopedDatabase
      yield* Effect.provide(story, Layer.merge(Postgres.layer({ url: database.url }), testing))
    })
  )
})
