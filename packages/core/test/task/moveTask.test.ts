import { Change, Task, Undo, type Values } from "@boardwright/core"
import { givenBoard, givenTask, layer, rankAt } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestContext } from "effect"
import fc from "fast-check"
import { placeBefore } from "../../src/task/placeBefore.js"
import { as, givenTeam, refused, sent, story, type Team } from "../support.js"
import { changedBy, undoLast } from "../undo/support.js"
import { namesIn } from "./support.js"

/** Tasks "0", "1", "2" ... in the first group, of which the second and the third have the same rank. */
const givenFive = Effect.fnUntraced(function* (team: Team) {
  const [{ id: groupId }] = team.groups
  const places = [0, 1, 1, 2, 3]
  const tasks = yield* Effect.forEach(places, (at, index) =>
    givenTask(team, { name: String(index), rank: rankAt(at), groupId })
  )
  return tasks.map(({ id }) => id)
})

describe("moveTask beside another task", () => {
  story("places it before or after the other task, in that task's group", function* () {
    const team = yield* givenTeam
    const [first, second] = [team.groups[0].id, team.groups[1].id]
    const [zero = "", one = "", two = "", three = "", four = ""] = yield* givenFive(team)
    const move = (id: string, to: Task.MoveTask) => as(team.editor)(Task.moveTask(id, to))
    assert.notProperty(yield* move(four, { beforeTaskId: two }), "rank")
    assert.deepStrictEqual(yield* namesIn(team, first), ["0", "1", "4", "2", "3"])
    yield* move(three, { afterTaskId: zero })
    assert.deepStrictEqual(yield* namesIn(team, first), ["0", "3", "1", "4", "2"])
    yield* move(one, { groupId: first, beforeTaskId: zero })
    assert.deepStrictEqual(yield* namesIn(team, first), ["1", "0", "3", "4", "2"])
    yield* move(one, { beforeTaskId: zero })
    yield* move(one, { afterTaskId: two })
    assert.deepStrictEqual(yield* namesIn(team, first), ["0", "3", "4", "2", "1"])
    yield* move(zero, { beforeTaskId: null })
    assert.deepStrictEqual(yield* namesIn(team, first), ["3", "4", "2", "1", "0"])
    yield* move(four, { groupId: second, beforeTaskId: null })
    assert.strictEqual((yield* move(two, { beforeTaskId: four })).groupId, second)
    assert.deepStrictEqual(yield* namesIn(team, first), ["3", "1", "0"])
    assert.deepStrictEqual(yield* namesIn(team, second), ["2", "4"])
  })

  story("fails if the other task is not in the group, is the task itself, or if two are named", function* () {
    const team = yield* givenTeam
    const other = yield* givenBoard()
    const [id = "", beside = ""] = yield* givenFive(team)
    const [groupId, second] = [team.groups[0].id, team.groups[1].id]
    const elsewhere = [(yield* givenTask(other)).id, "nothing", yield* deleted(team)]
    const move = (to: object, userId = team.editor) => refused(as(userId)(Task.moveTask(id, sent(to))))
    for (const field of ["beforeTaskId", "afterTaskId"]) {
      for (const anchor of elsewhere) {
        assert.strictEqual(yield* move({ [field]: anchor }), "MoveConflict")
        assert.strictEqual(yield* move({ [field]: anchor, groupId }), "MoveConflict")
      }
      assert.strictEqual(yield* move({ [field]: beside, groupId: second }), "MoveConflict")
      assert.strictEqual(yield* move({ [field]: id }), `InvalidInput ${field}`)
      assert.strictEqual(yield* move({ [field]: 7 }), `InvalidInput ${field}`)
      assert.strictEqual(yield* move({ [field]: beside, groupId: "nothing" }), "NotFound Group")
      assert.strictEqual(yield* move({ [field]: beside }, team.viewer), "Forbidden")
      assert.strictEqual(yield* move({ [field]: "nothing" }, team.stranger), "Forbidden")
    }
    assert.strictEqual(yield* move({ beforeTaskId: beside, afterTaskId: beside }), "InvalidInput afterTaskId")
    assert.strictEqual(yield* move({ afterTaskId: null }), "InvalidInput afterTaskId")
    assert.strictEqual(yield* move({}), "InvalidInput groupId")
  })

  story(
    "records the next task before and after, and is undone exactly, or to the end if that one is gone",
    function* () {
      const team = yield* givenTeam
      const [first, second] = [team.groups[0].id, team.groups[1].id]
      const [zero = "", one = "", two = "", three = "", four = ""] = yield* givenFive(team)
      const move = (to: Task.MoveTask) => changedBy(as(team.editor)(Task.moveTask(zero, to)))
      const last = yield* move({ afterTaskId: two })
      assert.deepStrictEqual(last.fields, { beforeTaskId: { from: one, to: three } })
      yield* undoLast(team.editor)
      assert.deepStrictEqual(yield* namesIn(team, first), ["0", "1", "2", "3", "4"])
      const { fields } = yield* move({ groupId: second })
      assert.deepStrictEqual(fields, { groupId: { from: first, to: second }, beforeTaskId: { from: one, to: null } })
      yield* undoLast(team.editor)
      assert.deepStrictEqual(yield* namesIn(team, first), ["0", "1", "2", "3", "4"])
      const { id } = yield* move({ groupId: second })
      yield* as(team.editor)(Task.deleteTask(one))
      yield* as(team.editor)(Undo.undoChange(id))
      assert.deepStrictEqual(yield* namesIn(team, first), ["2", "3", "4", "0"])

      yield* move({ beforeTaskId: two })
      const within = yield* move({ afterTaskId: three })
      assert.deepStrictEqual(within.fields, { beforeTaskId: { from: two, to: four } })
      yield* as(team.editor)(Task.moveTask(two, { groupId: second }))
      yield* as(team.editor)(Undo.undoChange(within.id))
      assert.deepStrictEqual(yield* namesIn(team, first), ["3", "4", "0"])
    }
  )

  story("that is a batch within a group and out of it is undone as a whole", function* () {
    const team = yield* givenTeam
    const [zero = "", , two = ""] = yield* givenFive(team)
    const origin = { requestId: null, tokenId: null, batchId: "a batch" }
    const moves = [{ afterTaskId: two }, { groupId: team.groups[1].id }]
    const all = Effect.forEach(moves, (to) => as(team.editor)(Task.moveTask(zero, to)))
    yield* Effect.locally(all, Change.changeOrigin, origin)
    yield* as(team.editor)(Undo.undoChange("a batch"))
    assert.deepStrictEqual(yield* namesIn(team, team.groups[0].id), ["0", "1", "2", "3", "4"])
  })

  it("any moves leave the order of lists from which tasks are taken and into which they are put", async () => {
    const kinds = fc.constantFrom("before", "after", "end")
    const anyMoves = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }), kinds))
    const make = (moves: ReadonlyArray<readonly [number, number, string]>) =>
      Effect.gen(function* () {
        const team = yield* givenTeam
        const groups = team.groups.map(({ id }) => id)
        const all = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6], (at) =>
          givenTask(team, { name: String(at), rank: rankAt(at >> 1), groupId: groups[at % 2] ?? team.groups[0].id })
        )
        const model = groups.map((group) => all.filter(({ groupId }) => groupId === group).map(({ name }) => name))
        for (const [moved, beside, kind] of moves) {
          const anchor = all[beside]?.id ?? ""
          if (kind !== "end" && moved === beside) continue
          const place = kind === "before" ? { beforeTaskId: anchor } : { afterTaskId: anchor }
          const to = kind === "end" ? { groupId: groups[beside % 2] ?? "" } : place
          yield* as(team.editor)(Task.moveTask(all[moved]?.id ?? "", to))
          for (const list of model) {
            if (list.includes(String(moved))) list.splice(list.indexOf(String(moved)), 1)
          }
          const list = model[kind === "end" ? beside % 2 : model.findIndex((each) => each.includes(String(beside)))]
          const at =
            kind === "end" ? (list?.length ?? 0) : (list?.indexOf(String(beside)) ?? 0) + (kind === "after" ? 1 : 0)
          list?.splice(at, 0, String(moved))
        }
        assert.deepStrictEqual(yield* Effect.forEach(groups, (group) => namesIn(team, group)), model)
      }).pipe(Effect.provide(Layer.provideMerge(layer, TestContext.TestContext)))
    await fc.assert(
      fc.asyncProperty(anyMoves, (moves) => Effect.runPromise(make(moves))),
      { numRuns: 50 }
    )
  })
})

