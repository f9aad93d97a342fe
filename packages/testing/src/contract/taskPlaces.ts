import { Access, Board, Ports, Task, Trash, type Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  aDeletion,
  aSubtask,
  fresh,
  givenAccount,
  type GivenBoard,
  givenBoard,
  givenTask,
  instant,
  rankAt,
  wholeList
} from "../fixtures.js"
import type { Suite } from "./Suite.js"
import { atOnce, dies, isNone, lockTask, valueOf } from "./support.js"
import type { TaskNeeds } from "./Needs.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)
const trash = Effect.serviceFunctions(Trash.TrashRepository)

const namesIn = (on: GivenBoard, groupId: string) =>
  Effect.map(tasks.list({ boardId: on.board.id, groupId: groupId as Task.Task["groupId"] }, wholeList), ({ items }) =>
    items.map(({ name }) => name)
  )

const byPlace = <A extends Task.RankedTask>(found: ReadonlyArray<A>): ReadonlyArray<A> =>
  found.toSorted((a, b) => (`${a.rank} ${a.id}` < `${b.rank} ${b.id}` ? -1 : 1))

const ids = (ranked: ReadonlyArray<Task.RankedTask>) => ranked.map(({ id }) => id)

/** The contract of the order of tasks in a group. */
export const placeTests: Suite<TaskNeeds> = (it) => {
  it("finds the tasks beside a place of its group, nearest first, ties by id, without the trash", function* () {
    const on = yield* givenBoard()
    const [{ id: groupId }, { id: other }] = on.groups
    const given = yield* Effect.forEach([0, 1, 1, 2, 3, 4], (at) => givenTask(on, { groupId, rank: rankAt(at) }))
    yield* givenTask(on, { groupId: other, rank: rankAt(2) })
    yield* givenTask(yield* givenBoard(), { rank: rankAt(2) })
    const { id: subjectId, name } = yield* givenTask(on, { groupId, rank: rankAt(2) })
    yield* trash.put(aDeletion(on.board, { kind: "task", subjectId, name }), false)
    const sorted = byPlace(given)
    const order = ids(sorted)
    for (const [at, task] of sorted.entries()) {
      for (const limit of [1, 2, 10]) {
        const [before, after] = [yield* tasks.nextTo(task, "before", limit), yield* tasks.nextTo(task, "after", limit)]
        assert.deepStrictEqual(ids(before), order.slice(0, at).toReversed().slice(0, limit))
        assert.deepStrictEqual(ids(after), order.slice(at + 1).slice(0, limit))
        assert.deepStrictEqual(after[0]?.rank, sorted[at + 1]?.rank)
      }
      const locked = yield* Ports.transactional(tasks.lockWithNext(task.id, on.workspace.ownerId))
      assert.strictEqual(Option.getOrThrow(locked).nextId, order[at + 1] ?? null)
      const { groupId, rank } = task
      assert.deepStrictEqual(valueOf(yield* tasks.placeOf(task.id)), { groupId, rank })
    }
    isNone(yield* tasks.placeOf(fresh("task") as Task.TaskId))
  })

  it("gives new ranks to tasks that have the old ones", function* () {
    const on = yield* givenBoard()
    const [first, second, third] = yield* Effect.forEach([0, 1, 2] as const, (at) =>
      givenTask(on, { rank: rankAt(at) })
    )
    if (first === undefined || second === undefined || third === undefined) return assert.fail("no tasks")
    yield* tasks.rerank([
      { id: first.id, from: first.rank, to: rankAt(7) },
      { id: second.id, from: rankAt(9), to: rankAt(8) },
      { id: fresh("task") as Task.TaskId, from: rankAt(0), to: rankAt(5) }
    ])
    const ranks = yield* Effect.forEach([first, second, third], ({ id }) =>
      Effect.map(lockTask(id), (found): Values.Rank => valueOf(found).rank)
    )
    assert.deepStrictEqual(ranks, [rankAt(7), second.rank, third.rank])
  })

  it("locks, reads and replaces many tasks of a board, and moves them to the trash", function* () {
    const [on, elsewhere] = [yield* givenBoard(), yield* givenBoard()]
    const [first, second] = on.groups
    const given = yield* Effect.forEach([0, 1, 2, 3], (at) => givenTask(on, { groupId: first.id, rank: rankAt(at) }))
    const [one, two, three, gone] = given
    if (one === undefined || two === undefined || three === undefined || gone === undefined)
      return assert.fail("no tasks")
    const far = yield* givenTask(elsewhere)
    yield* trash.put(aDeletion(on.board, { kind: "task", subjectId: gone.id, name: gone.name }), false)
    const boards = yield* Board.BoardRepository
    const held = yield* boards.holdGroups(on.board.id, [second.id, elsewhere.groups[0].id, first.id], true)
    assert.deepStrictEqual(
      held.map(({ id }) => id),
      [first.id, second.id].toSorted()
    )
    assert.deepStrictEqual(yield* boards.holdGroups(on.board.id, [], false), [])
    assert.lengthOf(yield* boards.holdGroups(on.board.id, [first.id], false), 1)
    const locked = yield* tasks.lockMany(
      on.board.id,
      [...given, far].map(({ id }) => id)
    )
    assert.deepStrictEqual(
      locked.map(({ id }) => id),
      [one.id, two.id, three.id].toSorted()
    )
    for (const { bytes } of locked) assert.isAtLeast(bytes, 2)
    assert.deepStrictEqual(yield* tasks.lockMany(on.board.id, []), [])
    const read = byPlace(yield* tasks.readLocked(locked.map(({ id }) => id)))
    assert.deepStrictEqual(read, byPlace([one, two, three]))
    const users = [yield* givenAccount(), yield* givenAccount()].map(({ id }) => id)
    const changed = [
      {
        ...one,
        name: 'A "quoted" name',
        description: "Ünï 😀",
        assignees: users,
        columnValues: { x: [1.5, { y: null }] }
      },
      { ...two, status: "done", priority: "low", dueDate: instant(5), groupId: second.id, rank: rankAt(9) },
      { ...three, columnValues: { big: "x".repeat(500) }, updatedAt: instant(7) }
    ]
    yield* tasks.replaceMany(changed.map((task, at) => ({ before: given[at] ?? task, task })))
    yield* tasks.replaceMany([])
    for (const task of changed) assert.deepStrictEqual(valueOf(yield* lockTask(task.id)), task)
    const deletions = [one, two].map(({ id: subjectId, name }) =>
      aDeletion(on.board, { kind: "task", subjectId, name })
    )
    yield* trash.putTasks(deletions)
    yield* trash.putTasks([])
    const { items } = yield* tasks.list({ boardId: on.board.id }, wholeList)
    assert.deepStrictEqual(
      items.map(({ id }) => id),
      [three.id]
    )
    for (const { id, subjectId } of deletions) {
      assert.strictEqual(valueOf(yield* trash.idOf("task", subjectId)), id)
    }
  })

  it("places a task on another board with what changes there, and keeps the rest", function* () {
    const [on, to] = [yield* givenBoard(), yield* givenBoard()]
    const task = yield* givenTask(on, { columnValues: { [on.columns[0].id]: "x" }, assignees: [on.workspace.ownerId] })
    const other = yield* givenTask(on)
    const elsewhere = {
      boardId: to.board.id,
      groupId: to.groups[1].id,
      rank: rankAt(7),
      columnValues: { [to.columns[1].id]: [1] },
      ...{ status: "stuck", priority: "low", dueDate: instant(8) },
      updatedAt: instant(9)
    }
    yield* tasks.transfer({ ...task, ...elsewhere, name: "not written" })
    const { access, task: found } = valueOf(yield* tasks.lock(task.id, to.workspace.ownerId))
    assert.deepStrictEqual(found, { ...task, ...elsewhere })
    assert.deepStrictEqual([access.boardId, access.standing], [to.board.id, "owner"])
    assert.deepStrictEqual(yield* namesIn(to, to.groups[1].id), [task.name])
    assert.deepStrictEqual(ids((yield* tasks.list({ boardId: on.board.id }, wholeList)).items as never), [other.id])
    yield* dies(tasks.transfer({ ...task, boardId: to.board.id }))
  })

  it("tasks that are moved between two boards at once are each on one, with what is added meanwhile", function* () {
    const boards = [yield* givenBoard(), yield* givenBoard()] as const
    const moved = yield* Effect.forEach(Array.from({ length: 12 }), (_, at) => givenTask(boards[at % 2 === 0 ? 0 : 1]))
    const byOperator = Effect.provideService(Access.CurrentActor, Access.Actor.Operator())
    const ids = { next: Effect.sync(() => fresh("option")) }
    yield* atOnce(moved.length * 3, (at) => {
      const index = at % moved.length
      const { id } = moved[index] ?? assert.fail("no task")
      if (at >= moved.length * 2) {
        const insert = tasks.insertSubtask(aSubtask({ taskId: id }))
        return Ports.transactional(Effect.zipRight(Effect.map(tasks.hold(id, null), valueOf), insert))
      }
      const move = Task.moveTaskToBoard(id, { boardId: boards[index % 2 === 0 ? 1 : 0].board.id })
      // The second of two moves finds the task there, or waited until it was.
      const done = { InvalidInput: () => Effect.void, NotFound: () => Effect.void }
      return Effect.provideService(byOperator(Effect.catchTags(Effect.asVoid(move), done)), Ports.Ids, ids)
    })
    for (const [at, { id }] of moved.entries()) {
      const found = valueOf(yield* tasks.find(id, null)).task
      assert.strictEqual(found.boardId, boards[at % 2 === 0 ? 1 : 0].board.id)
      assert.lengthOf(found.subtasks, 1)
    }
  })

  it("many moves at once place every task beside the one they name, and lose none", function* () {
    const on = yield* givenBoard()
    const [{ id: groupId }, { id: other }] = on.groups
    const anchors = yield* Effect.forEach([0, 1, 1, 2], (rank, at) =>
      givenTask(on, { groupId, rank: rankAt(rank), name: `anchor ${at}` })
    )
    const sorted = byPlace(anchors)
    const moved = yield* Effect.forEach(Array.from({ length: 24 }), (_, at) =>
      givenTask(on, { groupId: at % 2 === 0 ? groupId : other, rank: rankAt(3 + at), name: `moved ${at}` })
    )
    const place = (at: number) => ({ anchor: at % sorted.length, isBefore: Math.floor(at / sorted.length) % 2 === 0 })
    yield* atOnce(moved.length, (at) => {
      const { anchor, isBefore } = place(at)
      const id = sorted[anchor]?.id ?? assert.fail("no anchor")
      return Effect.provideService(
        Task.moveTask(moved[at]?.id ?? "", isBefore ? { beforeTaskId: id } : { groupId, afterTaskId: id }),
        Access.CurrentActor,
        Access.Actor.Operator()
      )
    })
    const names = yield* namesIn(on, groupId)
    assert.deepStrictEqual(yield* namesIn(on, other), [])
    assert.sameMembers(
      [...names],
      [...anchors, ...moved].map(({ name }) => name)
    )
    assert.lengthOf(names, anchors.length + moved.length)
    const at = (name: string | undefined) => (name === undefined ? -1 : names.indexOf(name))
    for (const [index, { name }] of moved.entries()) {
      const { anchor, isBefore } = place(index)
      const [low, high] = isBefore ? [anchor - 1, anchor] : [anchor, anchor + 1]
      assert.isAbove(at(name), at(sorted[low]?.name))
      assert.isBelow(at(name), high === sorted.length ? names.length : at(sorted[high]?.name))
    }
  })
}
