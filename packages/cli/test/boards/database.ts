import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Access, Account, Archive, Board, type Ports, Workspace } from "@boardwright/core"
import { UuidIds } from "@boardwright/node"
import * as Postgres from "@boardwright/postgres"
import type { Repositories } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { givenAccount } from "@boardwright/testing"
import { Chunk, Effect, Layer, Stream } from "effect"
import { afterAll, vi } from "vitest"
import { runCommand, temporaryDirectory } from "../../../../test/support/childServer.js"
import { newDatabase } from "../../../../test/support/postgres/databases.js"

/** The services for the use cases of a test. */
export type Services = Repositories | Ports.Transactor | Ports.Ids | Account.UserDirectory

/** A database, and the variables that name it. */
export interface TestDatabase {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Runs use cases on it, as the operator. */
  readonly run: <A, E>(work: Effect.Effect<A, E, Services | Access.CurrentActor>) => Promise<A>
  /** The files in its folder. */
  readonly write: (name: string, content: string) => void
  readonly read: (name: string) => string
  readonly files: () => ReadonlyArray<string>
  /** Runs the command there. */
  readonly cli: (words: ReadonlyArray<string>, input?: string | Uint8Array) => Promise<Ended>
}

/** The result of a command. */
export interface Ended {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

const derived = Layer.mergeAll(Account.UserDirectory.accounts, UuidIds.layer)

const database = (
  folder: string,
  environment: TestDatabase["environment"],
  storage: Layer.Layer<Repositories | Ports.Transactor, unknown>
): TestDatabase => ({
  folder,
  environment,
  write: (name, content) => writeFileSync(join(folder, name), content),
  read: (name) => readFileSync(join(folder, name), "utf8"),
  files: () => readdirSync(folder),
  run: (work) =>
    work.pipe(
      Effect.provideService(Access.CurrentActor, Access.Actor.Operator()),
      Effect.provide(Layer.provideMerge(derived, storage)),
      Effect.runPromise
    ),
  cli: async (words, input) => {
    const child = runCommand(words, environment, folder, input)
    return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
  }
})

/** A folder for the tests of one file, removed after them. */
export const testFolder = (): string => {
  const directory = temporaryDirectory()
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Databases for the tests of one file, each with a folder, removed after them. */
export const testDatabases = () => {
  // Each test starts several commands, on a busy machine.
  vi.setConfig({ testTimeout: 60_000 })
  const directory = testFolder()
  const undo: Array<() => unknown> = []
  afterAll(async () => {
    for (const each of undo.toReversed()) await each()
  })
  const folderOf = (name: string): string => {
    const folder = join(directory, name)
    mkdirSync(folder)
    return folder
  }
  const sqlite = (name: string): Promise<TestDatabase> => {
    const folder = folderOf(name)
    const storage = Sqlite.layer({ filename: join(folder, "boardwright.db") })
    return Promise.resolve(database(folder, { DATA_DIR: folder }, storage))
  }
  const postgres = async (name: string): Promise<TestDatabase> => {
    const folder = folderOf(name)
    const { drop, url } = await newDatabase()
    undo.push(drop)
    const environment = { DATA_DIR: folder, DATABASE_URL: url, JWT_SECRET: "a secret of at least thirty-two bytes" }
    return database(folder, environment, Postgres.layer({ url }))
  }
  const both = [
    ["SQLite", sqlite],
    ["PostgreSQL", postgres]
  ] as const
  return { sqlite, postgres, both }
}

/** A workspace and its owner. */
export const aWorkspaceOf = Effect.fnUntraced(function* (email: string, name = "Garden") {
  const { id: ownerId } = yield* givenAccount({ email })
  const workspace = yield* Effect.provideService(
    Workspace.createWorkspace({ name }),
    Access.CurrentActor,
    Access.Actor.User({ userId: ownerId })
  )
  return { ownerId, workspaceId: workspace.id }
})

/** How many boards a workspace has. */
export const countBoards = (workspaceId: string) => Effect.map(Board.listBoards({ workspaceId }), ({ total }) => total)

const nameOf = (parts: ReadonlyArray<{ readonly id: string; readonly name: string }>, id: string) =>
  parts.find((part) => part.id === id)?.name ?? id

/** A board with its tasks, and the names of their groups and columns. */
export const seen = Effect.fnUntraced(function* (boardId: string) {
  const { archive, tasks: stream } = yield* Archive.exportBoard(boardId)
  const { board, columns, groups } = archive
  const tasks = Chunk.toReadonlyArray(yield* Stream.runCollect(stream)).map((task) => {
    const { assignees, columnValues, description, dueDate, groupId, name, priority, status } = task
    const subtasks = task.subtasks.map((each) => `${each.completed ? "[x]" : "[ ]"} ${each.name}`)
    const values = Object.entries(columnValues).map(([id, value]) => [nameOf(columns, id), value] as const)
    const group = nameOf(groups, groupId)
    const parts = { assignees, description, ...(subtasks.length === 0 ? {} : { subtasks }) }
    return { name, group, status, priority, dueDate, ...parts, values: Object.fromEntries(values) }
  })
  return { name: board.name, columns: columns.map(({ name, type }) => [name, type] as const), tasks }
})
