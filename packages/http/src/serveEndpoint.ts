import { Access, Account, Freshness, Ports, Rate, Values } from "@boardwright/core"
import { Effect, Option } from "effect"
import { Authentication } from "./Authentication.js"
import { NO_JSON_TYPE } from "./body/BodyError.js"
import { isJsonType } from "./body/parseJson.js"
import { readJsonBody } from "./body/readJsonBody.js"
import type { EndpointRoute } from "./endpointRoutes.js"
import type { HeadCursor } from "./change/headCursor.js"
import type { OpenStreams } from "./change/OpenStreams.js"
import { copiedBy, entityTag, facesIn, isFresh, isIncomplete, knownTags, tagHeaders } from "./entityTag.js"
import { failureResponse, TOO_MANY_REQUESTS, UNAUTHORIZED, withHeaders } from "./errorResponse.js"
import { type HandlerRequest, Reply } from "./Handler.js"
import { joined, JSON_HEADERS } from "./headers.js"
import { NO_KEY, readKey, REPLAYED, setCall } from "./idempotencyKey.js"
import { isLive } from "./LiveBody.js"
import { countRequest, type RateLimits, userIdOf } from "./RateLimit.js"
import { ignoredParameters, readQuery } from "./readQuery.js"
import { toJson, toLongJson } from "./responseBodies.js"
import { actingAs } from "./requestContext.js"
import type { Found } from "./router.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"

const successResponse = (
  { isLong, status }: EndpointRoute,
  result: unknown
): ServerResponse | Effect.Effect<ServerResponse> => {
  const reply = result instanceof Reply ? result : new Reply(status, result)
  const { body } = reply
  if (body === undefined) {
    return { status: reply.status, headers: joined({ "cache-control": "no-store" }, reply.headers), body: "" }
  }
  if (isLive(body)) return { status: reply.status, headers: reply.headers, body }
  const written = (text: string) => ({ status: reply.status, headers: joined(JSON_HEADERS, reply.headers), body: text })
  return isLong ? Effect.map(toLongJson(body), written) : written(toJson(body))
}

/** An id that nothing has. It replaces ids that a database cannot store, so that they are "not found" on every database. */
const NO_ID = ""

/** The actor of endpoints without a session: a user who does not exist and has no access. */
const NOBODY = Access.Actor.User({ userId: Account.UserId.make(NO_ID) })

const NO_BODY = new Uint8Array()

const pathOf = (params: Found["params"]) => {
  const path: Record<string, string> = {}
  for (const [name, value = NO_ID] of Object.entries(params)) path[name] = Values.isUnstorable(value) ? NO_ID : value
  return path
}

const readBody = Effect.fnUntraced(function* (limit: number, request: ServerRequest) {
  if (!isJsonType(request.header("content-type"))) return yield* Effect.fail(NO_JSON_TYPE)
  const bytes = yield* request.readBody(limit)
  return { bytes, body: yield* readJsonBody(bytes) }
})

const readBodyAndKey = Effect.fnUntraced(function* (
  route: EndpointRoute,
  request: ServerRequest,
  { issues: found, query }: ReturnType<typeof readQuery>
) {
  const keyed = route.takesKey ? readKey(request) : NO_KEY
  const issues = keyed.issue === null ? found : [...found, keyed.issue]
  const { body, bytes } =
    route.bodyLimit === null ? { body: query, bytes: NO_BODY } : yield* readBody(route.bodyLimit, request)
  if (issues.length > 0) yield* Values.failOnIssues(issues)
  const call = keyed.key === null ? null : yield* setCall(keyed.key, request, bytes)
  return { query, input: body, call }
})

/** Without a body and a key, as most requests are, without steps of their own. */
const readInput = (route: EndpointRoute, request: ServerRequest) => {
  const read = readQuery(request.search, route.parameters)
  const isPlain = !route.takesKey && route.bodyLimit === null && read.issues.length === 0
  return isPlain
    ? Effect.succeed({ query: read.query, input: read.query, call: null })
    : readBodyAndKey(route, request, read)
}

