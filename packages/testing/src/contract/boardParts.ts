import { type Account, Board, Ports, Task, Values, type Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aColumn, aGroup, aMember, fresh, instant, rankAt, wholeList } from "../fixtures.js"
import { givenAccount, givenBoard, givenTask } from "../given.js"
import type { Suite } from "./Suite.js"
import { atOnce, AWKWARD_TEXTS, dies, isNone, valueOf } from "./support.js"

/** The ports that the tests of boards seed and read through. */
export type BoardNeeds =
  | Board.BoardRepository
  | Board.InvitationRepository
  | Account.AccountRepository
  | Workspace.WorkspaceRepository
  | Task.TaskRepository
  | Ports.Transactor

/** What is promised of groups. */
export const groupTests: Suite<BoardNeeds> = (it) => {
  it.effect("groups stand in order of rank, whatever the order of storing", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board, groups } = yield* givenBoard()
      const ranks = ["e0", "dZ", "da", "d9", "c9"] as const
      yield* Effect.forEach(ranks, (rank) =>
        boards.insertGroup(board.id, aGroup({ name: rank, rank: Values.Rank.make(rank) }))
      )
      const names = valueOf(yield* boards.find(board.id)).groups.map(({ name }) => name)
      assert.deepStrictEqual(names, ["c9", groups[0].name, groups[1].name, "d9", "dZ", "da", "e0"])
      assert.strictEqual(valueOf(yield* boards.firstGroup(board.id)).name, "c9")
      assert.strictEqual(yield* boards.lastGroupRank(board.id), "e0")
    })
  )

  it.effect("finds a group under its own board only", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board, groups } = yield* givenBoard()
      const other = yield* givenBoard()
      const { rank: _, ...group } = groups[1]
      for (const look of [boards.findGroup, boards.holdGroup]) {
        assert.deepStrictEqual(valueOf(yield* look(board.id, group.id)), group)
        isNone(yield* look(other.board.id, group.id))
        isNone(yield* look(board.id, fresh("group") as Board.GroupId))
      }
    })
  )

  it.effect("many transactions hold a group at once, and it is removed when they are done", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const on = yield* givenBoard()
      const [boardId, groupId] = [on.board.id, on.groups[1].id]
      const task = (index: number) =>
        Ports.transactional(
          Effect.gen(function* () {
            const held = yield* boards.holdGroup(boardId, groupId)
            if (Option.isSome(held)) yield* givenTask(on, { groupId, rank: rankAt(index) })
            return Option.isSome(held)
          })
        )
      const remove = Ports.transactional(boards.remove(boardId))
      const [held, removed] = yield* Effect.all([atOnce(8, task), remove], { concurrency: "unbounded" })
      assert.isTrue(removed)
      assert.include([true, false], held[0])
      isNone(yield* boards.findGroup(boardId, groupId))
      const left = yield* (yield* Task.TaskRepository).list({ boardId }, wholeList)
      assert.deepStrictEqual(left, { items: [], total: 0 })
    })
  )

  it.effect("where there is no group there is no first and no last", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const nowhere = fresh("board") as Board.BoardId
      isNone(yield* boards.firstGroup(nowhere))
      assert.isNull(yield* boards.lastGroupRank(nowhere))
    })
  )
}

