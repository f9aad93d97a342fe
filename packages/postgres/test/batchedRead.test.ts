import { Access, Account, Board, Ports, Task, Workspace } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { givenAccount, givenBoard, givenTask } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, onDatabase, proxyTo } from "./storage.js"

const NAMES = [`'";{},\\`, "Ünïcode 👩‍💻", "null", "NULL", "{}", "a\tb\nc"]
const STRANGE = ["", "nobody", "null", "a\0b", "'", "💥", `{"a",b}`, "\\"]

/** Stores some boards with everything on them; reads by one id each of what exists and of what does not. */
const givenReads = Effect.gen(function* () {
  const boards = yield* Effect.forEach(NAMES, (name) => givenBoard({ name }))
  const tasks = yield* Effect.forEach(boards, (on, at) => givenTask(on, { name: NAMES[at]! }))
  const people = yield* Effect.forEach(NAMES, (name, at) => givenAccount({ name, tokenVersion: at }))
  const accounts = yield* Account.AccountRepository
  const access = yield* Access.AccessRepository
  const details = yield* Board.BoardRepository
  const whole = yield* Task.TaskRepository
  const workspaces = yield* Workspace.WorkspaceRepository
  const owners = [null, ...boards.map(({ workspace }) => workspace.ownerId)]
  const among = (ids: ReadonlyArray<string>) => [...ids, ...STRANGE]
  const reads: ReadonlyArray<Effect.Effect<Option.Option<unknown>, Ports.StorageUnavailable>> = [
    ...among(people.map(({ id }) => id)).flatMap((id) => [
      accounts.find(id as Account.UserId),
      accounts.tokenVersion(id as Account.UserId)
    ]),
    ...among(boards.map(({ board }) => board.id)).flatMap((id) => [
      details.find(id as Board.BoardId),
      ...owners.map((owner) => access.board(id as Board.BoardId, owner))
    ]),
    ...among(tasks.map(({ id }) => id)).flatMap((id) => [
      ...owners.flatMap((owner) => [whole.find(id as Task.TaskId, owner), access.task(id as Task.TaskId, owner)])
    ]),
    ...among(boards.map(({ workspace }) => workspace.id)).flatMap((id) => [
      workspaces.find(id as Workspace.WorkspaceId),
      ...owners.map((owner) => access.workspace(id as Workspace.WorkspaceId, owner))
    ])
  ]
  return reads
})

const together = { concurrency: "unbounded" } as const

describe.concurrent("concurrent reads by id", () => {
  it.scopedLive("return what they return one by one, outside and inside a transaction", () =>
    onDatabase(() =>
      Effect.gen(function* () {
        const reads = yield* givenReads
        const single = yield* Effect.forEach(reads, (read) => read)
        const found = single.map(({ _tag }) => _tag)
        assert.isAbove(found.filter((tag) => tag === "Some").length, 100)
        assert.isAbove(found.filter((tag) => tag === "None").length, 100)
        // As JSON, because chai takes some options for none.
        const text = single.map((each) => JSON.stringify(each))
        const asText = Effect.map((all: typeof single) => all.map((each) => JSON.stringify(each)))
        assert.deepStrictEqual(yield* asText(Effect.all(reads, together)), text)
        assert.deepStrictEqual(yield* asText(Ports.transactional(Effect.all(reads, together))), text)
        // As text, also the order of the fields is compared.
        assert.deepStrictEqual(yield* asText(Effect.all([...reads, ...reads].toReversed(), together)), [
          ...text.toReversed(),
          ...text.toReversed()
        ])
      })
    )
  )

  it.scopedLive("are sent in a few statements, which are retried once after a lost connection", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const proxy = yield* proxyTo(url)
      yield* Effect.gen(function* () {
        const accounts = yield* Account.AccountRepository
        const { id } = yield* givenAccount({ tokenVersion: 7 })
        const versions = Effect.all(
          Array.from({ length: 60 }, () => accounts.tokenVersion(id)),
          together
        )
        const before = proxy.messages
        const isSeven = Option.contains(7)
        assert.isTrue((yield* versions).every((each) => isSeven(each)))
        assert.isBelow(proxy.messages - before, 10)
        // What removes expired rows runs meanwhile, and is not meant.
        proxy.cutAnswerTo(id)
        assert.isTrue((yield* versions).every((each) => isSeven(each)))
        assert.strictEqual(proxy.cuts, 1)
        proxy.cutAnswerTo(id, 2)
        const failed = yield* Effect.all(
          Array.from({ length: 60 }, () => Effect.flip(accounts.tokenVersion(id))),
          together
        )
        assert.isTrue(failed.every((error) => error instanceof Ports.StorageUnavailable))
      }).pipe(Effect.provide(Postgres.layer({ url: proxy.via(url), connections: 4 })))
    })
  )

  it.scopedLive("see everything that was committed before they were requested", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const accounts = yield* Account.AccountRepository
        const { id } = yield* givenAccount({ tokenVersion: 0 })
        for (let version = 1; version <= 20; version += 1) {
          // Other reads are in flight meanwhile.
          yield* Effect.fork(Effect.all([accounts.tokenVersion(id), accounts.tokenVersion(id)], together))
          yield* ask(url, `update boardwright_account set token_version = ${version}`)
          const seen = yield* Effect.all([accounts.tokenVersion(id), accounts.tokenVersion(id)], together)
          assert.deepStrictEqual(seen.map(Option.getOrNull), [version, version])
        }
      })
    )
  )
})

describe.concurrent("concurrent counts of a list", () => {
  it.scopedLive("are shared by those who ask for the same list at once", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const proxy = yield* proxyTo(url)
      yield* Effect.gen(function* () {
        const tasks = yield* Task.TaskRepository
        const [board, other] = [yield* givenBoard(), yield* givenBoard()]
        for (const on of [board, board, board, other, other]) yield* givenTask(on)
        const lists = [board, other].flatMap(({ board: { id } }) =>
          Array.from({ length: 30 }, () => tasks.list({ boardId: id }, { page: 1, limit: 1, offset: 0 }))
        )
        const before = proxy.messages
        const found = yield* Effect.all(lists, together)
        assert.deepStrictEqual(
          found.map(({ total }) => total),
          found.map((_, at) => (at < 30 ? 3 : 2))
        )
        // Each page, and few counts.
        assert.isBelow(proxy.messages - before, 60 + 20)
      }).pipe(Effect.provide(Postgres.layer({ url: proxy.via(url), connections: 4 })))
    })
  )

  it.scopedLive("have everything that was committed before they were asked for", () =>
    onDatabase(() =>
      Effect.gen(function* () {
        const tasks = yield* Task.TaskRepository
        const board = yield* givenBoard()
        const total = Effect.map(
          tasks.list({ boardId: board.board.id }, { page: 1, limit: 1, offset: 0 }),
          (page) => page.total
        )
        yield* givenTask(board)
        for (let stored = 2; stored <= 30; stored += 1) {
          // Others are counting meanwhile.
          yield* Effect.fork(Effect.all([total, total, total], together))
          yield* givenTask(board)
          assert.deepStrictEqual(yield* Effect.all([total, total], together), [stored, stored])
        }
      })
    )
  )
})