/** What all requests of an instance share. */
export interface Serving {
  readonly limits: RateLimits | false
  /** True for a call within a request that was counted: only what it costs beyond that is counted. */
  readonly isCounted?: boolean
  readonly headCursor: HeadCursor
  readonly streams: OpenStreams
  readonly publicUrl: string
}

type CountMore = HandlerRequest<never>["countMore"]
const NOTHING_COUNTED: CountMore = () => Effect.void

const handle = Effect.fnUntraced(function* (
  { headCursor, publicUrl, streams }: Serving,
  route: EndpointRoute,
  params: Found["params"],
  request: ServerRequest,
  userId: string | null,
  countMore: CountMore
) {
  const { call, input, query } = yield* readInput(route, request)
  const path = pathOf(params)
  const { hasCursor, tagged } = route
  const copied = tagged === null ? null : copiedBy(tagged, path, query)
  const known = copied === null ? [] : knownTags(request)
  // Its failures are the handler's to report, which checks in the order of the contract.
  const freshness =
    copied === null || known.length === 0 ? null : Option.getOrNull(yield* Effect.option(Freshness.freshnessOf(copied)))
  // Before the data: no change is missed between the two.
  const cursor = freshness?.cursor ?? (hasCursor ? yield* headCursor.of(userId) : null)
  if (freshness !== null) {
    const tag = entityTag(freshness.cursor, request, userId, freshness.faces)
    if (isFresh(freshness, tag, known)) return { status: 304, headers: tagHeaders(tag, freshness.cursor), body: "" }
  }
  const result = yield* route.handler({
    path: path as never,
    query,
    input: <A>() => input as A,
    method: request.method,
    served: request,
    publicUrl,
    streams,
    countMore
  })
  if (route.method !== "GET" && userId !== null) headCursor.noteChange(userId)
  const succeeded = successResponse(route, result)
  const response = Effect.isEffect(succeeded) ? yield* succeeded : succeeded
  if (call?.isReplay === true) return withHeaders(response, REPLAYED)
  if (cursor === null) return response
  if (copied === null || isIncomplete(result)) return withHeaders(response, { "x-change-cursor": cursor })
  return withHeaders(response, tagHeaders(entityTag(cursor, request, userId, facesIn(copied.kind, result)), cursor))
})

/** Authenticates the caller, counts the request, and calls the endpoint's handler, whose failures become responses. */
export const serveEndpoint = Effect.fnUntraced(function* (
  serving: Serving,
  route: EndpointRoute,
  params: Found["params"],
  request: ServerRequest
) {
  const { isCounted = false, limits } = serving
  const actor = route.needsSession
    ? yield* Values.withService(Authentication, ({ authenticate }) => authenticate(request))
    : Option.none()
  const userId = userIdOf(actor)
  if (request.trace !== undefined) request.trace.userId = userId
  let counted = ignoredParameters(request.search, route.parameters)
  let countMore = NOTHING_COUNTED
  if (limits !== false && route.tier !== "none") {
    const caller = { tier: route.tier, endpoint: route.name, address: request.address, actor }
    const count = (cost: number) => countRequest(limits, caller, !route.needsSession, cost)
    if (!isCounted) {
      const { exceeded, headers } = yield* count(1)
      counted = joined(counted, headers)
      if (exceeded !== null) return withHeaders(TOO_MANY_REQUESTS, counted)
    }
    countMore = (cost) =>
      Effect.flatMap(count(cost), ({ exceeded, headers }) => {
        counted = joined(counted, headers)
        return exceeded === null ? Effect.void : new Rate.RateLimited(exceeded)
      })
  }
  if (route.needsSession && Option.isNone(actor)) return withHeaders(UNAUTHORIZED, counted)
  // No other request can change an account, a role or a session.
  const client = route.tier !== "general" || request.method !== "GET" ? request : null
  const response = yield* actingAs(
    Option.getOrElse(actor, () => NOBODY),
    client,
    handle(serving, route, params, request, userId, countMore)
  ).pipe(Effect.catchAllCause((cause) => failureResponse(cause, route.invalidMessage)))
  // Every endpoint with a session reads storage.
  if (route.needsSession && response.status < 300) yield* Ports.recordStorageSuccess
  return { ...response, headers: joined(counted, response.headers) }
})
