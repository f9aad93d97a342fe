import type { BoardId, ColumnId, GroupId, UserId, WorkspaceId } from "../values/ids.js"
import type { Role } from "../access/policy.js"
import type { Rank } from "../values/Rank.js"
import type { Timestamp } from "../values/Timestamp.js"

export { BoardId, ColumnId, GroupId } from "../values/ids.js"

/** The background of a board: a label such as `solid` or `gradient`, and a hex color or a CSS gradient. */
export interface Background {
  readonly type: string
  readonly value: string
}

/** A board without its groups, columns and members. */
export interface Board {
  readonly id: BoardId
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly description: string
  readonly background: Background
  readonly viewDensity: string
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** A section of a board's tasks. */
export interface Group {
  readonly id: GroupId
  readonly name: string
  /** `#RRGGBB`. */
  readonly color: string
}

/** The fields of a task that a column can be bound to. */
export const BOUND_FIELDS = ["status", "priority", "dueDate", "assignees"] as const
export type BoundField = (typeof BOUND_FIELDS)[number]

/** A label of a column. */
// Not an interface, whose values are not JSON for the compiler.
export type Option = {
  readonly id: string
  /** Unique in its column, without regard to case. */
  readonly label: string
  /** `#RRGGBB`. */
  readonly color: string
  /** The status or priority that the label means, which a new label leaves as it is; null if it means itself. */
  readonly value: string | null
}

/** A custom field of a board's tasks. */
export interface Column {
  readonly id: ColumnId
  readonly name: string
  /** An open label: `status`, `person`, `text`, `date`, `priority` ... */
  readonly type: string
  /** A hint for clients; tasks without a value are accepted. */
  readonly required: boolean
  readonly description: string
  /** In the client's unit, or null when never set. */
  readonly width: number | null
  readonly visible: boolean
  /** The task's field that has the same value as the cell, or null. One column of each field on a board. */
  readonly field: BoundField | null
  /** In order. Of the types status, priority, dropdown and labels; otherwise empty. */
  readonly options: ReadonlyArray<Option>
  /** Whether cells that do not fit the type are refused, and labels that are not among the options. */
  readonly strict: boolean
}

/** A column that is bound to a field. */
export type Binding = Pick<Column, "id"> & { readonly field: BoundField }

export interface Member {
  readonly userId: UserId
  readonly role: Role
}

/** A board with its groups and columns in order and its members in order of joining. */
export interface BoardDetails extends Board {
  readonly groups: ReadonlyArray<Group>
  readonly columns: ReadonlyArray<Column>
  readonly members: ReadonlyArray<Member>
}

/** A group or column with its place on the board. */
export type Placed<A> = A & { readonly rank: Rank }

/** White. Of a new board, and after null clears the field. */
export const DEFAULT_BACKGROUND: Background = { type: "solid", value: "#FFFFFF" }
/** Of a new board, and after null clears the field. */
export const DEFAULT_VIEW_DENSITY = "default"
/** The name of the first group of a new board, and of the group of imported rows that name none. */
export const DEFAULT_GROUP_NAME = "New group"
/** Blue. Of a group that is created without a color. */
export const DEFAULT_GROUP_COLOR = "#579BFC"
