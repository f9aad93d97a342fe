import { Board, Ports, Task, Values, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aBoard, aGroup, fresh, givenBoard, givenTask, rankAt, wholeList } from "../fixtures.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { atOnce, findTask, isNone, valueOf } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)

/** The group of a board, or its first. None also without the board. */
const groupUnder = (boardId: Board.BoardId, id: Board.GroupId | null) =>
  Effect.map(
    Effect.flatMap(Board.BoardRepository, (boards) => boards.findPlace(boardId, id, null)),
    Option.flatMap(({ group }) => group)
  )

const NO_GROUPS: Board.ListEnd = { rank: null, count: 0 }

/** The contract of groups in `BoardRepository`. */
export const groupTests: Suite<BoardNeeds> = (it) => {
  it("groups are in order of rank, whatever the order of storing", function* () {
    const { board, groups } = yield* givenBoard()
    const ranks = ["e0", "dZ", "da", "d9", "c9"] as const
    yield* Effect.forEach(ranks, (rank) =>
      boards.insertGroup(board.id, aGroup({ name: rank, rank: Values.Rank.make(rank) }))
    )
    const names = valueOf(yield* boards.find(board.id)).groups.map(({ name }) => name)
    assert.deepStrictEqual(names, ["c9", groups[0].name, groups[1].name, "d9", "dZ", "da", "e0"])
    const { group } = valueOf(yield* boards.findPlace(board.id, null, null))
    assert.strictEqual(valueOf(group).name, "c9")
    assert.deepStrictEqual(yield* boards.groupsEnd(board.id), { rank: Values.Rank.make("e0"), count: 7 })
  })

  it("finds a group only under its own board", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const { rank: _, ...group } = on.groups[1]
    const nowhere = fresh("group") as Board.GroupId
    assert.deepStrictEqual(valueOf(yield* groupUnder(on.board.id, group.id)), { ...group, lastTaskRank: null })
    isNone(yield* groupUnder(other.board.id, group.id))
    isNone(yield* groupUnder(on.board.id, nowhere))
    const [task, elsewhere] = [yield* givenTask(on), yield* givenTask(other)]
    for (const find of [boards.holdGroup, boards.lockGroup]) {
      const found = valueOf(yield* find(task.id, group.id))
      assert.deepStrictEqual(found, { ...group, lastTaskRank: task.rank })
      isNone(yield* find(elsewhere.id, group.id))
      isNone(yield* find(task.id, nowhere))
      isNone(yield* find(fresh("task") as Task.TaskId, group.id))
    }
  })

  it("returns a group with the rank of its board's last task in any group", function* () {
    const on = yield* givenBoard()
    const [first, second] = on.groups
    const places = [null, first.id, second.id].map((id) => groupUnder(on.board.id, id))
    const rankOf = Effect.map((found: Option.Option<Board.GroupWithEnd>) => String(valueOf(found).lastTaskRank))
    assert.deepStrictEqual(yield* Effect.forEach(places, rankOf), ["null", "null", "null"])
    const task = yield* givenTask(on, { rank: Values.Rank.make("a0"), groupId: second.id })
    const ends = Effect.forEach([...places, ...on.groups.map(({ id }) => boards.holdGroup(task.id, id))], rankOf)
    assert.deepStrictEqual(yield* ends, ["a0", "a0", "a0", "a0", "a0"])
    for (const [rank, groupId] of [
      ["aZ", first.id],
      ["b00", second.id],
      ["aa", first.id]
    ] as const)
      yield* givenTask(on, { rank: Values.Rank.make(rank), groupId })
    yield* givenTask(yield* givenBoard(), { rank: Values.Rank.make("c000") })
    assert.deepStrictEqual(yield* ends, ["b00", "b00", "b00", "b00", "b00"])
  })

  it("many transactions hold a group concurrently, and it is removed when they are done", function* () {
    const on = yield* givenBoard()
    const [boardId, groupId] = [on.board.id, on.groups[1].id]
    const { id: taskId } = yield* givenTask(on)
    const task = (index: number) =>
      Ports.transactional(
        Effect.gen(function* () {
          const held = yield* boards.holdGroup(taskId, groupId)
          if (Option.isSome(held)) yield* givenTask(on, { groupId, rank: rankAt(index) })
          return Option.isSome(held)
        })
      )
    const remove = Ports.transactional((yield* Workspace.WorkspaceRepository).remove(on.workspace.id))
    const [held, removed] = yield* Effect.all([atOnce(8, task), remove], { concurrency: "unbounded" })
    assert.isTrue(removed)
    assert.include([true, false], held[0])
    isNone(yield* groupUnder(boardId, groupId))
    assert.deepStrictEqual(yield* boards.groupsEnd(boardId), NO_GROUPS)
    const left = yield* (yield* Task.TaskRepository).list({ boardId }, wholeList)
    assert.deepStrictEqual(left, { items: [], total: 0 })
  })

  it("removes a group that has no tasks, and returns it with its rank", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const [used, empty] = on.groups
    yield* givenTask(on)
    for (const [boardId, id] of [
      [on.board.id, used.id],
      [other.board.id, empty.id],
      [on.board.id, fresh("group") as Board.GroupId]
    ] as const) {
      isNone(yield* Ports.transactional(boards.removeGroup(boardId, id)))
    }
    assert.deepStrictEqual(valueOf(yield* Ports.transactional(boards.removeGroup(on.board.id, empty.id))), empty)
    const left = valueOf(yield* boards.find(on.board.id)).groups
    assert.deepStrictEqual(
      left.map(({ id }) => id),
      [used.id]
    )
    yield* boards.insertGroup(on.board.id, empty)
    assert.strictEqual(valueOf(yield* boards.find(on.board.id)).groups.length, 2)
  })

  it("replaces name and color of a group, and none of another board", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const [{ id }, second] = on.groups
    const replaced = { id, name: "Soon", color: "#ABCDEF" }
    yield* boards.replaceGroup(on.board.id, replaced)
    yield* boards.replaceGroup(other.board.id, { ...replaced, name: "Elsewhere" })
    const { rank: _, ...untouched } = second
    assert.deepStrictEqual(valueOf(yield* boards.find(on.board.id)).groups, [replaced, untouched])
  })

  it("a group is removed before or after a task is placed in it, never with the task", function* () {
    const tasks = yield* Task.TaskRepository
    for (let round = 0; round < 5; round++) {
      const on = yield* givenBoard()
      const task = yield* givenTask(on)
      const target = on.groups[1].id
      const move = Effect.gen(function* () {
        const held = yield* boards.holdGroup(task.id, target)
        if (Option.isSome(held)) yield* tasks.replace({ ...task, groupId: target })
        return Option.isSome(held)
      })
      const [removed, moved] = yield* Effect.all(
        [Ports.transactional(boards.removeGroup(on.board.id, target)), Ports.transactional(move)],
        { concurrency: 2 }
      )
      assert.strictEqual(Option.isNone(removed), moved)
      assert.strictEqual(valueOf(yield* findTask(task.id)).groupId, moved ? target : task.groupId)
    }
  })

  it("a board without groups has no first and no last", function* () {
    const nowhere = fresh("board") as Board.BoardId
    isNone(yield* boards.findPlace(nowhere, null, null))
    const { board, workspace } = yield* givenBoard()
    const bare = aBoard({ workspaceId: workspace.id })
    yield* boards.insert(bare)
    const place = valueOf(yield* boards.findPlace(bare.id, null, workspace.ownerId))
    isNone(place.group)
    const { ownerId } = workspace
    assert.deepStrictEqual(place.access, { boardId: bare.id, workspaceId: workspace.id, ownerId, standing: "owner" })
    isNone(valueOf(yield* boards.findPlace(board.id, fresh("group") as Board.GroupId, null)).group)
    assert.deepStrictEqual(yield* boards.groupsEnd(bare.id), NO_GROUPS)
    assert.deepStrictEqual(yield* boards.groupsEnd(nowhere), NO_GROUPS)
  })
}
