import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import { Api } from "@boardwright/http/contract"
import { type Either, Option, ParseResult, Schema, SchemaAST } from "effect"

type Decode = (body: unknown) => Either.Either<unknown, ParseResult.ParseIssue>

/** An endpoint of the contract, compiled once for calling it. */
export interface Endpoint {
  readonly group: string
  readonly name: string
  readonly method: HttpMethod.HttpMethod
  /** The path's template, such as `/api/tasks/:id`. */
  readonly template: string
  readonly pathFields: ReadonlyArray<string>
  readonly queryFields: ReadonlyArray<string>
  readonly takesBody: boolean
  readonly needsSession: boolean
  /** Decoders of the bodies of successes, by status. */
  readonly successes: ReadonlyMap<number, Decode>
}

/** What redirects browsers: the link in verification emails, and single sign-on. Not for programs. */
export const LINKS = ["verifyEmail", "startSingleSignOn", "finishSingleSignOn"] as const

const isLink = (name: string): boolean => LINKS.some((link) => link === name)

/** The endpoint of the stream of changes, whose response has no end. */
export const STREAM = "stream"

const fieldsOf = (schema: Option.Option<Schema.Schema.All>): ReadonlyArray<string> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) => (SchemaAST.isTypeLiteral(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : [])
  })

const readAll = (): ReadonlyArray<Endpoint> => {
  const all: Array<Endpoint> = []
  HttpApi.reflect(Api, {
    predicate: ({ endpoint }) => !isLink(endpoint.name) && endpoint.name !== STREAM,
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, middleware, payloads, successes }) => {
      const decoders = [...successes].flatMap(([status, { ast }]) =>
        Option.isSome(ast) ? [[status, ParseResult.decodeUnknownEither(Schema.make(ast.value))] as const] : []
      )
      all.push({
        group: group.identifier,
        name: endpoint.name,
        method: endpoint.method,
        template: endpoint.path,
        pathFields: fieldsOf(endpoint.pathSchema),
        queryFields: fieldsOf(endpoint.urlParamsSchema),
        takesBody: payloads.size > 0,
        needsSession: [...middleware].some(HttpApiMiddleware.isSecurity),
        successes: new Map(decoders)
      })
    }
  })
  return all
}

/** Every endpoint that the client calls. */
export const endpoints = readAll()

// Replaces an empty id, "." and "..", which would lead to another path. No id is "-", so nothing is found.
const NOTHING = "-"

/** A path parameter as a segment that cannot lead to another path. */
export const toSegment = (value: unknown): string => {
  const text = String(value).toWellFormed()
  return /^\.{0,2}$/.test(text) ? NOTHING : encodeURIComponent(text)
}
