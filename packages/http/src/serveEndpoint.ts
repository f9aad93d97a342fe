import { Access, Account, type Change, Ports, Values } from "@boardwright/core"
import { Effect, Option } from "effect"
import { Authentication } from "./Authentication.js"
import { invalidBody } from "./body/BodyError.js"
import { isJsonType } from "./body/parseJson.js"
import { readJsonBody } from "./body/readJsonBody.js"
import type { EndpointRoute } from "./endpointRoutes.js"
import type { OpenStreams } from "./change/OpenStreams.js"
import { failureResponse, TOO_MANY_REQUESTS, UNAUTHORIZED, withHeaders } from "./errorResponse.js"
import { Reply } from "./Handler.js"
import { type Headers, joined, JSON_HEADERS } from "./headers.js"
import { isLive } from "./LiveBody.js"
import { countRequest, type RateLimits, userIdOf } from "./RateLimit.js"
import { readQuery } from "./readQuery.js"
import { toJson, toLongJson } from "./responseBodies.js"
import { actingAs, setClient } from "./requestContext.js"
import type { Found } from "./router.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"

/** Bodies over this limit have long responses too: those of imports have as many warnings as rows. */
const LONG_BODY = 1024 * 1024

const successResponse = (
  { bodyLimit, status }: EndpointRoute,
  result: unknown
): ServerResponse | Effect.Effect<ServerResponse> => {
  const reply = result instanceof Reply ? result : new Reply(status, result)
  const { body } = reply
  if (body === undefined) {
    return { status: reply.status, headers: joined({ "cache-control": "no-store" }, reply.headers), body: "" }
  }
  if (isLive(body)) return { status: reply.status, headers: reply.headers, body }
  const written = (text: string) => ({ status: reply.status, headers: joined(JSON_HEADERS, reply.headers), body: text })
  return bodyLimit !== null && bodyLimit > LONG_BODY ? Effect.map(toLongJson(body), written) : written(toJson(body))
}

/** An id that nothing has. It replaces ids that a database cannot store, so that they are "not found" on every database. */
const NO_ID = ""

/** The actor of endpoints without a session: a user who does not exist and has no access. */
const NOBODY = Access.Actor.User({ userId: Account.UserId.make(NO_ID) })

const pathOf = (params: Found["params"]) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value = NO_ID]) => [name, Values.isUnstorable(value) ? NO_ID : value])
  )

const readInput = Effect.fnUntraced(function* (route: EndpointRoute, request: ServerRequest) {
  const { issues, query } = readQuery(request.search, route.parameters)
  if (route.bodyLimit === null) {
    yield* Values.failOnIssues(issues)
    return { query, input: query }
  }
  if (!isJsonType(request.header("content-type"))) {
    return yield* Effect.fail(invalidBody("the content type must be application/json"))
  }
  const body = yield* readJsonBody(yield* request.readBody(route.bodyLimit))
  yield* Values.failOnIssues(issues)
  return { query, input: body }
})

/** What all requests of an instance share. */
export interface Serving {
  readonly limits: RateLimits | false
  /** The cursor of the feed's head, or one from shortly before. */
  readonly headCursor: Effect.Effect<Change.ChangeCursor, Ports.StorageUnavailable, Change.ChangeRepository>
  readonly streams: OpenStreams
}

const handle = Effect.fnUntraced(function* (
  { headCursor, streams }: Serving,
  route: EndpointRoute,
  params: Found["params"],
  request: ServerRequest
) {
  const { input, query } = yield* readInput(route, request)
  // Before the data: no change is missed between the two.
  const cursor = route.hasCursor ? yield* headCursor : null
  const path = pathOf(params)
  const result = yield* route.handler({
    path: path as never,
    query,
    input: <A>() => input as A,
    method: request.method,
    served: request,
    streams
  })
  const succeeded = successResponse(route, result)
  const response = Effect.isEffect(succeeded) ? yield* succeeded : succeeded
  return cursor === null ? response : withHeaders(response, { "x-change-cursor": cursor })
})

/** Authenticates the caller, counts the request, and calls the endpoint's handler, whose failures become responses. */
export const serveEndpoint = Effect.fnUntraced(function* (
  serving: Serving,
  route: EndpointRoute,
  params: Found["params"],
  request: ServerRequest
) {
  const { limits } = serving
  const { authenticate } = yield* Authentication
  const actor = route.needsSession ? yield* authenticate(request) : Option.none()
  if (request.trace !== undefined) request.trace.userId = userIdOf(actor)
  let counted: Headers = {}
  if (limits !== false && route.tier !== "none") {
    const caller = { tier: route.tier, endpoint: route.name, address: request.address, actor }
    const { exceeded, headers } = yield* countRequest(limits, caller, !route.needsSession)
    if (exceeded) return withHeaders(TOO_MANY_REQUESTS, headers)
    counted = headers
  }
  if (route.needsSession && Option.isNone(actor)) return withHeaders(UNAUTHORIZED, counted)
  // No other request can change an account, a role or a session.
  if (route.tier !== "general" || request.method !== "GET") yield* setClient(request)
  const response = yield* actingAs(
    Option.getOrElse(actor, () => NOBODY),
    handle(serving, route, params, request)
  ).pipe(Effect.catchAllCause((cause) => failureResponse(cause, route.invalidMessage)))
  // Every endpoint with a session reads storage.
  if (route.needsSession && response.status < 300) yield* Ports.recordStorageSuccess
  return { ...response, headers: joined(counted, response.headers) }
})
