import type { BoardId, ColumnId, GroupId, UserId, WorkspaceId } from "../values/ids.js"
import type { Role } from "../access/Role.js"
import type { Rank } from "../values/Rank.js"
import type { Timestamp } from "../values/Timestamp.js"

export { BoardId, ColumnId, GroupId } from "../values/ids.js"

/** What a board is painted with: a label such as `solid` or `gradient`, and a hex color or a CSS gradient. */
export interface Background {
  readonly type: string
  readonly value: string
}

/** A board's own fields. */
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

/** A part of a board that tasks stand in. */
export interface Group {
  readonly id: GroupId
  readonly name: string
  /** `#RRGGBB`. */
  readonly color: string
}

/** A custom field of a board's tasks. */
export interface Column {
  readonly id: ColumnId
  readonly name: string
  /** An open label: `status`, `person`, `text`, `date`, `priority` ... */
  readonly type: string
  /** For clients to ask for; tasks without a value are accepted. */
  readonly required: boolean
  readonly description: string
  /** In the client's unit, or null when never set. */
  readonly width: number | null
  readonly visible: boolean
}

/** A user with a role on a board. */
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

/** White: of a new board, and when null clears the field. */
export const DEFAULT_BACKGROUND: Background = { type: "solid", value: "#FFFFFF" }
/** Of a new board, and when null clears the field. */
export const DEFAULT_VIEW_DENSITY = "default"
/** Name of the one group that a new board has, and of the group of imported rows that name none. */
export const DEFAULT_GROUP_NAME = "New group"
/** Of a group that is made without a color: blue. */
export const DEFAULT_GROUP_COLOR = "#579BFC"
