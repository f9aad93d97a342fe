import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
import { Values } from "@boardwright/core"
import { Context, Schema } from "effect"
import { Unauthorized } from "./refusals.js"

export * from "./refusals.js"

/** Marks the endpoints that want `Authorization: Bearer <token>`. */
export class Session extends HttpApiMiddleware.Tag<Session>()("Session", {
  failure: Unauthorized,
  security: {
    bearer: HttpApiSecurity.annotate(HttpApiSecurity.bearer, OpenApi.Description, "The token that sign-in answers with")
  }
}) {}

/** Which limit a request counts in: by address and endpoint, by user for the tier, or by user for all. */
export type RateTier = "auth" | "sensitive" | "general" | "none"

/** Says an endpoint's tier; `general` where nothing is said. */
export class Tier extends Context.Reference<Tier>()("@boardwright/http/Tier", {
  defaultValue: (): RateTier => "general"
}) {}

/** Says the most bytes an endpoint's body may have. */
export class BodyLimit extends Context.Reference<BodyLimit>()("@boardwright/http/BodyLimit", {
  defaultValue: () => 1024 * 1024
}) {}

/** Says the `message` that goes with an endpoint's "Validation failed". */
export class InvalidMessage extends Context.Reference<InvalidMessage>()("@boardwright/http/InvalidMessage", {
  defaultValue: (): string | null => null
}) {}

const Timestamp = Schema.String.annotations({
  jsonSchema: {
    type: "string",
    format: "date-time",
    description: "ISO 8601 in UTC",
    examples: ["2027-03-01T00:00:00.000Z"]
  }
})
export { Timestamp as TimestampText }

/** Which page of a list, in a query. */
export const PageParameter = Schema.NumberFromString.annotations({
  jsonSchema: { type: "integer", minimum: 1, description: "From 1" }
})

/** How many entries a page has, in a query. */
export const LimitParameter = Schema.NumberFromString.annotations({
  jsonSchema: {
    type: "integer",
    minimum: 1,
    maximum: Values.MAX_LIMIT,
    description: `Entries of a page: ${Values.DEFAULT_LIMIT} with a page and no limit, ${Values.MAX_LIMIT} with neither`
  }
})

/** True or false in a query. */
export const BooleanParameter = Schema.BooleanFromString.annotations({
  jsonSchema: { type: "boolean" }
})

/** Text in a query that is right or wrong as a whole, such as a token: nothing about it is a validation failure. */
export const OpaqueParameter = Schema.String.annotations({ description: "As it was given out" })

/** The id in a path or a query; `of` says whose. */
export const idOf = (of: string) => Schema.String.annotations({ description: `The id of ${of}` })

/** The query of every list. */
export const pageParameters = {
  page: Schema.optional(PageParameter),
  limit: Schema.optional(LimitParameter)
}

/** A whole number in an answer. */
export const Whole = Schema.Number.annotations({ jsonSchema: { type: "integer" } })

const Success = Schema.Literal(true)

/**
 * An input as it is sent: its rules up to where the use case makes something else of it. Clients check and send plain
 * values; what a use case decodes to, such as a redacted password, stays inside.
 */
export const sent = <A, I>(input: Schema.Schema<A, I>, example: I): Schema.Schema<I> =>
  Schema.encodedBoundSchema(input).annotations({ examples: [example] })

/** `{success, message}`. */
export const Done = Schema.Struct({ success: Success, message: Schema.String }).annotations({
  identifier: "Done",
  examples: [{ success: true, message: "Done" }]
})

/** `{success, <name>}`, as the specification shows it. */
export const wrapped = <Name extends string, A, I>(name: Name, schema: Schema.Schema<A, I>) =>
  Schema.Struct({ success: Success, ...field(name, schema) })

/** `{success, <name>, data}`: the sibling's wrapper and the generic envelope at once. */
export const enveloped = <Name extends string, A, I>(name: Name, schema: Schema.Schema<A, I>) =>
  Schema.Struct({ success: Success, ...field(name, schema), data: schema })

/** `{<name>, pagination}`, and `data` when a page was asked for. */
export const listOf = <Name extends string, A, I>(name: Name, schema: Schema.Schema<A, I>) =>
  Schema.Struct({
    ...field(name, Schema.Array(schema)),
    data: Schema.optional(Schema.Array(schema)),
    pagination: Schema.Struct({ page: Whole, limit: Whole, total: Whole, totalPages: Whole })
  })

const field = <Name extends string, S extends Schema.Schema.Any>(name: Name, schema: S) =>
  ({ [name]: schema }) as { readonly [K in Name]: S }

/** An answer of this status in the contract. */
export const status = <A, I>(code: number, schema: Schema.Schema<A, I>) =>
  schema.annotations(HttpApiSchema.annotations({ status: code }))
