import { Board, Bulk, Change, Task, Undo } from "@boardwright/core"
import { layer } from "@boardwright/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestContext } from "effect"
import fc from "fast-check"
import { as, givenTeam, sent } from "../support.js"

type Operation =
  | { readonly op: "create"; readonly group: number; readonly fields: Fields }
  | ({ readonly op: "update"; readonly group: number; readonly fields: Fields } & OfTask)
  | ({ readonly op: "move"; readonly group: number; readonly beside: number; readonly where: Where } & OfTask)
  | ({ readonly op: "delete" } & OfTask)
/** An operation on a task, which must have the status. */
interface OfTask {
  readonly of: number
  readonly status?: string
}
type Where = "beforeTaskId" | "afterTaskId" | null
interface Fields {
  readonly status?: string
  readonly assigned?: boolean
  readonly cell?: string
  readonly labels?: string
}

const label = fc.constantFrom("pending", "done", "Later", "in review")
const fields = fc.record(
  { status: label, assigned: fc.boolean(), cell: label, labels: fc.constantFrom("a, b", "B", "c;a", "") },
  { requiredKeys: [] }
)
const index = fc.nat({ max: 7 })
const where = fc.constantFrom<Where>("beforeTaskId", "afterTaskId", null)
// Most tasks are pending.
const status = fc.option(fc.oneof({ weight: 7, arbitrary: fc.constant("pending") }, label), { nil: undefined, freq: 3 })
const ofTask = { of: index, status }
const operation = fc.oneof(
  fc.record({ op: fc.constant("create" as const), group: index, fields }),
  fc.record({ op: fc.constant("update" as const), ...ofTask, group: index, fields }),
  fc.record({ op: fc.constant("move" as const), ...ofTask, group: index, beside: index, where }),
  fc.record({ op: fc.constant("delete" as const), ...ofTask })
) as fc.Arbitrary<Operation>

/** A board with two groups, a column bound to the status, a column of labels, and four tasks. */
const givenGarden = Effect.gen(function* () {
  const team = yield* givenTeam
  const columns: Array<string> = []
  for (const column of [{ type: "status", field: "status" as const }, { type: "labels" }]) {
    columns.push((yield* as(team.admin)(Board.addColumn(team.boardId, { name: column.type, ...column }))).id)
  }
  const tasks: Array<string> = []
  for (const at of [0, 1, 2, 3]) {
    const groupId = team.groups[at % 2]?.id ?? ""
    tasks.push((yield* as(team.editor)(Task.createTask({ boardId: team.boardId, groupId, name: `Task ${at}` }))).id)
  }
  return { ...team, columns, tasks }
})
type Garden = Effect.Effect.Success<typeof givenGarden>

const at = <A>(list: ReadonlyArray<A>, index: number): A => list[index % list.length] ?? assert.fail("an empty list")

const written = (
  { columns: [status = "", labels = ""], editor }: Garden,
  { assigned, cell, labels: text, ...rest }: Fields
) => ({
  ...rest,
  ...(assigned === undefined ? {} : { assignees: assigned ? [editor] : [] }),
  ...(cell === undefined && text === undefined
    ? {}
    : { columnValues: { ...(cell && { [status]: cell }), ...(text !== undefined && { [labels]: text }) } })
})

/** The operations as a bulk names them: new tasks by their index. */
const operationsOf = (garden: Garden, operations: ReadonlyArray<Operation>) => {
  const ids = [...garden.tasks]
  return operations.map((each, place): Record<string, unknown> => {
    if (each.op === "create") {
      ids.push(`new ${place}`)
      const task = { name: `New ${place}`, groupId: at(garden.groups, each.group).id, ...written(garden, each.fields) }
      return { op: "create", ref: `new ${place}`, task }
    }
    const id = at(ids, each.of)
    const expect = each.status === undefined ? {} : { expect: { status: each.status } }
    if (each.op === "update") {
      const groupId = each.group > 3 ? { groupId: at(garden.groups, each.group).id } : {}
      return { op: "update", id, patch: { ...written(garden, each.fields), ...groupId }, ...expect }
    }
    if (each.op === "delete") return { op: "delete", id, ...expect }
    const beside = each.where === null ? {} : { [each.where]: at(ids, each.beside) }
    return { op: "move", id, groupId: at(garden.groups, each.group).id, ...beside, ...expect }
  })
}

