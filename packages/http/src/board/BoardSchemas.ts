import { Board as Core } from "@boardwright/core"
import { Schema } from "effect"
import { face, TimestampText, Whole } from "../apiParts.js"
import {
  aBoard,
  aColumn,
  aGroup,
  aMember,
  anImportWarning,
  anInvitation,
  aPerson,
  aReceivedInvitation
} from "../examples.js"

export const Group = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  color: Schema.String.annotations({ description: "#RRGGBB" })
}).annotations({ identifier: "Group", examples: [aGroup] })

export const Column = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  type: Schema.String.annotations({ examples: ["status", "person", "text", "date", "priority"] }),
  required: Schema.Boolean.annotations({ description: "A hint for clients: tasks without a value are accepted" }),
  description: Schema.String,
  width: Schema.NullOr(Schema.Number),
  visible: Schema.Boolean,
  field: Schema.NullOr(Schema.Literal(...Core.BOUND_FIELDS)).annotations({
    description: "The field of the tasks that has the same value as the cells"
  }),
  options: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      label: Schema.String,
      color: Schema.String.annotations({ description: "#RRGGBB" }),
      value: Schema.NullOr(Schema.String).annotations({ description: "The status or priority that the label means" })
    })
  ).annotations({ description: "In order. Of the types status, priority, dropdown and labels" }),
  strict: Schema.Boolean.annotations({
    description: "Whether values that do not fit the type, and labels that are not among the options, are refused"
  })
}).annotations({ identifier: "Column", examples: [aColumn] })

const Role = Schema.Literal("admin", "editor", "viewer")

export const Member = Schema.Struct({ userId: Schema.String, role: Role, ...face }).annotations({
  identifier: "Member",
  examples: [aMember]
})

export const WorkspaceMember = Schema.Struct({
  userId: Schema.String,
  role: Schema.Literal("owner", "admin", "editor", "viewer"),
  ...face
}).annotations({ identifier: "WorkspaceMember", examples: [{ ...aMember, role: "owner" }] })

export const Person = Schema.Struct({
  id: Schema.String,
  ...face,
  email: Schema.NullOr(Schema.String).annotations({
    description: "Of a member of the board or its workspace, for admins and the workspace's owner; else null"
  }),
  role: Schema.NullOr(Schema.Literal("admin", "editor", "viewer", "owner", "invited")).annotations({
    description:
      "The strongest, of the board and its workspace. owner: the workspace's owner, if not a member. Null for former members, and for others who are only assigned or wrote something"
  })
}).annotations({ identifier: "Person", examples: [aPerson] })

export const Board = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  workspaceId: Schema.String,
  description: Schema.String,
  groups: Schema.Array(Group),
  columns: Schema.Array(Column),
  members: Schema.Array(Member),
  background: Schema.Struct({
    type: Schema.String.annotations({ examples: ["solid", "gradient"] }),
    value: Schema.String.annotations({ description: "A hex color or a CSS gradient" })
  }),
  viewDensity: Schema.String,
  createdAt: TimestampText,
  updatedAt: TimestampText
}).annotations({ identifier: "Board", examples: [aBoard] })

const invitation = {
  id: Schema.String,
  boardId: Schema.NullOr(Schema.String).annotations({ description: "Null for an invitation to a workspace" }),
  workspaceId: Schema.NullOr(Schema.String).annotations({ description: "Null for an invitation to a board" }),
  userId: Schema.NullOr(Schema.String).annotations({
    description: "The invited user. Null until an invitation by address is accepted"
  }),
  email: Schema.NullOr(Schema.String).annotations({ description: "The address that was invited; null if by id" }),
  role: Role,
  status: Schema.Literal("pending", "accepted", "declined"),
  inviterId: Schema.NullOr(Schema.String).annotations({ description: "The user who sent it last" }),
  createdAt: TimestampText,
  expiresAt: Schema.NullOr(TimestampText).annotations({
    description: "When an invitation by address ends, unless an account has the address by then; null if by id"
  }),
  name: Schema.NullOr(Schema.String).annotations({
    description: "Of the invited user. Null until an invitation by address is accepted"
  }),
  avatar: face.avatar
}
export const Invitation = Schema.Struct(invitation).annotations({ identifier: "Invitation", examples: [anInvitation] })
export const ReceivedInvitation = Schema.Struct({
  ...invitation,
  userId: Schema.String.annotations({ description: "The caller" }),
  boardName: Schema.NullOr(Schema.String),
  workspaceName: Schema.NullOr(Schema.String)
}).annotations({
  identifier: "ReceivedInvitation",
  examples: [aReceivedInvitation]
})

const importWarning = { row: Whole, column: Whole, value: Schema.String, message: Schema.String }

const imported = {
  imported: Whole,
  subtasks: Schema.optional(Whole.annotations({ description: "Subtasks, where a column sets parent or checklist" })),
  skipped: Whole,
  warnings: Schema.Array(
    Schema.Struct(importWarning).annotations({
      identifier: "ImportWarning",
      description: "row and column count from 0",
      examples: [anImportWarning]
    })
  ),
  columnWarnings: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({ ...importWarning, cells: Whole }).annotations({
        identifier: "ImportColumnWarning",
        description: "How many cells of a column do not fit its type and are kept as text, and the first of them",
        examples: [{ ...anImportWarning, message: "must be a number", cells: 3 }]
      })
    ),
    { exact: true }
  ).annotations({ description: "One of each such column; absent if all cells fit" })
}
export const Imported = Schema.Struct({ success: Schema.Literal(true), board: Board, data: Board, ...imported })
export const DryRun = Schema.Struct({
  success: Schema.Literal(true),
  board: Schema.Null,
  data: Schema.Null,
  ...imported
})
