import { Archive, Board, Task, Trash } from "@boardwright/core"
import { layer } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestContext } from "effect"
import fc from "fast-check"
import { as, asOperator } from "../support.js"
import { givenTeamTask, type TeamTask } from "../task/support.js"

const services = Layer.provideMerge(layer, TestContext.TestContext)

const STEPS = ["delete a task", "restore a task", "delete and restore the board"] as const

/** What is done, and which of those that it can be done to. */
const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat()), { maxLength: 25 })

/** The whole board as text. */
const exported = ({ boardId }: TeamTask) =>
  Effect.gen(function* () {
    const { archive, tasks } = yield* asOperator(Archive.exportBoard(boardId))
    return JSON.stringify([archive, ...(yield* Stream.runCollect(tasks))])
  })

const inTrash = ({ workspace }: TeamTask) =>
  Effect.map(asOperator(Trash.listTrash({ workspaceId: workspace.id })), ({ items }) => items)

const throughTrash = Effect.fnUntraced(function* (team: TeamTask) {
  const before = yield* exported(team)
  yield* as(team.admin)(Board.deleteBoard(team.boardId))
  const [board, ...others] = yield* inTrash(team)
  assert.deepStrictEqual([board?.kind, others], ["board", []])
  yield* as(team.admin)(Trash.restoreDeletion(board?.id ?? ""))
  assert.strictEqual(yield* exported(team), before)
})

describe("the trash after any deletions and restorations", () => {
  it("has what was deleted and not restored, and the board the rest, in its order; restored, all is as before", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (all) =>
        Effect.gen(function* () {
          const team = yield* givenTeamTask
          const { boardId, editor } = team
          for (const name of ["Two", "Three", "Four"]) {
            const { id } = yield* as(editor)(Task.createTask({ boardId, name }))
            yield* as(editor)(Task.addSubtask(id, { name: "Part" }))
          }
          const there = Effect.map(as(editor)(Task.listTasks({ boardId })), ({ items }) => items.map(({ id }) => id))
          const [start, ids] = [yield* exported(team), yield* there]
          const gone = new Map<string, string>()
          for (const [step, pick] of all) {
            const present = ids.filter((id) => !gone.has(id))
            const id = (step === "delete a task" ? present : [...gone.keys()]).at(pick % 4)
            if (step === "delete and restore the board") yield* throughTrash(team)
            else if (id !== undefined && step === "delete a task") {
              yield* as(editor)(Task.deleteTask(id))
              gone.set(id, (yield* inTrash(team)).find(({ subjectId }) => subjectId === id)?.id ?? "")
            } else if (id !== undefined) {
              yield* as(editor)(Trash.restoreDeletion(gone.get(id) ?? ""))
              gone.delete(id)
            }
            assert.deepStrictEqual(
              yield* there,
              ids.filter((each) => !gone.has(each))
            )
            const deleted = (yield* inTrash(team)).map(({ subjectId }) => subjectId)
            assert.sameMembers(deleted, [...gone.keys()])
          }
          yield* Effect.forEach(gone.values(), (id) => as(editor)(Trash.restoreDeletion(id)))
          assert.strictEqual(yield* exported(team), start)
        }).pipe(Effect.provide(services), Effect.runPromise)
      ),
      { numRuns: 100 }
    )
  })
})
