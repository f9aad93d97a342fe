import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Account, Board, type Mail, Task, Values, Workspace } from "@boardwright/core"
import { Database, type Parameter } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, type Layer } from "effect"

/** A folder of its own, gone with the scope. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "boardwright-sqlite-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The path of a database that does not exist yet. */
export const newFile = Effect.map(folder, (path) => join(path, "boardwright.db"))

const at = (millis: number) => Values.Timestamp.fromMillis(1_800_000_000_000 + millis)

/** A mail job: the smallest thing that storage keeps. */
export const aJob = (id: string): Mail.MailJob => ({
  id,
  purpose: "reset",
  email: "ada@example.com",
  createdAt: at(0),
  attempts: 0,
  dueAt: at(0)
})

export const aTask = (id: string, boardId: string, groupId: string, rank = "a0"): Task.PlacedTask => ({
  id: Task.TaskId.make(id),
  boardId: Board.BoardId.make(boardId),
  groupId: Board.GroupId.make(groupId),
  name: "Write the tests",
  status: "pending",
  priority: "medium",
  assignees: [],
  dueDate: null,
  createdAt: at(0),
  description: "",
  columnValues: {},
  updatedAt: at(0),
  rank: Values.Rank.make(rank)
})

/** A workspace with boards, each with a group `<board>-group`. */
export const givenBoards = Effect.fnUntraced(function* (...boards: ReadonlyArray<string>) {
  const workspaces = yield* Workspace.WorkspaceRepository
  const repository = yield* Board.BoardRepository
  const workspaceId = Workspace.WorkspaceId.make("workspace")
  yield* workspaces.insert({
    id: workspaceId,
    name: "Home",
    icon: "🏠",
    color: "#6366F1",
    ownerId: "owner" as Account.UserId,
    createdAt: at(0),
    updatedAt: at(0)
  })
  for (const name of boards) {
    const id = Board.BoardId.make(name)
    yield* repository.insert({
      id,
      workspaceId,
      name,
      description: "",
      background: Board.DEFAULT_BACKGROUND,
      viewDensity: Board.DEFAULT_VIEW_DENSITY,
      createdAt: at(0),
      updatedAt: at(0)
    })
    const groupId = Board.GroupId.make(`${name}-group`)
    yield* repository.insertGroup(id, { id: groupId, name: "Group", color: "#579BFC", rank: Values.FIRST_RANK })
  }
})

export type Storage = Layer.Layer.Success<ReturnType<typeof Sqlite.layer>>

/** Runs a test against a new file, which it is told. */
export const onFile = <A, E>(
  test: (filename: string) => Effect.Effect<A, E, Storage>,
  options: Omit<Sqlite.SqliteOptions, "filename"> = {}
): Effect.Effect<A, E | Sqlite.StorageNotUsable> =>
  Effect.scoped(
    Effect.flatMap(newFile, (filename) => Effect.provide(test(filename), Sqlite.layer({ filename, ...options })))
  )

/** Runs a statement of the test's own through the database. */
export const runSql = (text: string, ...parameters: ReadonlyArray<Parameter>) =>
  Effect.flatMap(Database, (database) =>
    database.prepare({ operation: "test", text, writes: !/^(select|explain)/.test(text) })(parameters)
  )

/** What another connection sees in the file, which is what is committed. */
export const committed = (filename: string, text: string): ReadonlyArray<unknown> => {
  const other = openSqlite(filename, { readonly: true })
  try {
    return other.prepare(text).pluck().all()
  } finally {
    other.close()
  }
}
