import { Effect } from "effect"
import type { CurrentActor } from "../access/Actor.js"
import type { Forbidden } from "../access/policy.js"
import type { BoardRepository } from "../board/BoardRepository.js"
import type { MoveConflict } from "../board/MoveConflict.js"
import { type CreateTask, creatingTask } from "../task/createTask.js"
import { deletingTask } from "../task/deleteTask.js"
import { type MoveTask, movingTask } from "../task/moveTask.js"
import { type Task, TaskId } from "../task/Task.js"
import type { TaskRepository } from "../task/TaskRepository.js"
import { type UpdateTask, updatingTask } from "../task/updateTask.js"
import type { Recorded } from "../change/recording.js"
import type { Ids } from "../ports/Ids.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { CellsPatch } from "../task/writeCells.js"
import type { TrashRepository } from "../trash/TrashRepository.js"
import { failOnIssues, InvalidInput, type Issue } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { BulkConflict } from "./BulkConflict.js"
import { decodeOp, decodeOperation } from "./BulkInput.js"
import { expectedColumns, expectIssues, verifyExpected } from "./verifyExpected.js"

/** What the operations of a bulk have in common. */
export interface Bulk {
  readonly boardId: string
  /** The ids of the tasks that earlier operations create, by their names. */
  readonly refs: Map<string, TaskId>
  readonly nextId: Effect.Effect<string>
}

type Problem = InvalidInput | NotFound | MoveConflict | BulkConflict

/** An operation that is ready to be carried out in a transaction. */
export interface Prepared {
  readonly op: "create" | "update" | "move" | "delete"
  readonly id: TaskId
  readonly ref?: string | undefined
  readonly run: Effect.Effect<
    Recorded<Task | undefined>,
    Problem | Forbidden | StorageUnavailable,
    TaskRepository | BoardRepository | TrashRepository | CurrentActor | Ids
  >
  /** Where the operation has the input of its use case, unless it is that itself. */
  readonly path?: ReadonlyArray<string>
  /** The fields that it writes. */
  readonly patch?: CellsPatch
  /** The group that it names; null for the first. */
  readonly groupId?: string | null | undefined
  /** The columns whose values it expects. */
  readonly expected?: ReadonlyArray<string>
  /** Whether it places its task beside another. */
  readonly isAnchored?: boolean
}

interface Located {
  readonly path: ReadonlyArray<string>
}

/** The issues with paths that begin here. */
export const under = <I extends Located>(path: ReadonlyArray<string>, issues: ReadonlyArray<I>): ReadonlyArray<I> =>
  issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }))

const isProblem = (error: { readonly _tag: string }): error is Problem =>
  ["InvalidInput", "NotFound", "MoveConflict", "BulkConflict"].includes(error._tag)

/**
 * What the use case of an operation refuses, by paths in the operation, which has the input of the use case at `path`. With
 * other issues, if that input is not valid.
 */
export const located = <E extends { readonly _tag: string }>(
  path: ReadonlyArray<string>,
  error: E,
  others: ReadonlyArray<Issue> = []
): Exclude<E, Problem> | InvalidInput | NotFound | BulkConflict => {
  if (!isProblem(error)) return error as Exclude<E, Problem>
  if (error._tag === "InvalidInput") {
    // What is expected is not in the input of the use case.
    const issues = error.issues.flatMap((issue) => under(issue.path[0] === "expect" ? [] : path, [issue]))
    return new InvalidInput({ issues: [...others, ...issues] })
  }
  if (error._tag === "MoveConflict") return new BulkConflict({ issues: under(path, error.issues) })
  if (error._tag === "BulkConflict") return error
  const { id, thing } = error
  const field = thing === "Task" ? ["id"] : [...path, "groupId"]
  return new NotFound({ thing, id, issues: [{ path: field, message: `${thing} not found` }] })
}

