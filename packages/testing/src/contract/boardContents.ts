import { Board, Ports, Task, Trash, Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aDeletion, aTask, fresh, givenBoard, givenTask, instant, rankAt, wholeList } from "../fixtures.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { atOnce, findTask, isNone, lockTask, valueOf } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)
const NONE: Board.TaskCounts = { tasks: 0, inTrash: 0 }

type Furnished = Effect.Effect.Success<ReturnType<typeof givenBoard>>

/** Moves the tasks of a group as deleting it does, and removes it. */
const empty = (on: Furnished, from: Board.GroupId, to: Board.GroupId) =>
  Effect.gen(function* () {
    yield* boards.lock(on.board.id)
    const counts = yield* boards.lockTasksOf(on.board.id, from, to)
    yield* boards.moveTasks({ boardId: on.board.id, from, to }, counts, instant(9))
    return { counts, removed: yield* boards.removeGroup(on.board.id, from) }
  }).pipe(Ports.transactional)

/** A task of the board in the trash. */
const givenTrashed = Effect.fnUntraced(function* (on: Furnished, overrides: Partial<Task.PlacedTask>) {
  const task = yield* givenTask(on, overrides)
  const deletion = aDeletion(on.board, { kind: "task", subjectId: task.id })
  yield* (yield* Trash.TrashRepository).put(deletion, false)
  return { task, deletion }
})

const idsOf = (tasks: ReadonlyArray<{ readonly id: string }>) => tasks.map(({ id }) => id)

const listed = (on: Furnished, groupId: Board.GroupId) =>
  Effect.map(
    Effect.flatMap(Task.TaskRepository, (tasks) => tasks.list({ boardId: on.board.id, groupId }, wholeList)),
    ({ items }) => items
  )

const placesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const tasks = yield* Task.TaskRepository
  return yield* Effect.forEach(ids, (id) => Effect.map(tasks.placeOf(id as Task.TaskId), valueOf))
})

