import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import { type Freshness, Values } from "@boardwright/core"
import { Context, Schema } from "effect"
import {
  ChangeRefused,
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  IdempotentResultNotStored,
  Unauthorized
} from "./errorSchemas.js"

export * from "./errorSchemas.js"

/** Marks endpoints that need `Authorization: Bearer <token>`. */
export class Session extends HttpApiMiddleware.Tag<Session>()("Session", {
  failure: Unauthorized,
  security: {
    bearer: HttpApiSecurity.annotate(HttpApiSecurity.bearer, OpenApi.Description, "The token from signing in")
  }
}) {}

/** A group of endpoints with its description in the OpenAPI document. */
export const group = <const Name extends string>(name: Name, description: string) =>
  HttpApiGroup.make(name).annotate(OpenApi.Description, description)

const endpoint =
  <Method extends HttpMethod>(method: Method) =>
  <const Name extends string>(name: Name, path: HttpApiEndpoint.PathSegment, summary: string, description: string) =>
    HttpApiEndpoint.make(method)(name, path).annotateContext(OpenApi.annotations({ summary, description }))

const changing = <Method extends HttpMethod>(method: Method) => {
  const make = endpoint(method)
  return <const Name extends string>(
    name: Name,
    path: HttpApiEndpoint.PathSegment,
    summary: string,
    description: string
  ) => make(name, path, summary, description).addError(ChangeRefused)
}

// An endpoint with its summary and description in the OpenAPI document.
export const get = endpoint("GET")
// Of what is not recorded as a change, such as those of accounts.
export const submit = endpoint("POST")
export const edit = endpoint("PATCH")
export const removal = endpoint("DELETE")

// Of what is recorded as a change, which a host may refuse.
export const post = changing("POST")
export const patch = changing("PATCH")
export const del = changing("DELETE")

/**
 * Of what makes something, so that a repetition would make another: it takes `Idempotency-Key`. Its use case is of the kind
 * `making`.
 */
export const create = <const Name extends string>(
  name: Name,
  path: HttpApiEndpoint.PathSegment,
  summary: string,
  description: string
) =>
  post(name, path, summary, description)
    .annotate(TakesKey, true)
    .addError(IdempotencyKeyInUse)
    .addError(IdempotentResultNotStored)
    .addError(IdempotencyKeyReused)

/** As `create`, of what is not recorded as a change. */
export const issue = <const Name extends string>(
  name: Name,
  path: HttpApiEndpoint.PathSegment,
  summary: string,
  description: string
) =>
  submit(name, path, summary, description)
    .annotate(TakesKey, true)
    .addError(IdempotencyKeyInUse)
    .addError(IdempotentResultNotStored)
    .addError(IdempotencyKeyReused)

/** Who may call an endpoint, for its description. */
export const WHO_MAY = {
  read: "For members of the board or its workspace, invited users, and the workspace's owner.",
  edit: "For editors and admins of the board or its workspace, and the workspace's owner.",
  manage: "For admins of the board or its workspace, and the workspace's owner.",
  belong: "For members of the workspace, invited users, and its owner.",
  create: "For editors and admins of the workspace, and its owner.",
  administer: "For admins of the workspace, and its owner.",
  own: "For the workspace's owner."
} as const

/** The rate limit that counts a request. */
export type RateTier = "auth" | "sensitive" | "general" | "none"

export class Tier extends Context.Reference<Tier>()("@boardwright/http/Tier", {
  defaultValue: (): RateTier => "general"
}) {}

/** The most bytes of an endpoint's body. */
export class BodyLimit extends Context.Reference<BodyLimit>()("@boardwright/http/BodyLimit", {
  defaultValue: () => 1024 * 1024
}) {}

/** Whether an endpoint's success has the cursor of the feed of changes in `X-Change-Cursor`. */
export class CursorHeader extends Context.Reference<CursorHeader>()("@boardwright/http/CursorHeader", {
  defaultValue: () => false
}) {}

/** What an endpoint's success shows, whose copies `ETag` and `If-None-Match` keep fresh; null for none. */
export class EntityTag extends Context.Reference<EntityTag>()("@boardwright/http/EntityTag", {
  defaultValue: (): Freshness.Copied["kind"] | null => null
}) {}

/** Whether an endpoint makes something, and so takes `Idempotency-Key`. */
export class TakesKey extends Context.Reference<TakesKey>()("@boardwright/http/TakesKey", {
  defaultValue: () => false
}) {}

/** Whether an endpoint's success is written between yields, as those of endpoints with large bodies are. */
export class LongResponse extends Context.Reference<LongResponse>()("@boardwright/http/LongResponse", {
  defaultValue: () => false
}) {}

