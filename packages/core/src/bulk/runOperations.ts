import { Effect, Either } from "effect"
import type { Forbidden } from "../access/policy.js"
import type { NewChange } from "../change/Change.js"
import type { Task, TaskId } from "../task/Task.js"
import { failOnIssues, type InvalidInput, type Issue } from "../values/InvalidInput.js"
import { jsonBytes } from "../values/Json.js"
import { NotFound } from "../values/NotFound.js"
import { makeTurn } from "../values/yieldPoint.js"
import { BulkConflict } from "./BulkConflict.js"
import { located, type Prepared, under } from "./prepareOperation.js"
import { placeOf } from "./prepareOperations.js"
import { MAX_BULK_BYTES, type Stage, tooLarge } from "./stageBoard.js"

/** What an operation did. */
export interface OperationResult {
  readonly op: Prepared["op"]
  readonly id: TaskId
  /** The name that the operation gave its new task. */
  readonly ref?: string
  /** As it was after the operation; absent if that deleted it. */
  readonly task?: Task
}

type Refusal = NotFound | Forbidden | InvalidInput | BulkConflict

/** Whether the task was not as the operation expects it. */
const isUnexpected = (refusal: Refusal): boolean =>
  refusal._tag === "BulkConflict" && refusal.issues.every(({ path: [first] }) => first === "expect")

/** What the operations of a bulk were refused for, by the place of each. */
class Refusals {
  readonly #missing: Array<NotFound> = []
  #forbidden: Forbidden | null = null
  readonly #issues: Array<Issue> = []
  readonly #conflicts: Array<BulkConflict["issues"][number]> = []

  add(at: number, error: Refusal) {
    if (error._tag === "NotFound")
      this.#missing.push(new NotFound({ ...error, issues: under(placeOf(at), error.issues ?? []) }))
    else if (error._tag === "Forbidden") this.#forbidden = error
    else if (error._tag === "InvalidInput") this.#issues.push(...under(placeOf(at), error.issues))
    else this.#conflicts.push(...under(placeOf(at), error.issues))
  }

  /** Fails for what is missing, or else for the role, for what is not valid, for conflicts. */
  fail(): Effect.Effect<void, Refusal> {
    const [missing] = this.#missing
    if (missing !== undefined) {
      const { id, thing } = missing
      return new NotFound({ thing, id, issues: this.#missing.flatMap(({ issues = [] }) => issues) })
    }
    if (this.#forbidden !== null) return this.#forbidden
    const conflict = this.#conflicts.length === 0 ? Effect.void : new BulkConflict({ issues: this.#conflicts })
    return Effect.zipRight(failOnIssues(this.#issues), conflict)
  }
}

// Written out: spreads took longer than the operations themselves.
const resultOf = (op: Prepared["op"], id: TaskId, task: Task | undefined, ref: string | undefined): OperationResult => {
  if (task === undefined) return { op, id }
  return ref === undefined ? { op, id, task } : { op, id, ref, task }
}

/** Carries the operations out in order, as part of the caller's transaction. */
export const runOperations = Effect.fnUntraced(function* (operations: ReadonlyArray<Prepared>, stage: Stage) {
  const turn = yield* makeTurn
  const refusals = new Refusals()
  /** Tasks that an earlier operation was refused for. */
  const refused = new Set<string>()
  /** Tasks that an earlier operation should have made. */
  const unmade = new Set<string>()
  const results: Array<OperationResult> = []
  const changes: Array<NewChange> = []
  let bytes = 0
  for (const [at, { id, op, path = [], ref, run }] of operations.entries()) {
    if (turn.isOver()) yield* turn.next
    if (unmade.has(id)) continue
    const running = run(stage)
    const done = Either.isEither(running) ? running : yield* Effect.either(running)
    if (done._tag === "Left") {
      const error = located(path, done.left)
      if (error._tag === "StorageUnavailable") return yield* Effect.fail(error)
      // What follows from another refusal is not one of its own.
      if (!(refused.has(id) && isUnexpected(error))) refusals.add(at, error)
      refused.add(id)
      if (op === "create") unmade.add(id)
      continue
    }
    const { changes: made, result: task } = done.right
    changes.push(...made)
    bytes += task === undefined ? 0 : task.description.length + jsonBytes(task.columnValues)
    if (bytes > MAX_BULK_BYTES) return yield* tooLarge()
    results.push(resultOf(op, id, task, ref))
  }
  yield* refusals.fail()
  return { results, changes }
})