/** The contract of what `BoardRepository` changes in all tasks of a group or a column. */
export const contentsTests: Suite<BoardNeeds> = (it) => {
  it("moves the tasks of a group to the end of another in their order, in the trash too", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const [from, to] = [on.groups[0].id, on.groups[1].id]
    const last = yield* givenTask(on, { groupId: to, rank: rankAt(9) })
    const third = yield* givenTask(on, { rank: rankAt(7) })
    const [first, second] = [yield* givenTask(on, { rank: rankAt(3) }), yield* givenTask(on, { rank: rankAt(3) })]
    const { deletion, task: trashed } = yield* givenTrashed(on, { rank: rankAt(5) })
    const elsewhere = yield* givenTask(other)
    const { counts, removed } = yield* empty(on, from, to)
    assert.deepStrictEqual(counts, { tasks: 3, inTrash: 1 })
    assert.deepStrictEqual(valueOf(removed), on.groups[0])
    assert.deepStrictEqual(idsOf(yield* listed(on, to)), idsOf([last, first, second, third]))
    yield* (yield* Trash.TrashRepository).restore(deletion)
    const all = [last, first, second, trashed, third]
    assert.deepStrictEqual(idsOf(yield* listed(on, to)), idsOf(all))
    const moved = valueOf(yield* lockTask(trashed.id))
    assert.deepStrictEqual(moved, { ...trashed, rank: moved.rank, groupId: to, updatedAt: instant(9) })
    const ranks = (yield* placesOf(idsOf(all))).map(({ rank }) => rank)
    assert.deepStrictEqual([...new Set(ranks)].toSorted(), ranks)
    assert.strictEqual(valueOf(yield* findTask(elsewhere.id)).groupId, other.groups[0].id)
    assert.deepStrictEqual(yield* empty(on, fresh("group") as Board.GroupId, to), {
      counts: NONE,
      removed: Option.none()
    })
  })

  it("gives moved tasks ranks in order, also where these get another digit", function* () {
    for (const last of ["aw", "ZZw", "bzx", "gzzzzzzw", "jz00000000a", "jzzzzzzzzzw", "kzz00000000x"] as const) {
      const on = yield* givenBoard()
      const [from, to] = [on.groups[0].id, on.groups[1].id]
      const end = yield* givenTask(on, { groupId: to, rank: Values.Rank.make(last) })
      const tasks = Array.from({ length: 70 }, (_, at) =>
        aTask({ boardId: on.board.id, groupId: from, rank: Values.Rank.make(`A${String(at).padStart(26, "0")}`) })
      )
      yield* (yield* Task.TaskRepository).insert(tasks)
      yield* empty(on, from, to)
      const ids = idsOf([end, ...tasks])
      assert.deepStrictEqual(idsOf(yield* listed(on, to)), ids)
      const ranks = (yield* placesOf(ids)).map(({ rank }) => rank)
      assert.deepStrictEqual([...new Set(ranks)].toSorted(), ranks)
      const [, first = Values.FIRST_RANK, ...others] = ranks
      others.reduce((before, rank) => {
        assert.strictEqual(rank, Values.rankAfter(before))
        return rank
      }, first)
    }
  })

  it("loses no task that is created in the group, or moved into it or out of it, while it is removed", function* () {
    const tasks = yield* Task.TaskRepository
    for (let round = 0; round < 8; round++) {
      const on = yield* givenBoard()
      const [from, to] = [on.groups[round % 2 === 0 ? 0 : 1].id, on.groups[round % 2 === 0 ? 1 : 0].id]
      const inside = yield* Effect.forEach([0, 1, 2, 3], (at) => givenTask(on, { groupId: from, rank: rankAt(at) }))
      const outside = yield* Effect.forEach([4, 5, 6, 7], (at) => givenTask(on, { groupId: to, rank: rankAt(at) }))
      const create = Effect.gen(function* () {
        const { group } = valueOf(yield* boards.findPlace(on.board.id, from, null))
        if (Option.isNone(group)) return []
        const task = aTask({ boardId: on.board.id, groupId: from, rank: Values.rankAfter(group.value.lastTaskRank) })
        yield* tasks.insert([task])
        return [task.id]
      })
      const move = (id: Task.TaskId, groupId: Board.GroupId) =>
        Effect.gen(function* () {
          const held = yield* boards.holdGroup(id, groupId)
          const { task } = valueOf(yield* tasks.lock(id, null))
          if (Option.isSome(held)) yield* tasks.replace({ ...task, groupId, rank: rankAt(20 + round) }, task)
          return []
        })
      const work = [
        ...outside.map(({ id }) => move(id, from)),
        ...inside.slice(0, 2).map(({ id }) => move(id, to)),
        create,
        create,
        create
      ].map(Ports.transactional)
      const half = work.filter((_, at) => at % 2 === round % 2)
      const removal = Effect.map(empty(on, from, to), ({ removed }) => (Option.isSome(removed) ? [] : ["not removed"]))
      const all = [...half, removal, ...work.filter((each) => !half.includes(each))]
      const made = yield* atOnce(all.length, (at) => all[at] ?? Effect.succeed([]))
      isNone(valueOf(yield* boards.findPlace(on.board.id, from, null)).group)
      const expected = [...idsOf([...inside, ...outside]), ...made.flat()]
      assert.deepStrictEqual(idsOf(yield* listed(on, to)).toSorted(), expected.toSorted())
    }
  })

  it("removes the values of a column from all tasks, and keeps the others as they are", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    assert.deepStrictEqual(yield* boards.clearColumn(other.board.id, on.columns[0].id, instant(9)), NONE)
    const [gone, kept] = [on.columns[0].id, on.columns[1].id]
    const rest = { [kept]: { z: [0.1, 1e21, -0.000001234567890123, 'é"\\'], a: null } }
    const used = yield* givenTask(on, { columnValues: { [gone]: false, ...rest } })
    const only = yield* givenTask(on, { columnValues: { [gone]: { [kept]: 1 } } })
    const unused = yield* givenTask(on, { columnValues: { [kept]: gone } })
    const { deletion, task: trashed } = yield* givenTrashed(on, { columnValues: { ...rest, [gone]: [1] } })
    const clear = Ports.transactional(boards.clearColumn(on.board.id, gone, instant(9)))
    assert.deepStrictEqual(yield* clear, { tasks: 2, inTrash: 1 })
    assert.deepStrictEqual(yield* clear, NONE)
    yield* (yield* Trash.TrashRepository).restore(deletion)
    const valuesOf = Effect.fnUntraced(function* ({ id }: Task.Task) {
      const { columnValues, updatedAt } = valueOf(yield* findTask(id))
      return [columnValues, updatedAt]
    })
    assert.deepStrictEqual(yield* Effect.forEach([used, only, unused, trashed], valuesOf), [
      [rest, instant(9)],
      [{}, instant(9)],
      [{ [kept]: gone }, unused.updatedAt],
      [rest, instant(9)]
    ])
    assert.deepStrictEqual(valueOf(yield* Ports.transactional(boards.removeColumn(on.board.id, gone))), on.columns[0])
  })

  it("leaves no value of a column that is stored while the column is removed", function* () {
    const tasks = yield* Task.TaskRepository
    for (let round = 0; round < 8; round++) {
      const on = yield* givenBoard()
      const { id } = on.columns[round % 2 === 0 ? 0 : 1]
      const some = yield* Effect.forEach([0, 1, 2, 3], (at) =>
        givenTask(on, { columnValues: at < 2 ? { [id]: at } : {} })
      )
      const store = (taskId: Task.TaskId) =>
        Effect.gen(function* () {
          const { task } = valueOf(yield* tasks.lock(taskId, null))
          const held = yield* boards.holdColumns(on.board.id, [id])
          if (held.length > 0) yield* tasks.replace({ ...task, columnValues: { [id]: "new" } }, task)
          return true
        }).pipe(Ports.transactional)
      const remove = Effect.gen(function* () {
        yield* boards.lock(on.board.id)
        yield* boards.clearColumn(on.board.id, id, instant(9))
        return Option.isSome(yield* boards.removeColumn(on.board.id, id))
      }).pipe(Ports.transactional)
      const stores = some.map((task) => store(task.id))
      const all = round % 3 === 0 ? [...stores, remove] : [remove, ...stores]
      assert.notInclude(yield* atOnce(all.length, (at) => all[at] ?? Effect.succeed(false)), false)
      for (const task of some) assert.deepStrictEqual(valueOf(yield* findTask(task.id)).columnValues, {})
      isNone(yield* boards.findColumn(on.board.id, id))
    }
  })
}