/** Checks what needs no transaction. Fails by paths in the operation, and with these issues. */
const prepared = <A, E extends { readonly _tag: string }, R>(
  issues: ReadonlyArray<Issue>,
  path: ReadonlyArray<string>,
  work: Effect.Effect<A, E, R>
) => {
  const checked = Effect.mapError(work, (error) => located(path, error, issues))
  return issues.length === 0 ? checked : Effect.zipLeft(checked, failOnIssues(issues))
}

/** The task that an operation names, by its id or by the name that the bulk gives it. */
const taskOf = ({ refs }: Bulk, id: string) => refs.get(id) ?? TaskId.make(id)

const prepareCreate = Effect.fnUntraced(function* (operation: unknown, { boardId, nextId, refs }: Bulk) {
  const { ref, task } = yield* decodeOperation.create(operation)
  const isRepeated = ref !== undefined && refs.has(ref)
  const issues = isRepeated ? [{ path: ["ref"], message: "is a duplicate" }] : []
  const id = TaskId.make(yield* nextId)
  if (ref !== undefined && !isRepeated) refs.set(ref, id)
  // The use case checks its input.
  const input = { ...task, boardId } as CreateTask
  const path = ["task"]
  const run = yield* prepared(issues, path, creatingTask(input, id))
  const ready: Prepared = {
    op: "create",
    id,
    ref,
    run,
    path,
    // Only its keys are read: the use case has checked the input.
    patch: input as CellsPatch,
    groupId: input.groupId ?? null
  }
  return ready
})

const prepareUpdate = Effect.fnUntraced(function* (operation: unknown, bulk: Bulk) {
  const { expect = {}, id: named, patch } = yield* decodeOperation.update(operation)
  const input = patch as UpdateTask
  const id = taskOf(bulk, named)
  const path = ["patch"]
  const run = yield* prepared(expectIssues(expect), path, updatingTask(id, input, verifyExpected(expect)))
  const expected = expectedColumns(expect)
  const ready: Prepared = {
    op: "update",
    id,
    run,
    path,
    // Only its keys are read: the use case has checked the input.
    patch: input as CellsPatch,
    groupId: input.groupId,
    expected
  }
  return ready
})

const prepareMove = Effect.fnUntraced(function* (operation: unknown, bulk: Bulk) {
  const { expect = {}, groupId, id: named } = yield* decodeOperation.move(operation)
  const { afterTaskId, beforeTaskId } = operation as MoveTask
  const anchorOf = <A>(id: A) => (typeof id === "string" ? taskOf(bulk, id) : id)
  const id = taskOf(bulk, named)
  const input = { groupId, beforeTaskId: anchorOf(beforeTaskId), afterTaskId: anchorOf(afterTaskId) }
  const run = yield* prepared(expectIssues(expect), [], movingTask(id, input, verifyExpected(expect)))
  const isAnchored = typeof beforeTaskId === "string" || afterTaskId !== undefined
  const ready: Prepared = { op: "move", id, run, groupId, expected: expectedColumns(expect), isAnchored }
  return ready
})

const prepareDelete = Effect.fnUntraced(function* (operation: unknown, bulk: Bulk) {
  const { expect = {}, id: named } = yield* decodeOperation.delete(operation)
  yield* failOnIssues(expectIssues(expect))
  const id = taskOf(bulk, named)
  const run = deletingTask(id, { verify: verifyExpected(expect), withNext: false })
  const ready: Prepared = { op: "delete", id, run, expected: expectedColumns(expect) }
  return ready
})

const prepare = { create: prepareCreate, update: prepareUpdate, move: prepareMove, delete: prepareDelete }

/**
 * Checks an operation and returns how it is carried out, as the use case of its name. Fails with `InvalidInput` whose paths
 * begin in the operation.
 */
export const prepareOperation = (operation: unknown, bulk: Bulk) =>
  Effect.flatMap(decodeOp(operation), ({ op }) => prepare[op](operation, bulk))