/** What is promised of columns. */
export const columnTests: Suite<BoardNeeds> = (it) => {
  it.effect("finds a column under its own board only", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board, columns } = yield* givenBoard()
      const other = yield* givenBoard()
      const { rank: _, ...column } = columns[1]
      for (const look of [boards.findColumn, boards.lockColumn]) {
        assert.deepStrictEqual(valueOf(yield* look(board.id, column.id)), column)
        isNone(yield* look(other.board.id, column.id))
        isNone(yield* look(board.id, fresh("column") as Board.ColumnId))
      }
    })
  )

  it.effect("columns stand in order of rank, and the last rank is known", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board, columns } = yield* givenBoard()
      const first = aColumn({ rank: Values.Rank.make("a0") })
      const last = aColumn({ rank: rankAt(7) })
      yield* boards.insertColumn(board.id, last)
      yield* boards.insertColumn(board.id, first)
      const ids = valueOf(yield* boards.find(board.id)).columns.map(({ id }) => id)
      assert.deepStrictEqual(ids, [first.id, columns[0].id, columns[1].id, last.id])
      assert.sameMembers([...(yield* boards.columnIds(board.id))], ids)
      assert.strictEqual(yield* boards.lastColumnRank(board.id), last.rank)
      const nowhere = fresh("board") as Board.BoardId
      assert.deepStrictEqual(yield* boards.columnIds(nowhere), [])
      assert.isNull(yield* boards.lastColumnRank(nowhere))
    })
  )

  it.effect("stores any number of columns in one call, all or none", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board } = yield* givenBoard()
      yield* boards.insertColumns(board.id, [])
      const columns = [0, 1, 2, ...Array.from({ length: 100 }, (_, index) => index + 3)].map((place) =>
        aColumn({
          name: AWKWARD_TEXTS[place % 4] ?? "",
          required: place % 2 === 0,
          visible: place % 3 !== 0,
          width: place % 5 === 0 ? null : place / 3,
          rank: rankAt(place + 10)
        })
      )
      yield* boards.insertColumns(board.id, columns.slice(0, 1))
      yield* boards.insertColumns(board.id, columns.slice(1))
      const unplaced = columns.map(({ rank: _, ...column }) => column)
      assert.deepStrictEqual(valueOf(yield* boards.find(board.id)).columns.slice(2), unplaced)
      yield* dies(boards.insertColumns(board.id, [aColumn(), ...columns.slice(0, 1)]))
      assert.strictEqual((yield* boards.columnIds(board.id)).length, 105)
      yield* dies(boards.insertColumns(fresh("board") as Board.BoardId, [aColumn(), aColumn()]))
    })
  )

  it.effect("writes every field of a column but its id and place", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board, columns } = yield* givenBoard()
      const [changed, untouched] = columns
      const after = { name: "Größe", type: "number", required: true, description: "🎉", width: 120.5, visible: false }
      yield* boards.replaceColumn(board.id, { id: changed.id, ...after })
      const found = valueOf(yield* boards.find(board.id)).columns
      const { rank: _, ...other } = untouched
      assert.deepStrictEqual(found, [{ id: changed.id, ...after }, other])
      yield* boards.replaceColumn(board.id, { id: changed.id, ...after, width: null })
      assert.isNull(valueOf(yield* boards.findColumn(board.id, changed.id)).width)
    })
  )

  it.effect("does not write a column under another board", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board, columns } = yield* givenBoard()
      const other = yield* givenBoard()
      const { rank: _, ...column } = columns[0]
      yield* boards.replaceColumn(other.board.id, { ...column, name: "taken over" })
      assert.deepStrictEqual(valueOf(yield* boards.findColumn(board.id, column.id)), column)
    })
  )

  it.effect("keeps long and unusual descriptions", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board } = yield* givenBoard()
      for (const description of AWKWARD_TEXTS) {
        const { rank, ...column } = aColumn({ description, width: 1e21 })
        yield* boards.insertColumn(board.id, { ...column, rank })
        assert.deepStrictEqual(valueOf(yield* boards.findColumn(board.id, column.id)), column)
      }
    })
  )

  it.effect("a locked column is changed by one transaction at a time", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board, columns } = yield* givenBoard()
      const increment = Effect.gen(function* () {
        const column = valueOf(yield* boards.lockColumn(board.id, columns[0].id))
        yield* boards.replaceColumn(board.id, { ...column, width: (column.width ?? 0) + 1 })
      })
      yield* atOnce(20, () => Ports.transactional(increment))
      assert.strictEqual(valueOf(yield* boards.findColumn(board.id, columns[0].id)).width, 20)
    })
  )
}

/** What is promised of members. */
export const memberTests: Suite<BoardNeeds> = (it) => {
  it.effect("lists members in order of joining, ties by user id", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board } = yield* givenBoard()
      const id = fresh("user")
      const join = Effect.fnUntraced(function* (suffix: string, minute: number) {
        const { id: userId } = yield* givenAccount({ id: `${id}${suffix}` as Account.UserId })
        yield* boards.putMember(board.id, aMember(userId), instant(minute))
      })
      for (const [suffix, minute] of [
        ["0 late", 9],
        ["b", 2],
        ["a", 2],
        ["B", 2]
      ] as const)
        yield* join(suffix, minute)
      const suffixes = (yield* boards.members(board.id)).map(({ userId }) => userId.slice(id.length))
      assert.deepStrictEqual(suffixes, ["B", "a", "b", "0 late"])
    })
  )

  it.effect("a member who is put again has the new role and the old place", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board } = yield* givenBoard()
      const other = yield* givenBoard()
      const first = (yield* givenAccount()).id
      const second = (yield* givenAccount()).id
      yield* boards.putMember(board.id, aMember(first, "viewer"), instant(1))
      yield* boards.putMember(board.id, aMember(second, "editor"), instant(2))
      yield* boards.putMember(other.board.id, aMember(first, "viewer"), instant(1))
      yield* boards.putMember(board.id, aMember(first, "admin"), instant(3))
      assert.deepStrictEqual(yield* boards.members(board.id), [aMember(first, "admin"), aMember(second, "editor")])
      assert.deepStrictEqual(yield* boards.members(other.board.id), [aMember(first, "viewer")])
    })
  )

  it.effect("one user put many times at once is one member", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board } = yield* givenBoard()
      const userId = (yield* givenAccount()).id
      yield* atOnce(20, () => boards.putMember(board.id, aMember(userId, "editor"), instant()))
      assert.deepStrictEqual(yield* boards.members(board.id), [aMember(userId, "editor")])
    })
  )

  it.effect("removes one member from one board", () =>
    Effect.gen(function* () {
      const boards = yield* Board.BoardRepository
      const { board } = yield* givenBoard()
      const other = yield* givenBoard()
      const gone = aMember((yield* givenAccount()).id)
      const kept = aMember((yield* givenAccount()).id)
      for (const member of [gone, kept]) yield* boards.putMember(board.id, member, instant())
      yield* boards.putMember(other.board.id, gone, instant())
      yield* boards.removeMember(board.id, gone.userId)
      yield* boards.removeMember(board.id, gone.userId)
      assert.deepStrictEqual(yield* boards.members(board.id), [kept])
      assert.deepStrictEqual(yield* boards.members(other.board.id), [gone])
    })
  )
}
