import type { Actor } from "../access/Actor.js"
import type { Board, Column, Group, Member } from "../board/Board.js"
import type { Invitation } from "../invitation/Invitation.js"
import type { ChangeType, FieldChange, StoredChange } from "../change/Change.js"
import { valuesAsInput } from "../change/recordedValues.js"
import type { Comment, Subtask, Task, TimeEntry } from "../task/Task.js"
import type { GroupId, TaskId } from "../values/ids.js"
import type { Webhook } from "../webhook/Webhook.js"
import type { Workspace } from "../workspace/Workspace.js"

interface RemovedCounts {
  readonly tasks: number
  readonly tasksInTrash: number
}

/** What each type of change is about, with what is recorded beside its own fields. */
interface Subjects {
  readonly workspace: Workspace
  readonly workspaceMember: Member
  readonly workspaceInvitation: Invitation
  /** `tasks`: the number of those that a board is imported or restored with. */
  readonly board: Board & { readonly tasks: number }
  /** `tasks` and `tasksInTrash`: the number of those that were moved to `moveTasksTo`, or lost a value, as it was removed. */
  readonly group: Group & RemovedCounts & { readonly moveTasksTo: GroupId }
  /** `replaceWith`: as in the call that changed the options. */
  readonly column: Column & RemovedCounts & { readonly replaceWith: Readonly<Record<string, string>> }
  readonly member: Member
  readonly invitation: Invitation
  /** `beforeTaskId`: the next task in the group, null at the end. `subtasks`: the number of those that a copy begins with. */
  readonly task: Task & { readonly beforeTaskId: TaskId | null; readonly subtasks: number }
  readonly comment: Comment
  readonly subtask: Subtask
  readonly timeEntry: TimeEntry
  /** The URL is its origin. */
  readonly webhook: Pick<Webhook, "url" | "types" | "status" | "disabledReason">
}

type NounOf<T extends ChangeType> = T extends `${infer Noun}.${string}` ? Noun : never
type VerbOf<T extends ChangeType> = T extends `${string}.${infer Verb}` ? Verb : never

/** Never recorded, or not shown. */
type Hidden = "id" | "email" | "rank" | "editedAt" | "updatedAt"

/** Fields of what a change is about: those that changed. */
export type ChangedValues<T extends ChangeType> = T extends ChangeType
  ? Partial<Omit<Subjects[NounOf<T>], Hidden>>
  : never

/** Whether what a change is about was there before it, and is there after it. */
const THERE = {
  created: "after",
  added: "after",
  restored: "after",
  updated: "both",
  moved: "both",
  transferred: "both",
  secretRotated: "both",
  deleted: "before",
  purged: "before",
  removed: "before",
  accepted: "before",
  declined: "before",
  withdrawn: "before"
} as const satisfies Record<VerbOf<ChangeType>, "before" | "after" | "both">

type Sides<T extends ChangeType> = (typeof THERE)[VerbOf<T>]

/** A change that is being made. It has no position in the feed before its transaction is committed. */
export interface PendingChange<T extends ChangeType = ChangeType> extends Omit<StoredChange, "recipientId"> {
  readonly type: T
}

/** What a handler is called with. */
export interface ChangeEvent<T extends ChangeType = ChangeType> {
  readonly change: PendingChange<T>
  /** The changed fields as they were; null for something new or restored. */
  readonly before: T extends ChangeType ? (Sides<T> extends "after" ? null : ChangedValues<T>) : never
  /** The changed fields as they are now; null for something that is gone, all of which is in `before`. */
  readonly after: T extends ChangeType ? (Sides<T> extends "before" ? null : ChangedValues<T>) : never
  /** Who makes the change. */
  readonly actor: Actor
}

/** The event for a change of the type. */
export const changeEvent = <T extends ChangeType>(
  { recipientId: _, ...change }: StoredChange,
  actor: Actor
): ChangeEvent<T> => {
  const there = THERE[change.type.slice(change.type.indexOf(".") + 1) as VerbOf<ChangeType>]
  // What is gone may have a field that is only set by its removal: where its tasks were moved to.
  const was = ({ from, to }: FieldChange) => (there === "before" ? (from ?? to) : from)
  // Fields are recorded from the entities that the types describe.
  return {
    change,
    before: there === "after" ? null : valuesAsInput(change.fields, was),
    after: there === "before" ? null : valuesAsInput(change.fields, ({ to }) => to),
    actor
  } as ChangeEvent<T>
}
