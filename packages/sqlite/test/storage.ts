import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Account, Board, Mail, Task, Values, Workspace } from "@boardwright/core"
import { Database, type Parameter } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, type Layer, type Scope } from "effect"
import type { YieldWrap } from "effect/Utils"

/** A new folder, removed with the scope. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "boardwright-sqlite-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The path of a database in a new folder, without a file. */
export const newFile = Effect.map(folder, (path) => join(path, "boardwright.db"))

const at = (millis: number) => Values.Timestamp.fromMillis(1_800_000_000_000 + millis)

/** A mail job: the smallest thing to store. */
export const aJob = (id: string): Mail.MailJob => ({
  id,
  purpose: "reset",
  email: "ada@example.com",
  subjectId: null,
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

/** Runs a test on storage in a new file; the test gets its path. */
export const onFile = <A>(
  test: (filename: string) => Generator<YieldWrap<Effect.Effect<unknown, unknown, Storage | Scope.Scope>>, A, never>,
  options: Omit<Sqlite.SqliteOptions, "filename"> = {}
): Effect.Effect<A, unknown> =>
  Effect.scoped(
    Effect.flatMap(newFile, (filename) =>
      Effect.gen(() => test(filename)).pipe(Effect.provide(Sqlite.layer({ filename, ...options })))
    )
  )

/** Runs any statement through the storage. */
export const runSql = (text: string, ...parameters: ReadonlyArray<Parameter>) =>
  Effect.flatMap(Database, (database) =>
    database.prepare({ operation: "test", text, writes: !/^(select|explain)/.test(text) })(parameters)
  )

/** The first column of a query on another connection, which sees only what is committed. */
export const committed = (filename: string, text: string): ReadonlyArray<unknown> => {
  const other = openSqlite(filename, { readonly: true })
  try {
    return other.prepare(text).pluck().all()
  } finally {
    other.close()
  }
}

const LOG_HEADER = 32
const FRAME_HEADER = 24

/** The number of commits in the write-ahead log of a database: frames that state its size. */
export const commitsIn = (filename: string): number => {
  const log = readFileSync(`${filename}-wal`)
  if (log.length === 0) return 0
  const pageSize = log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let commits = 0
  for (let frame = LOG_HEADER; frame + FRAME_HEADER + pageSize <= log.length; frame += FRAME_HEADER + pageSize) {
    if (log.subarray(frame + 8, frame + 16).equals(salt) && log.readUInt32BE(frame + 4) > 0) commits++
  }
  return commits
}

/** Queues a mail. */
export const enqueue = (id: string) => Effect.flatMap(Mail.MailQueue, (queue) => queue.enqueue(aJob(id)))
