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

type Failure = InvalidInput | NotFound | BulkConflict | Forbidden | StorageUnavailable

/** An operation that is ready to be carried out in a transaction. */
export interface Prepared {
  readonly op: "create" | "update" | "move" | "delete"
  readonly id: TaskId
  readonly ref?: string | undefined
  readonly run: Effect.Effect<
    Recorded<Task | undefined>,
    Failure,
    TaskRepository | BoardRepository | TrashRepository | CurrentActor | Ids
  >
  /** The fields that it writes. */
  readonly patch?: CellsPatch
  /** The group that it names; null for the first. */
  readonly groupId?: string | null | undefined
  /** The columns whose values it expects. */
  readonly expected: ReadonlyArray<string>
  /** Whether it places its task beside another. */
  readonly isAnchored: boolean
}

interface Located {
  readonly path: ReadonlyArray<string>
}

/** The issues with paths that begin here. */
export const under = <I extends Located>(path: ReadonlyArray<string>, issues: ReadonlyArray<I>): ReadonlyArray<I> =>
  issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }))

type Problem = InvalidInput | NotFound | MoveConflict | BulkConflict

const isProblem = (error: { readonly _tag: string }): error is Problem =>
  ["InvalidInput", "NotFound", "MoveConflict", "BulkConflict"].includes(error._tag)

/** What the use case of an operation refuses, by paths in the operation. `path` is where it has the input of the use case. */
const located =
  (...path: ReadonlyArray<string>) =>
  <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
    Effect.mapError(work, (error): Exclude<E, Problem> | InvalidInput | NotFound | BulkConflict => {
      if (!isProblem(error)) return error as Exclude<E, Problem>
      if (error._tag === "InvalidInput") {
        // What is expected is not in the input of the use case.
        const issues = error.issues.flatMap((issue) => under(issue.path[0] === "expect" ? [] : path, [issue]))
        return new InvalidInput({ issues })
      }
      if (error._tag === "MoveConflict") return new BulkConflict({ issues: under(path, error.issues) })
      if (error._tag === "BulkConflict") return error
      const { id, thing } = error
      const field = thing === "Task" ? ["id"] : [...path, "groupId"]
      return new NotFound({ thing, id, issues: [{ path: field, message: `${thing} not found` }] })
    })

/** Checks what needs no transaction and returns the transaction, in which all failures are located alike. */
const prepared = <A, E extends { readonly _tag: string }, R, E2 extends { readonly _tag: string }, R2>(
  path: ReadonlyArray<string>,
  prepare: Effect.Effect<Effect.Effect<A, E, R>, E2, R2>
) => Effect.map(located(...path)(prepare), located(...path))

/** Fails with these issues and those of the work. */
const withIssues = <A, E extends { readonly _tag: string }, R>(
  issues: ReadonlyArray<Issue>,
  work: Effect.Effect<A, E | InvalidInput, R>
): Effect.Effect<A, E | InvalidInput, R> => {
  if (issues.length === 0) return work
  const isInvalid = (error: E | InvalidInput): error is InvalidInput => error._tag === "InvalidInput"
  return Effect.zipLeft(
    Effect.mapError(work, (error) =>
      isInvalid(error) ? new InvalidInput({ issues: [...issues, ...error.issues] }) : error
    ),
    failOnIssues(issues)
  )
}

/** Only its keys are read: the use case has checked the input. */
const cellsOf = (input: CreateTask | UpdateTask) => input as CellsPatch

const prepareCreate = Effect.fnUntraced(function* (operation: unknown, { boardId, nextId, refs }: Bulk) {
  const { ref, task } = yield* decodeOperation.create(operation)
  const isRepeated = ref !== undefined && refs.has(ref)
  const issues = isRepeated ? [{ path: ["ref"], message: "is a duplicate" }] : []
  const id = TaskId.make(yield* nextId)
  if (ref !== undefined && !isRepeated) refs.set(ref, id)
  // The use case checks its input.
  const input = { ...task, boardId } as CreateTask
  const run = yield* withIssues(issues, prepared(["task"], creatingTask(input, id)))
  const ready: Prepared = {
    op: "create",
    id,
    ref,
    run,
    patch: cellsOf(input),
    groupId: input.groupId ?? null,
    expected: [],
    isAnchored: false
  }
  return ready
})

const prepareUpdate = Effect.fnUntraced(function* (operation: unknown, taskOf: (id: string) => TaskId) {
  const { expect = {}, id: named, patch } = yield* decodeOperation.update(operation)
  const input = patch as UpdateTask
  const id = taskOf(named)
  const run = yield* withIssues(
    expectIssues(expect),
    prepared(["patch"], updatingTask(id, input, verifyExpected(expect)))
  )
  const expected = expectedColumns(expect)
  const ready: Prepared = {
    op: "update",
    id,
    run,
    patch: cellsOf(input),
    groupId: input.groupId,
    expected,
    isAnchored: false
  }
  return ready
})

const prepareMove = Effect.fnUntraced(function* (operation: unknown, taskOf: (id: string) => TaskId) {
  const { expect = {}, groupId, id: named } = yield* decodeOperation.move(operation)
  const { afterTaskId, beforeTaskId } = operation as MoveTask
  const anchorOf = <A>(id: A) => (typeof id === "string" ? taskOf(id) : id)
  const id = taskOf(named)
  const input = { groupId, beforeTaskId: anchorOf(beforeTaskId), afterTaskId: anchorOf(afterTaskId) }
  const run = yield* withIssues(expectIssues(expect), prepared([], movingTask(id, input, verifyExpected(expect))))
  const isAnchored = typeof beforeTaskId === "string" || afterTaskId !== undefined
  const ready: Prepared = { op: "move", id, run, groupId, expected: expectedColumns(expect), isAnchored }
  return ready
})

const prepareDelete = Effect.fnUntraced(function* (operation: unknown, taskOf: (id: string) => TaskId) {
  const { expect = {}, id: named } = yield* decodeOperation.delete(operation)
  yield* failOnIssues(expectIssues(expect))
  const id = taskOf(named)
  const run = located()(deletingTask(id, { verify: verifyExpected(expect), withNext: false }))
  const ready: Prepared = { op: "delete", id, run, expected: expectedColumns(expect), isAnchored: false }
  return ready
})

/**
 * Checks an operation and returns how it is carried out, as the use case of its name. Fails with `InvalidInput` whose paths
 * begin in the operation.
 */
export const prepareOperation = Effect.fnUntraced(function* (operation: unknown, bulk: Bulk) {
  const taskOf = (id: string) => bulk.refs.get(id) ?? TaskId.make(id)
  const { op } = yield* decodeOp(operation)
  if (op === "create") return yield* prepareCreate(operation, bulk)
  if (op === "update") return yield* prepareUpdate(operation, taskOf)
  if (op === "move") return yield* prepareMove(operation, taskOf)
  return yield* prepareDelete(operation, taskOf)
})