/** The `message` beside an endpoint's "Validation failed". */
export class InvalidMessage extends Context.Reference<InvalidMessage>()("@boardwright/http/InvalidMessage", {
  defaultValue: (): string | undefined => undefined
}) {}

export const TimestampText = Schema.String.annotations({
  jsonSchema: {
    type: "string",
    format: "date-time",
    description: "ISO 8601 in UTC",
    examples: ["2027-03-01T00:00:00.000Z"]
  }
})
/** The name and image of a person. */
export const face = {
  name: Schema.NullOr(Schema.String).annotations({
    description: "The person's name; null if the account is gone, or if the app's users cannot be looked up"
  }),
  avatar: Schema.NullOr(Schema.String).annotations({ description: "Path or URL of an image" })
}

const PageParameter = Schema.NumberFromString.annotations({
  jsonSchema: { type: "integer", minimum: 1, description: "From 1" }
})

const LimitParameter = Schema.NumberFromString.annotations({
  jsonSchema: {
    type: "integer",
    minimum: 1,
    maximum: Values.MAX_LIMIT,
    description: `Entries per page. Default: ${Values.DEFAULT_LIMIT} with page, ${Values.MAX_LIMIT} without`
  }
})

export const BooleanParameter = Schema.BooleanFromString.annotations({
  jsonSchema: { type: "boolean" }
})

/** The query of a deletion. */
export const permanently = Schema.Struct({
  permanent: Schema.optional(BooleanParameter).annotations({ description: "Whether to skip the trash" })
})

/** Texts separated by commas. */
export const listParameter = <A extends string>(item: Schema.Schema<A>, values: ReadonlyArray<A>) =>
  Schema.transform(Schema.String, Schema.Array(item), {
    strict: true,
    decode: (text) => text.split(",") as ReadonlyArray<string> as ReadonlyArray<A>,
    encode: (list) => list.join(",")
  }).annotations({ jsonSchema: { type: "array", items: { type: "string", enum: values } } })

/** A text that may be given several times in a query. */
export const repeatedParameter = (description: string) =>
  Schema.Union(Schema.String, Schema.Array(Schema.String)).annotations({
    jsonSchema: { type: "array", items: { type: "string" }, description }
  })

/** Text in a query that never fails validation, such as a token: it is either right or wrong. */
export const OpaqueParameter = Schema.String.annotations({ description: "As received" })

/** An id in a path or a query. */
export const idOf = (of: string) => Schema.String.annotations({ description: `The id of ${of}` })

/** The query of what is on a board, or in a workspace. */
export const placeParameters = {
  boardId: Schema.optional(idOf("the board")),
  workspaceId: Schema.optional(idOf("the workspace, in place of a board"))
}

/** The query parameters of every list. */
export const pageParameters = {
  page: Schema.optional(PageParameter),
  limit: Schema.optional(LimitParameter)
}

export const Whole = Schema.Number.annotations({ jsonSchema: { type: "integer" } })

const Success = Schema.Literal(true)

/** An input as clients send it, before the use case decodes it, to a redacted password for example. */
export const sent = <A, I>(input: Schema.Schema<A, I>, example: I): Schema.Schema<I> =>
  Schema.encodedBoundSchema(input).annotations({ examples: [example] })

/** `{success, message}` */
export const Done = Schema.Struct({ success: Success, message: Schema.String }).annotations({
  identifier: "Done",
  examples: [{ success: true, message: "Done" }]
})

/** `{success, <name>}` */
export const wrapped = <Name extends string, A, I>(name: Name, schema: Schema.Schema<A, I>) =>
  Schema.Struct({ success: Success, ...field(name, schema) })

/** `{success, <name>, data}` */
export const enveloped = <Name extends string, A, I>(name: Name, schema: Schema.Schema<A, I>) =>
  Schema.Struct({ success: Success, ...field(name, schema), data: schema })

/** `{<name>, pagination}`, and `data` if the client asked for a page. */
export const paged = <Name extends string, A, I>(name: Name, schema: Schema.Schema<A, I>) =>
  Schema.Struct({
    ...field(name, Schema.Array(schema)),
    data: Schema.optional(Schema.Array(schema)),
    pagination: Schema.Struct({ page: Whole, limit: Whole, total: Whole, totalPages: Whole })
  })

const field = <Name extends string, S extends Schema.Schema.Any>(name: Name, schema: S) =>
  ({ [name]: schema }) as { readonly [K in Name]: S }

export const status = <A, I>(code: number, schema: Schema.Schema<A, I>) =>
  schema.annotations(HttpApiSchema.annotations({ status: code }))
