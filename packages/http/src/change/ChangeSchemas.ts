import { Change as Core } from "@boardwright/core"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import { idOf, listParameter, pageParameters, TimestampText, Whole } from "../apiParts.js"
import { aChange, aCursor } from "../examples.js"

/** Clients accept types they do not know: a newer server may send them. */
export const ChangeType = Schema.declare((value: unknown): value is Core.ChangeType => typeof value === "string", {
  description: "A noun and a verb. Ignore types that you do not know",
  jsonSchema: { type: "string", enum: Core.CHANGE_TYPES }
})

const Reference = Schema.NullOr(Schema.String)

const FieldChange = Schema.Struct({ from: Schema.Unknown, to: Schema.Unknown }).annotations({
  identifier: "FieldChange",
  description: "A field's value before and after: from is null for what is new, to for what is gone"
})

export const Change = Schema.Struct({
  id: Schema.String.annotations({ description: "Never reused" }),
  position: Whole.annotations({ description: "Its place in the feed, from 1" }),
  type: ChangeType,
  at: TimestampText,
  actorId: Reference.annotations({ description: "The user who made it; null for the operator" }),
  tokenId: Reference.annotations({ description: "The API token that the user used" }),
  requestId: Reference.annotations({ description: "The X-Request-Id of the request that made it" }),
  batchId: Reference.annotations({ description: "The batch that it is part of" }),
  workspaceId: Schema.String,
  boardId: Reference,
  taskId: Reference,
  subjectId: Schema.String.annotations({ description: "The id of what changed; of a member, the user's id" }),
  fields: Schema.Record({ key: Schema.String, value: FieldChange }).annotations({
    description: "By field; a custom value is columnValues.<column id>"
  })
}).annotations({ identifier: "Change", examples: [aChange] })

/** A change that was just made: it has its position in the feed, but not here. */
export const MadeChange = Change.pipe(Schema.omit("position")).annotations({ identifier: "MadeChange" })

export const Changes = Schema.Struct({
  changes: Schema.Array(Change),
  cursor: Schema.String.annotations({ description: "Continues after this page" }),
  hasMore: Schema.Boolean.annotations({ description: "Whether to continue at once" })
}).annotations({ identifier: "Changes", examples: [{ changes: [aChange], cursor: aCursor, hasMore: false }] })

/** Changes as server-sent events. */
export const Events = HttpApiSchema.Text({ contentType: "text/event-stream" })

export const LastEventId = Schema.Struct({
  "last-event-id": Schema.optional(Schema.String.annotations({ description: "The cursor to continue from" }))
})

const streamParameters = {
  since: Schema.optional(
    Schema.String.annotations({ description: "A cursor, or now: only the cursor. Default: all changes that are kept" })
  ),
  boardId: Schema.optional(idOf("a board, to list only its changes")),
  workspaceId: Schema.optional(idOf("a workspace, to list only its changes")),
  types: Schema.optional(listParameter(ChangeType, Core.CHANGE_TYPES)).annotations({
    description: "Only changes of these types"
  })
}

/** The query of the stream of changes. */
export const StreamFilter = Schema.Struct(streamParameters)

/** The query of the feed. */
export const ChangeFilter = Schema.Struct({
  ...streamParameters,
  limit: Schema.optional(
    Schema.NumberFromString.annotations({
      jsonSchema: {
        type: "integer",
        minimum: 1,
        maximum: Core.MAX_CHANGES,
        description: `Most changes of the page. Default: ${Core.DEFAULT_CHANGES}`
      }
    })
  )
})

/** The query of an activity list. */
export const ActivityFilter = Schema.Struct({
  actor: Schema.optional(idOf("a user, to list only the changes that this user made")),
  type: Schema.optional(ChangeType),
  ...pageParameters
})
