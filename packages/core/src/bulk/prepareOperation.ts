import { Effect, Either, Option } from "effect"
import type { CurrentActor } from "../access/Actor.js"
import type { Forbidden } from "../access/policy.js"
import { addLabels } from "../board/addLabels.js"
import type { BoardRepository } from "../board/BoardRepository.js"
import type { MoveConflict } from "../board/MoveConflict.js"
import { recorded, type Recorded } from "../change/recording.js"
import type { Ids } from "../ports/Ids.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { decodeNewTask, newTask, type NewTask } from "../task/createTask.js"
import { deletingTask } from "../task/deleteTask.js"
import { type MoveTask, movingTask } from "../task/moveTask.js"
import { type Task, TaskId } from "../task/Task.js"
import { heldColumns, type KnownUsers, type NamedUsers, namedUsers } from "../task/TaskInput.js"
import type { TaskRepository } from "../task/TaskRepository.js"
import { decodeUpdate, updating } from "../task/updateTask.js"
import { columnsOfWrite, type WrittenFields } from "../task/writeCells.js"
import type { TrashRepository } from "../trash/TrashRepository.js"
import { failOnIssues, InvalidInput, type Issue } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { BulkConflict } from "./BulkConflict.js"
import { decodeOp, decodeOperation } from "./BulkInput.js"
import type { Stage } from "./stageBoard.js"
import { expectedColumns, expectIssues, verifyExpected } from "./verifyExpected.js"

/** What the operations of a bulk have in common. */
export interface Bulk {
  /** The ids of the tasks that earlier operations create, by their names. */
  readonly refs: Map<string, TaskId>
  /** An id for each task that the operations create. */
  readonly newIds: Iterator<string, unknown>
  /** The users whom the operations name. */
  readonly known: KnownUsers
}

type Problem = InvalidInput | NotFound | MoveConflict | BulkConflict

type Refused = Problem | Forbidden
type Done = Recorded<Task | undefined>
type Needed = TaskRepository | BoardRepository | TrashRepository | CurrentActor | Ids

