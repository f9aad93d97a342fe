import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Archive } from "@boardwright/core"
import { BOARD_FORMATS } from "@boardwright/spreadsheet/board-file"
import { Schema, Struct } from "effect"
import * as Parts from "../apiParts.js"
import { Comment, Subtask, Task, TimeEntry } from "../task/TaskSchemas.js"
import { Board, Column, Group, Member } from "./BoardSchemas.js"
import { MEDIA_TYPES } from "./sendBoard.js"

const BoardArchive = Schema.Struct({
  format: Schema.Literal(Archive.FORMAT),
  version: Schema.Literal(Archive.VERSION),
  exportedAt: Parts.TimestampText,
  board: Schema.Struct(Struct.omit(Board.fields, "id", "workspaceId", "groups", "columns", "members")),
  groups: Schema.Array(Group),
  columns: Schema.Array(Column),
  members: Schema.Array(Schema.Struct(Struct.pick(Member.fields, "userId", "role"))),
  people: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      email: Schema.optionalWith(Schema.String, { exact: true }).annotations({ description: "For admins and owners" }),
      name: Schema.optionalWith(Schema.String, { exact: true })
    })
  ).annotations({ description: "Members, and everyone named in a task. A former user has only an id" }),
  tasks: Schema.Array(
    Schema.Struct({
      ...Struct.omit(Task.fields, "boardId", "columnWarnings"),
      comments: Schema.Array(Schema.Struct(Struct.omit(Comment.fields, "taskId", "name", "avatar"))),
      subtasks: Schema.Array(Schema.Struct(Struct.omit(Subtask.fields, "taskId"))),
      timeEntries: Schema.Array(Schema.Struct(Struct.omit(TimeEntry.fields, "taskId")))
    })
  )
}).annotations({ identifier: "BoardArchive" })

/** The contents by media type, in place of which HttpApi has a union of all as JSON. */
const content = {
  "application/json": { schema: { $ref: "#/components/schemas/BoardArchive" } },
  "text/csv": { schema: { type: "string" } },
  [MEDIA_TYPES.xlsx]: { schema: { type: "string", format: "binary" } }
}

export const exportBoard = Parts.get(
  "export",
  "/boards/:id/export",
  "Download a board as a file",
  `As complete JSON, or its tasks as CSV or an Excel file; the command import takes each. A cell of Excel holds at most 32,767 characters: a longer text ends with … there, and CSV and JSON have it whole. It is sent while it is read: a task that is created, moved or deleted meanwhile may be in it or not. Email addresses are in it for admins and owners; others get ids. ${Parts.WHO_MAY.read}`
)
  .setPath(Schema.Struct({ id: Parts.idOf("the board") }))
  .setUrlParams(
    Schema.Struct({
      format: Schema.optional(Schema.Literal(...BOARD_FORMATS)).annotations({ description: "json by default" })
    })
  )
  .addSuccess(BoardArchive)
  .addSuccess(HttpApiSchema.Text({ contentType: MEDIA_TYPES.csv }))
  .addSuccess(HttpApiSchema.Uint8Array({ contentType: MEDIA_TYPES.xlsx }))
  .addError(Parts.BadRequest)
  .annotate(Parts.Tier, "sensitive")
  .annotate(OpenApi.Transform, (operation) => ({
    ...operation,
    responses: { ...operation["responses"], "200": { description: "The file", content } }
  }))
