import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import { codesOf, type ErrorCode, STATUSES } from "./ErrorCode.js"
import { aCursor, aTask } from "./examples.js"

export const Issue = Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String }).annotations({
  identifier: "InputIssue",
  description: "One problem of the input: where it is and the rule it breaks"
})

/** The codes of a status. Clients accept codes they do not know: a newer server may send them. */
const codeOf = (status: number) =>
  Schema.declare((value: unknown): value is ErrorCode => typeof value === "string", {
    description: "Names the error, for programs to match on",
    jsonSchema: { type: "string", enum: codesOf(status) }
  })

/** The body of an error. Its tag, by which Effect clients match it, is not sent. */
export const tagged = <Tag extends string, Fields extends Schema.Struct.Fields>(
  tag: Tag,
  status: number,
  description: string,
  fields: Fields,
  example: object
) =>
  Schema.Struct(fields)
    .annotations({ description })
    .pipe(Schema.attachPropertySignature("_tag", tag))
    .annotations({
      ...HttpApiSchema.annotations({ identifier: tag, status, description }),
      jsonSchema: { examples: [example] }
    })

/** An error with the status of its code; `error`, `code` and `details` are its example. */
const error = <Tag extends string>(
  tag: Tag,
  description: string,
  {
    details = [],
    ...example
  }: { error: string; code: ErrorCode; message?: string; details?: ReadonlyArray<typeof Issue.Type> }
) => {
  const status = STATUSES[example.code]
  const message = Schema.optional(Schema.String)
  const fields = { error: Schema.String, code: codeOf(status), message, details: Schema.Array(Issue) }
  return tagged(tag, status, description, fields, { ...example, details })
}

export const BadRequest = error("BadRequest", "The input is not valid; every problem is listed", {
  error: "Validation failed",
  code: "InvalidInput",
  details: [{ path: ["name"], message: "must have 1 to 255 characters" }]
})
export const Unauthorized = error("Unauthorized", "There is no valid access token", {
  error: "Unauthorized",
  code: "Unauthenticated"
})
export const Forbidden = error("Forbidden", "The caller has no permission", { error: "Forbidden", code: "Forbidden" })
export const NotFound = error("NotFound", "It does not exist", { error: "Task not found", code: "NotFound" })
export const ChangeNotFound = error("ChangeNotFound", "There is no such change or batch that the caller may read", {
  error: "Change not found",
  code: "ChangeNotFound"
})
export const BoardInTrash = error("BoardInTrash", "The task's board is in the trash; restore that first", {
  error: "Board is in the trash",
  code: "BoardInTrash"
})
export const ChangeRefused = error("ChangeRefused", "The host does not allow the change; message says why", {
  error: "Change refused",
  code: "ChangeRefused",
  message: "Close the subtasks first"
})
export const MoveConflict = error(
  "MoveConflict",
  "What the move names is not where it expects it; details names the field",
  {
    error: "Cannot be moved there",
    code: "MoveConflict",
    details: [{ path: ["beforeTaskId"], message: "is not in the group" }]
  }
)
export const BulkConflict = tagged(
  "BulkConflict",
  409,
  "Tasks are not as operations expect them; details has each place and, of expect, the current value. Nothing was done",
  {
    error: Schema.String,
    code: codeOf(409),
    details: Schema.Array(
      Schema.Struct({
        ...Issue.fields,
        current: Schema.optionalWith(Schema.Unknown, { exact: true }).annotations({
          description: "The current value of the field that expect names"
        })
      }).annotations({ identifier: "BulkIssue", description: "One conflict: where it is, and the rule it breaks" })
    )
  },
  {
    error: "Tasks have changed",
    code: "BulkConflict",
    details: [{ path: ["operations", "3", "expect", "status"], message: "is not the current value", current: "done" }]
  }
)
export const UndoConflict = tagged(
  "UndoConflict",
  409,
  "What was changed has changed since; details names each field and, of a batch, the task",
  {
    error: Schema.String,
    code: codeOf(409),
    details: Schema.Array(
      Schema.Struct({
        ...Issue.fields,
        taskId: Schema.optionalWith(Schema.String, { exact: true }).annotations({
          description: "The task, if a batch was to be undone"
        })
      }).annotations({
        identifier: "UndoIssue",
        description: "A field that has changed since, or what else is in the way"
      })
    )
  },
  {
    error: "Cannot be undone now",
    code: "UndoConflict",
    details: [{ path: ["status"], message: "has changed since", taskId: aTask.id }]
  }
)
export const WorkspacesShared = error(
  "WorkspacesShared",
  "The account owns workspaces with other members; details names each",
  {
    error: "Workspaces have other members",
    code: "WorkspacesShared",
    details: [{ path: ["workspaces", "019b8f2e-7c1a-7d3e-9f00-4a5b6c7d8e9f"], message: "Garden has other members" }]
  }
)
export const CursorExpired = tagged(
  "CursorExpired",
  410,
  "The feed cannot be continued from the cursor: load everything again, then continue from the new cursor",
  { error: Schema.String, code: codeOf(410), cursor: Schema.String, details: Schema.Array(Issue) },
  { error: "Cursor expired", code: "CursorExpired", cursor: aCursor, details: [] }
)
export const IdempotencyKeyInUse = error(
  "IdempotencyKeyInUse",
  "The first request with the key has not ended; try again after Retry-After seconds",
  { error: "Idempotency key in use", code: "IdempotencyKeyInUse" }
)
export const IdempotentResultNotStored = error(
  "IdempotentResultNotStored",
  "The first request with the key succeeded, but its body has a secret or is too long to be stored; details names the id of what it made",
  {
    error: "Already done",
    code: "IdempotentResultNotStored",
    details: [{ path: ["id"], message: "019b8f2e-7c1a-7d3e-9f00-4a5b6c7d8e9f" }]
  }
)
export const IdempotencyKeyReused = error(
  "IdempotencyKeyReused",
  "The key was sent with another request: another path, query or body",
  { error: "Idempotency key reused", code: "IdempotencyKeyReused" }
)
export const RequestTimeout = error("RequestTimeout", "The body did not arrive in time", {
  error: "Request timeout",
  code: "RequestTimeout"
})
export const PayloadTooLarge = error("PayloadTooLarge", "The body is over the limit", {
  error: "Validation failed",
  code: "PayloadTooLarge",
  details: [{ path: [], message: "the body must have at most 1048576 bytes" }]
})
export const InternalServerError = error("InternalServerError", "An unexpected failure", {
  error: "Internal server error",
  code: "Unexpected"
})
export const ServiceUnavailable = error("ServiceUnavailable", "Try again after Retry-After seconds", {
  error: "Service unavailable",
  code: "StorageUnavailable"
})
export const TooManyRequests = tagged(
  "TooManyRequests",
  429,
  "The rate limit is exceeded; try again after Retry-After seconds",
  { error: Schema.String, code: codeOf(429), message: Schema.String, details: Schema.Array(Issue) },
  {
    error: "Too many requests",
    code: "RateLimited",
    message: "Rate limit exceeded. Please try again later.",
    details: []
  }
)
