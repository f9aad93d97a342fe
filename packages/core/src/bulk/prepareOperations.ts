import { Effect } from "effect"
import { UserDirectory } from "../account/UserDirectory.js"
import { Ids } from "../ports/Ids.js"
import type { TaskId } from "../task/Task.js"
import { failOnIssues, type Issue } from "../values/InvalidInput.js"
import { makeTurn } from "../values/yieldPoint.js"
import { usersNamedIn } from "./neededBy.js"
import { prepareOperation, type Prepared, under } from "./prepareOperation.js"

/** A directory that knows the users whom the operations name, so that it is called once for all of them. */
const knownUsers = Effect.fnUntraced(function* (operations: ReadonlyArray<unknown>) {
  const directory = yield* UserDirectory
  const named = usersNamedIn(operations)
  const known = new Map((named.length === 0 ? [] : yield* directory.existing(named)).map((id) => [String(id), id]))
  const { findByEmail } = directory
  return {
    findByEmail,
    existing: (ids: ReadonlyArray<string>) => Effect.succeed(ids.flatMap((id) => known.get(id) ?? []))
  }
})

/** The path of an operation in the input. */
export const placeOf = (at: number): ReadonlyArray<string> => ["operations", String(at)]

/** Checks all operations. Fails with `InvalidInput` that lists every problem. */
const prepareAll = Effect.fnUntraced(function* (boardId: string, operations: ReadonlyArray<unknown>) {
  const bulk = { boardId, refs: new Map<string, TaskId>(), nextId: (yield* Ids).next }
  const turn = yield* makeTurn
  const issues: Array<Issue> = []
  const ready: Array<Prepared> = []
  for (const [at, operation] of operations.entries()) {
    if (turn.isOver()) yield* turn.next
    const prepared = yield* Effect.either(prepareOperation(operation, bulk))
    if (prepared._tag === "Right") ready.push(prepared.right)
    else if (prepared.left._tag === "InvalidInput") issues.push(...under(placeOf(at), prepared.left.issues))
    else return yield* Effect.fail(prepared.left)
  }
  yield* failOnIssues(issues)
  return ready
})

/** Checks all operations, with one call of the directory. Fails with `InvalidInput` that lists every problem. */
export const prepareOperations = Effect.fnUntraced(function* (boardId: string, operations: ReadonlyArray<unknown>) {
  return yield* Effect.provideService(prepareAll(boardId, operations), UserDirectory, yield* knownUsers(operations))
})