const deleted = Effect.fnUntraced(function* (team: Team) {
  const { id } = yield* givenTask(team, { groupId: team.groups[0].id })
  yield* as(team.editor)(Task.deleteTask(id))
  return id
})

/** A group in memory that counts what gets a new rank, and the insertion of tasks before one of its places. */
const aGroup = () => {
  const group: Array<Task.RankedTask> = []
  let reranked = 0
  let made = 0
  const isBefore = (a: Task.RankedTask, b: Task.RankedTask) => a.rank < b.rank || (a.rank === b.rank && a.id < b.id)
  /** The first that is not before a place. */
  const indexOf = (place: Task.RankedTask): number => {
    let [low, high] = [0, group.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(group[middle] as Task.RankedTask, place)) low = middle + 1
      else high = middle
    }
    return low
  }
  const repository = {
    nextTo: (place: Task.RankedTask, direction: "before" | "after", limit: number) =>
      Effect.sync(() => {
        const at = indexOf(place)
        return direction === "before"
          ? group.slice(Math.max(0, at - limit), at).toReversed()
          : group.slice(at + 1, at + 1 + limit)
      }),
    rerank: (ranked: ReadonlyArray<{ readonly id: string; readonly from: Values.Rank; readonly to: Values.Rank }>) =>
      Effect.sync(() => {
        reranked += ranked.length
        const places = ranked.map(({ from, id }) => indexOf({ id: id as Task.TaskId, rank: from }))
        for (const [at, { id, to }] of ranked.entries()) group[places[at] ?? -1] = { id: id as Task.TaskId, rank: to }
      })
  }
  const add = (rank: Values.Rank) => {
    const task = { id: String(made++).padStart(8, "0") as Task.TaskId, rank }
    group.splice(indexOf(task), 0, task)
    return task
  }
  const insert = (at: number) => {
    const next = group[at] as Task.RankedTask
    const place = { ...next, boardId: "board" as Task.Task["boardId"], groupId: "group" as Task.Task["groupId"] }
    const rank = Effect.runSync(
      placeBefore(place, "" as Task.TaskId).pipe(Effect.provideService(Task.TaskRepository, sent(repository)))
    )
    add(rank)
    assert.strictEqual(group[at]?.rank, rank)
  }
  return { group, add, insert, reranked: () => reranked }
}

describe("tasks that are all placed", () => {
  it.each([
    [100_000, "before the same one", (_: number, length: number) => length - 5],
    [10_000, "after the same one", () => 5],
    [10_000, "between the last two", (at: number) => 5 + (at >> 1)],
    [10_000, "at random places", (at: number, length: number) => 1 + ((at * 48_271) % (length - 1))],
    [10_000, "before the first", () => 0]
  ])("have short ranks, and few others get new ones: %i %s", (count, _, place) => {
    const { add, group, insert, reranked } = aGroup()
    for (let at = 0; at < 10; at++) add(rankAt(at))
    for (let at = 0; at < count; at++) insert(place(at, group.length))
    assert.isBelow(Math.max(...group.map(({ rank }) => rank.length)), 64)
    assert.isBelow(reranked(), 10 * count)
    assert.isTrue(group.every(({ rank }, at) => at === 0 || (group[at - 1]?.rank ?? "") < rank))
  })
})
