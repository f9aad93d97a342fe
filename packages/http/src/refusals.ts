import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import { codesOf, type ErrorCode } from "./codes.js"

/** One problem of an input. */
export const Issue = Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String }).annotations({
  identifier: "InputIssue",
  description: "One problem of the input: where it is and the rule it breaks"
})

/** The codes of a status. A client accepts codes that it does not know: a newer server may send them. */
const codeOf = (status: number) =>
  Schema.declare((value: unknown): value is ErrorCode => typeof value === "string", {
    description: "What was refused and why, for a program to decide on",
    jsonSchema: { type: "string", enum: codesOf(status) }
  })

/** A refusal as it is sent, under a tag that is not: clients tell the refusals apart by it. */
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

const refusal = <Tag extends string>(
  tag: Tag,
  status: number,
  description: string,
  error: string,
  code: ErrorCode,
  details: ReadonlyArray<typeof Issue.Type> = []
) =>
  tagged(
    tag,
    status,
    description,
    {
      error: Schema.String,
      code: codeOf(status),
      message: Schema.optional(Schema.String),
      details: Schema.Array(Issue)
    },
    { error, code, details }
  )

export const BadRequest = refusal(
  "BadRequest",
  400,
  "The input is not valid; every problem is listed",
  "Validation failed",
  "InvalidInput",
  [{ path: ["name"], message: "must have 1 to 255 characters" }]
)
export const Unauthorized = refusal(
  "Unauthorized",
  401,
  "There is no valid access token",
  "Unauthorized",
  "Unauthenticated"
)
export const Forbidden = refusal("Forbidden", 403, "It exists and the caller may not do this", "Forbidden", "Forbidden")
export const NotFound = refusal("NotFound", 404, "It does not exist", "Task not found", "NotFound")
export const RequestTimeout = refusal(
  "RequestTimeout",
  408,
  "The body did not arrive in time",
  "Request timeout",
  "RequestTimeout"
)
export const PayloadTooLarge = refusal(
  "PayloadTooLarge",
  413,
  "The body is over the limit",
  "Validation failed",
  "PayloadTooLarge",
  [{ path: [], message: "the body must have at most 1048576 bytes" }]
)
export const InternalServerError = refusal(
  "InternalServerError",
  500,
  "An unexpected failure",
  "Internal server error",
  "Unexpected"
)
export const ServiceUnavailable = refusal(
  "ServiceUnavailable",
  503,
  "Try again after Retry-After seconds",
  "Service unavailable",
  "StorageUnavailable"
)
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
