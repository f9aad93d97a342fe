import type { Freshness, Rate } from "@boardwright/core"
import * as HttpApi from "@effect/platform/HttpApi"
import { Context, type Effect, Option, type Schema, SchemaAST } from "effect"
import { AccountHandlers } from "./account/AccountHandlers.js"
import { Api } from "./Api.js"
import type { Authentication } from "./Authentication.js"
import { BoardHandlers, CalendarHandlers, InvitationHandlers, MemberHandlers } from "./board/BoardHandlers.js"
import { ChangeHandlers } from "./change/ChangeHandlers.js"
import {
  BodyLimit,
  BooleanParameter,
  CursorHeader,
  EntityTag,
  InvalidMessage,
  LongResponse,
  OpaqueParameter,
  type RateTier,
  Session,
  TakesKey,
  Tier
} from "./apiParts.js"
import type { BodyError } from "./body/BodyError.js"
import type { CoreError } from "./errorResponse.js"
import type { HandlerRequest } from "./Handler.js"
import type { Parameter } from "./readQuery.js"
import { SearchHandlers } from "./search/SearchHandlers.js"
import { SystemHandlers } from "./system/SystemHandlers.js"
import { TaskHandlers } from "./task/TaskHandlers.js"
import { TrashHandlers } from "./trash/TrashHandlers.js"
import { TokenHandlers } from "./account/TokenHandlers.js"
import { WebhookHandlers } from "./webhook/WebhookHandlers.js"
import { WorkspaceHandlers, WorkspaceMemberHandlers } from "./workspace/WorkspaceHandlers.js"

const HANDLERS = {
  accounts: AccountHandlers,
  workspaces: WorkspaceHandlers,
  workspaceMembers: WorkspaceMemberHandlers,
  boards: BoardHandlers,
  calendars: CalendarHandlers,
  members: MemberHandlers,
  invitations: InvitationHandlers,
  tasks: TaskHandlers,
  search: SearchHandlers,
  trash: TrashHandlers,
  changes: ChangeHandlers,
  tokens: TokenHandlers,
  webhooks: WebhookHandlers,
  system: SystemHandlers
}

type Group = (typeof HANDLERS)[keyof typeof HANDLERS]
type HandlerOf<G> = G extends { readonly [name: string]: infer _ } ? G[keyof G] : never
type AnyHandler = HandlerOf<Group>

/** The services that the API's handlers need. */
export type HandlerServices = Effect.Effect.Context<ReturnType<AnyHandler>>

/** A handler whose path type is unknown: `path` has the parameters of the route's template. */
export type UntypedHandler = (
  request: HandlerRequest<never>
) => Effect.Effect<unknown, CoreError | BodyError, HandlerServices | Authentication | Rate.RateCounts>

/** An endpoint of the contract, compiled once at start for serving. */
export interface EndpointRoute {
  readonly _tag: "Endpoint"
  /** `group.endpoint`, as in the contract. */
  readonly name: string
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** The path's template, such as `/api/tasks/:id`. */
  readonly template: string
  readonly needsSession: boolean
  readonly tier: RateTier
  readonly parameters: ReadonlyArray<Parameter>
  /** The most bytes of its body; null if it takes none. */
  readonly bodyLimit: number | null
  /** The status of a result that is not a `Reply`. */
  readonly status: number
  readonly invalidMessage: string | undefined
  /** Whether a success has the cursor of the feed in `X-Change-Cursor`. */
  readonly hasCursor: boolean
  /** What a success with an `ETag` shows; null for one without. */
  readonly tagged: Freshness.Copied["kind"] | null
  /** Whether it takes `Idempotency-Key`. */
  readonly takesKey: boolean
  /** Whether a success may be long: those of large bodies are, as imports have as many warnings as rows. */
  readonly isLong: boolean
  readonly handler: UntypedHandler
}

/** The members of a union and of those in it. */
const typesIn = (type: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(type) ? type.types.flatMap(typesIn) : [type]

/** Bodies over this limit have long responses too. */
const LONG_BODY = 1024 * 1024

const kindOf = (type: SchemaAST.AST): Parameter["kind"] => {
  const types = typesIn(type)
  const targets = types.flatMap((each) => (SchemaAST.isTransformation(each) ? each.to : []))
  if (targets.some(SchemaAST.isNumberKeyword)) return "integer"
  if (targets.some(SchemaAST.isTupleType)) return "list"
  if (types.includes(BooleanParameter.ast)) return "boolean"
  if (types.some(SchemaAST.isTupleType)) return "repeated"
  return types.includes(OpaqueParameter.ast) ? "opaque" : "text"
}

const parametersOf = (schema: Option.Option<Schema.Schema.All>): ReadonlyArray<Parameter> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) =>
      SchemaAST.isTypeLiteral(ast)
        ? ast.propertySignatures.map(({ name, type }) => ({ name: String(name), kind: kindOf(type) }))
        : []
  })

const METHODS = { GET: "GET", POST: "POST", PATCH: "PATCH", DELETE: "DELETE" } as const

const methodOf = (method: string): EndpointRoute["method"] => {
  if (Object.hasOwn(METHODS, method)) return METHODS[method as keyof typeof METHODS]
  throw new Error(`the contract has a method that is not served: ${method}`)
}

const handlerOf = (group: string, endpoint: string): UntypedHandler => {
  const table: Record<string, Record<string, UntypedHandler>> = HANDLERS
  const handler = table[group]?.[endpoint]
  if (handler === undefined) throw new Error(`the contract has an endpoint without a handler: ${group}.${endpoint}`)
  return handler
}

/** Every endpoint of the contract. Throws if one has no handler. */
export const endpointRoutes = (): ReadonlyArray<EndpointRoute> => {
  const routes: Array<EndpointRoute> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, mergedAnnotations, middleware, payloads, successes }) => {
      routes.push({
        _tag: "Endpoint",
        name: `${group.identifier}.${endpoint.name}`,
        method: methodOf(endpoint.method),
        template: endpoint.path,
        needsSession: [...middleware].some(({ key }) => key === Session.key),
        tier: Context.get(mergedAnnotations, Tier),
        parameters: parametersOf(endpoint.urlParamsSchema),
        bodyLimit: payloads.size > 0 ? Context.get(mergedAnnotations, BodyLimit) : null,
        status: Math.max(...successes.keys()),
        invalidMessage: Context.get(mergedAnnotations, InvalidMessage),
        isLong: Context.get(mergedAnnotations, LongResponse) || Context.get(mergedAnnotations, BodyLimit) > LONG_BODY,
        hasCursor: Context.get(mergedAnnotations, CursorHeader),
        tagged: Context.get(mergedAnnotations, EntityTag),
        takesKey: Context.get(mergedAnnotations, TakesKey),
        handler: handlerOf(group.identifier, endpoint.name)
      })
    }
  })
  return routes
}