/** Carries the operations out one by one, up to the first that fails. Returns its index, or null. */
const oneByOne = Effect.fnUntraced(function* ({ boardId }: Garden, operations: ReadonlyArray<Record<string, unknown>>) {
  const refs = new Map<unknown, string>()
  const named = (id: unknown) => refs.get(id) ?? String(id)
  for (const [place, { op, ref, id, task, patch, expect, groupId, ...beside }] of operations.entries()) {
    const to = Object.fromEntries(Object.entries(beside).map(([where, other]) => [where, named(other)]))
    const work = Effect.gen(function* () {
      if (expect !== undefined) {
        const { status } = yield* Task.getTask(named(id))
        if (status !== (expect as Task.Task).status) return yield* Effect.fail("unexpected")
      }
      if (op === "create") refs.set(ref, (yield* Task.createTask(sent(Object.assign({ boardId }, task)))).id)
      else if (op === "update") yield* Task.updateTask(named(id), sent(patch))
      else if (op === "move") yield* Task.moveTask(named(id), sent({ groupId, ...to }))
      else yield* Task.deleteTask(named(id))
    })
    if ((yield* Effect.either(work))._tag === "Left") return place
  }
  return null
})

/** All that can be seen of a board, with the ids that were generated numbered in the order in which they appear. */
const seen = Effect.fnUntraced(function* ({ boardId, admin }: Garden) {
  const { items } = yield* as(admin)(Task.listTasks({ boardId, include: ["columnValues"] }))
  const { columns } = yield* as(admin)(Board.getBoard(boardId))
  const { changes } = yield* as(admin)(Change.listChanges({ boardId, limit: 500 }))
  const numbers = new Map<string, number>()
  const state = {
    tasks: items.map(({ createdAt: _created, updatedAt: _updated, ...task }) => task),
    columns: columns.map(({ options }) => options),
    // Which task was next to a deleted one is not recorded by a bulk.
    changes: changes.map(({ fields: { beforeTaskId, ...fields }, subjectId, type }) => ({
      ...{ type, subjectId },
      fields: beforeTaskId === undefined || type === "task.deleted" ? fields : { ...fields, beforeTaskId }
    }))
  }
  return JSON.stringify(state, null, 1).replaceAll(/[a-z]+-(?:\w+-)?\d{4,}/g, (id) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size)
    return `#${numbers.get(id)}`
  })
})

/** The tasks of each group in order of their names: an update that moved a task is undone to the end of its group. */
const inGroups = Effect.fnUntraced(function* ({ boardId, admin, groups }: Garden) {
  const lists = yield* Effect.forEach(groups, ({ id: groupId }) =>
    as(admin)(Task.listTasks({ boardId, groupId, include: ["columnValues"] }))
  )
  const withoutTime = ({ updatedAt: _, ...task }: (typeof lists)[number]["items"][number]) => task
  return lists.map(({ items }) => items.map(withoutTime).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
})

it("a bulk is what its operations are one by one, is refused where they are, and is undone as a whole", async () => {
  const property = fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), (operations) =>
    Effect.gen(function* () {
      const [single, bulk] = [yield* givenGarden, yield* givenGarden]
      assert.strictEqual(yield* seen(bulk), yield* seen(single))
      const [before, groups] = [yield* seen(bulk), yield* inGroups(bulk)]
      const failed = yield* as(single.editor)(oneByOne(single, operationsOf(single, operations)))
      const input = sent({ boardId: bulk.boardId, operations: operationsOf(bulk, operations) })
      const done = yield* Effect.either(as(bulk.editor)(Bulk.bulkTasks(input)))
      if (done._tag === "Left") {
        const { left } = done
        const places = "issues" in left ? (left.issues ?? []).map(({ path: [, at] }) => Number(at)) : []
        assert.isNotEmpty(places)
        assert.isAtLeast(Math.min(...places), failed ?? assert.fail(JSON.stringify(left)))
        assert.strictEqual(yield* seen(bulk), before)
        return
      }
      assert.isNull(failed)
      assert.strictEqual(yield* seen(bulk), yield* seen(single))
      if (JSON.stringify(yield* inGroups(bulk)) === JSON.stringify(groups)) return
      yield* as(bulk.editor)(Undo.undoChange(done.right.batchId))
      assert.deepStrictEqual(yield* inGroups(bulk), groups)
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestContext.TestContext)), Effect.scoped, Effect.runPromise)
  )
  await fc.assert(property, { numRuns: 60 })
})
