import { Effect, Either } from "effect"
import { Ids } from "../ports/Ids.js"
import type { TaskId } from "../task/Task.js"
import { knownAmong } from "../task/TaskInput.js"
import { failOnIssues, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { makeTurn } from "../values/yieldPoint.js"
import { usersNamedIn } from "./neededBy.js"
import { prepareOperation, type Prepared, under } from "./prepareOperation.js"

/** The path of an operation in the input. */
export const placeOf = (at: number): ReadonlyArray<string> => ["operations", String(at)]

/** Checks all operations, with one call of the directory. Fails with `InvalidInput` that lists every problem. */
export const prepareOperations = Effect.fnUntraced(function* (operations: ReadonlyArray<unknown>) {
  const known = yield* knownAmong(usersNamedIn(operations))
  const created = operations.filter((each) => isPlainObject(each) && each["op"] === "create")
  const newIds = (yield* Effect.replicateEffect((yield* Ids).next, created.length)).values()
  const bulk = { refs: new Map<string, TaskId>(), newIds, known }
  const turn = yield* makeTurn
  const issues: Array<Issue> = []
  const ready: Array<Prepared> = []
  for (const [at, operation] of operations.entries()) {
    if (turn.isOver()) yield* turn.next
    const prepared = prepareOperation(operation, bulk)
    if (Either.isRight(prepared)) ready.push(prepared.right)
    else issues.push(...under(placeOf(at), prepared.left.issues))
  }
  yield* failOnIssues(issues)
  return ready
})
