import type { Actor } from "../access/Actor.js"
import type { Board, Column, Group, Member } from "../board/Board.js"
import type { Invitation } from "../invitation/Invitation.js"
import type { ChangeType, StoredChange } from "../change/Change.js"
import type { Comment, Subtask, Task, TimeEntry } from "../task/Task.js"
import type { Json } from "../values/Json.js"
import type { Workspace } from "../workspace/Workspace.js"

interface RemovedCounts {
  readonly tasks: number
  readonly tasksInTrash: number
}

/** What each type of change is about. */
interface Subjects {
  readonly workspace: Workspace
  /** `tasks`: the number of those that a board is imported or restored with. */
  readonly board: Board & { readonly tasks: number }
  /** `tasks` and `tasksInTrash`: the number of those that were moved, or lost a value, as it was removed. */
  readonly group: Group & RemovedCounts
  readonly column: Column & RemovedCounts
  readonly member: Member
  readonly invitation: Invitation
  /** `subtasks`: the number of those that a copy begins with. */
  readonly task: Task & { readonly subtasks: number }
  readonly comment: Comment
  readonly subtask: Subtask
  readonly timeEntry: TimeEntry
}

type NounOf<T extends ChangeType> = T extends `${infer Noun extends keyof Subjects}.${string}` ? Noun : never

/** Fields of what a change is about: those that changed. */
export type ChangedValues<T extends ChangeType> = T extends ChangeType
  ? Partial<Omit<Subjects[NounOf<T>], "id" | "createdAt" | "editedAt" | "updatedAt">>
  : never

/** The types of changes after which their subject is there, or gone. */
type Creating = Extract<ChangeType, `${string}.created` | "member.added">
type Ending = Extract<
  ChangeType,
  `${string}.${"deleted" | "purged"}` | "member.removed" | `invitation.${"accepted" | "declined" | "withdrawn"}`
>

/** A change that is being made. It has no position in the feed before its transaction is committed. */
export interface PendingChange<T extends ChangeType = ChangeType> extends Omit<StoredChange, "recipientId"> {
  readonly type: T
}

/** What a handler is called with. */
export interface ChangeEvent<T extends ChangeType = ChangeType> {
  readonly change: PendingChange<T>
  /** The changed fields as they were; null for something new. */
  readonly before: T extends Creating ? null : ChangedValues<T>
  /** The changed fields as they are now; null for something that is gone. */
  readonly after: T extends Ending ? null : ChangedValues<T>
  /** Who makes the change. */
  readonly actor: Actor
}

const CREATES = /\.created$|^member\.added$/
const ENDS = /\.(deleted|purged)$|^member\.removed$|^invitation\.(accepted|declined|withdrawn)$/
const VALUE = "columnValues."

/** One side of the changed fields; custom values by column id in `columnValues`, as in a task. */
const side = (fields: StoredChange["fields"], which: "from" | "to"): object => {
  const values: Record<string, Json> = {}
  const cells: Record<string, Json> = {}
  for (const [field, change] of Object.entries(fields)) {
    if (field.startsWith(VALUE)) cells[field.slice(VALUE.length)] = change[which]
    else values[field] = change[which]
  }
  return Object.keys(cells).length === 0 ? values : { ...values, columnValues: cells }
}

/** The event for a change of the type. */
export const changeEvent = <T extends ChangeType>(
  { recipientId: _, ...change }: StoredChange,
  actor: Actor
): ChangeEvent<T> =>
  // Fields are recorded from the entities that the types describe.
  ({
    change,
    before: CREATES.test(change.type) ? null : side(change.fields, "from"),
    after: ENDS.test(change.type) ? null : side(change.fields, "to"),
    actor
  }) as ChangeEvent<T>