/** An operation that is ready to be carried out in a transaction. */
export interface Prepared {
  readonly op: "create" | "update" | "move" | "delete"
  readonly id: TaskId
  readonly ref?: string | undefined
  /** Carries it out on what the bulk holds; an `Either` if that is all it needs. */
  readonly run: (
    stage: Stage
  ) => Either.Either<Done, Refused> | Effect.Effect<Done, Refused | StorageUnavailable, Needed>
  /** Where the operation has the input of its use case, unless it is that itself. */
  readonly path?: ReadonlyArray<string>
  /** The fields that it writes. */
  readonly patch?: WrittenFields
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

/** What the use case of an operation refuses, by paths in the operation, which has the input of the use case at `path`. */
export const located = <E extends { readonly _tag: string }>(
  path: ReadonlyArray<string>,
  error: E
): Exclude<E, Problem> | InvalidInput | NotFound | BulkConflict => {
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
}

/** The task that an operation names, by its id or by the name that the bulk gives it. */
const taskOf = ({ refs }: Bulk, id: string) => refs.get(id) ?? TaskId.make(id)

type Checked<A> = Either.Either<A, InvalidInput>

/** What the use case checks of its input, at `path` in the operation. Fails also for these issues. */
const checked = <A>(issues: ReadonlyArray<Issue>, path: ReadonlyArray<string>, input: Checked<A>): Checked<A> =>
  Either.isLeft(input)
    ? Either.left(new InvalidInput({ issues: [...issues, ...under(path, input.left.issues)] }))
    : Either.map(failOnIssues(issues), () => input.right)

const creates =
  (wanted: NewTask, named: NamedUsers, id: TaskId): Prepared["run"] =>
  ({ columns, groupOf, insert, mayEdit, now, place }) => {
    const group = groupOf(wanted.groupId ?? null)
    if (Option.isNone(group)) return Either.left(new NotFound({ thing: "Group", id: wanted.groupId ?? "" }))
    if (Either.isLeft(mayEdit)) return Either.left(mayEdit.left)
    const ids = columnsOfWrite(place.bindings, wanted)
    const held = heldColumns(
      ids,
      ids.flatMap((each) => columns.get(each) ?? [])
    )
    const made = newTask(wanted, named, { place, group: group.value, held }, id, now())
    if (Either.isLeft(made)) return Either.left(made.left)
    const { change, labels, stored, task } = made.right
    insert(stored)
    if (labels.size === 0) return Either.right(recorded(task, change))
    return Effect.map(addLabels(place.access, labels), (added) => recorded(task, ...added, change))
  }

const prepareCreate = (operation: unknown, { known, newIds, refs }: Bulk): Checked<Prepared> => {
  const found = decodeOperation.create(operation)
  if (Either.isLeft(found)) return Either.left(found.left)
  const { ref, task } = found.right
  const isRepeated = ref !== undefined && refs.has(ref)
  const id = TaskId.make(String(newIds.next().value))
  if (ref !== undefined && !isRepeated) refs.set(ref, id)
  const path = ["task"]
  const issues = isRepeated ? [{ path: ["ref"], message: "is a duplicate" }] : []
  return Either.map(checked(issues, path, decodeNewTask(task)), (wanted) => ({
    op: "create",
    id,
    ref,
    run: creates(wanted, namedUsers(wanted, known), id),
    path,
    patch: wanted,
    groupId: wanted.groupId ?? null
  }))
}

const prepareUpdate = (operation: unknown, bulk: Bulk): Checked<Prepared> =>
  Either.flatMap(decodeOperation.update(operation), ({ expect = {}, id: named, patch: input }) => {
    const id = taskOf(bulk, named)
    const path = ["patch"]
    return Either.map(checked(expectIssues(expect), path, decodeUpdate(input)), (patch) => ({
      op: "update",
      id,
      run: () => updating(id, patch, namedUsers(patch, bulk.known), verifyExpected(expect)),
      path,
      patch,
      groupId: patch.groupId,
      expected: expectedColumns(expect)
    }))
  })

const prepareMove = (operation: unknown, bulk: Bulk): Checked<Prepared> =>
  Either.flatMap(decodeOperation.move(operation), ({ expect = {}, groupId, id: named }) => {
    const { afterTaskId, beforeTaskId } = operation as MoveTask
    const anchorOf = <A>(id: A) => (typeof id === "string" ? taskOf(bulk, id) : id)
    const id = taskOf(bulk, named)
    const input = { groupId, beforeTaskId: anchorOf(beforeTaskId), afterTaskId: anchorOf(afterTaskId) }
    const isAnchored = typeof beforeTaskId === "string" || afterTaskId !== undefined
    return Either.map(checked(expectIssues(expect), [], movingTask(id, input, verifyExpected(expect))), (moving) => ({
      op: "move",
      id,
      run: () => moving,
      groupId,
      expected: expectedColumns(expect),
      isAnchored
    }))
  })

const prepareDelete = (operation: unknown, bulk: Bulk): Checked<Prepared> =>
  Either.flatMap(decodeOperation.delete(operation), ({ expect = {}, id: named }) => {
    const id = taskOf(bulk, named)
    return Either.map(failOnIssues(expectIssues(expect)), () => ({
      op: "delete",
      id,
      run: () => deletingTask(id, { verify: verifyExpected(expect), withNext: false }),
      expected: expectedColumns(expect)
    }))
  })

const prepare = { create: prepareCreate, update: prepareUpdate, move: prepareMove, delete: prepareDelete }

/**
 * Checks an operation and returns how it is carried out, as the use case of its name. Fails with `InvalidInput` whose paths
 * begin in the operation.
 */
export const prepareOperation = (operation: unknown, bulk: Bulk) =>
  Either.flatMap(decodeOp(operation), (op) => prepare[op](operation, bulk))
