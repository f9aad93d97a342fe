import { Access, Account, Ports, Values } from "@boardwright/core"
import { Effect, Option } from "effect"
import { Authentication } from "./Authentication.js"
import { ROUTE_NOT_FOUND, TOO_MANY_REQUESTS, UNAUTHORIZED } from "./errors.js"
import { actingAs, setRequestId } from "./fiberOfRequest.js"
import { addressKey } from "./clientKey.js"
import { isJsonType, refuseBody } from "./gate.js"
import { Reply } from "./Handler.js"
import { corsHeaders, joined, JSON_HEADERS, preflightHeaders, SECURITY_HEADERS } from "./headers.js"
import { toJson } from "./list.js"
import type { ServerRequest, ServerResponse } from "./message.js"
import { ACCOUNTS } from "./openApi.js"
import { readQuery } from "./query.js"
import { readJsonBody } from "./readJsonBody.js"
import { countRequest, DEFAULT_RATE_LIMITS, type RateLimits, userIdOf } from "./RateLimit.js"
import { failedBy, failureOf, refuse } from "./refuse.js"
import { makeRouter } from "./router.js"
import { type EndpointRoute, endpointRoutes } from "./routes.js"
import type { ServeOptions, ServerServices } from "./ServeOptions.js"
import { NO_PAGES, staticRoutes } from "./staticRoutes.js"

type Headers = { readonly [name: string]: string }

const succeed = (route: EndpointRoute, result: unknown): ServerResponse => {
  const { body, headers, status } =
    result instanceof Reply ? result : { status: route.status, body: result, headers: {} }
  return body === undefined
    ? { status, headers: joined({ "cache-control": "no-store" }, headers), body: "" }
    : { status, headers: joined(JSON_HEADERS, headers), body: toJson(body) }
}

/** No id: what is looked up by it exists nowhere, so that it is "not found" on every database. */
const NO_ID = ""

/** Who acts where no session is asked for: a user who is nobody and may do nothing. */
const NOBODY = Access.Actor.User({ userId: Account.UserId.make(NO_ID) })

const pathOf = (params: { readonly [name: string]: string | undefined }) =>
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
    return yield* Effect.fail(refuseBody("the content type must be application/json"))
  }
  const body = yield* readJsonBody(yield* request.readBody(route.bodyLimit))
  yield* Values.failOnIssues(issues)
  return { query, input: body }
})

const answer = Effect.fnUntraced(function* (
  route: EndpointRoute,
  params: { readonly [name: string]: string | undefined },
  request: ServerRequest
) {
  const { input, query } = yield* readInput(route, request)
  const path = pathOf(params)
  const result = yield* route.handler({
    path: path as never,
    query,
    input: <A>() => input as A,
    method: request.method,
    client: () => addressKey(request.address)
  })
  return succeed(route, result)
})

const serveEndpoint = Effect.fnUntraced(function* (
  limits: RateLimits | false,
  route: EndpointRoute,
  params: { readonly [name: string]: string | undefined },
  request: ServerRequest
) {
  const { authenticate } = yield* Authentication
  const actor = route.needsSession ? yield* authenticate(request) : Option.none()
  if (request.trace !== undefined) request.trace.userId = userIdOf(actor)
  let counted: Headers = {}
  if (limits !== false && route.tier !== "none") {
    const caller = { tier: route.tier, endpoint: route.name, address: request.address, actor }
    const { exceeded, headers } = yield* countRequest(limits, caller, !route.needsSession)
    if (exceeded) return refuse({ ...TOO_MANY_REQUESTS, headers })
    counted = headers
  }
  if (route.needsSession && Option.isNone(actor))
    return refuse({ ...UNAUTHORIZED, headers: { ...UNAUTHORIZED.headers, ...counted } })
  const served = actingAs(
    Option.getOrElse(actor, () => NOBODY),
    answer(route, params, request)
  ).pipe(Effect.catchAllCause((cause) => failureOf(route, cause)))
  const response = yield* served
  // Whatever a session is needed for reads storage.
  if (route.needsSession && response.status < 300) yield* Ports.recordStorageSuccess
  return { ...response, headers: joined(counted, response.headers) }
})

/**
 * Builds the one way a request is served, behind both faces. Refusals come in a fixed order: unknown route, rate
 * limit, token, input, missing, rights.
 */
export const makeServeRequest = (options: ServeOptions) => {
  const { accountRoutes = true, basePath = "", corsOrigins = [], pages = NO_PAGES } = options
  const { middleware = (_, serve) => serve, rateLimits = DEFAULT_RATE_LIMITS } = options
  const endpoints = endpointRoutes().filter(({ name }) => accountRoutes || !name.startsWith(`${ACCOUNTS}.`))
  const serverUrl = options.publicUrl ?? (basePath === "" ? "/" : basePath)
  const router = makeRouter([...endpoints, ...staticRoutes(pages, { accountRoutes, serverUrl })], basePath)
  const origins = new Set(corsOrigins)

  const dispatch = (request: ServerRequest): Effect.Effect<ServerResponse, never, ServerServices> => {
    const { trace } = request
    if (request.method === "OPTIONS") {
      const methods = router.methodsOf(request.path)
      if (trace !== undefined) trace.route = router.find(methods[0] ?? "", request.path)?.route ?? null
      const allowed = { status: 204, headers: preflightHeaders(methods), body: "" }
      return Effect.succeed(methods.length === 0 ? refuse(ROUTE_NOT_FOUND) : allowed)
    }
    const found = router.find(request.method, request.path)
    if (found === null) return Effect.succeed(refuse(ROUTE_NOT_FOUND))
    const { params, route } = found
    if (trace !== undefined) trace.route = route
    if (route._tag === "Static") return Effect.catchAllCause(route.respond(request), failedBy)
    return Effect.catchAllCause(serveEndpoint(rateLimits, route, params, request), (cause) => failureOf(route, cause))
  }

  return (request: ServerRequest): Effect.Effect<ServerResponse, never, ServerServices> => {
    const requestId = crypto.randomUUID()
    if (request.trace !== undefined) request.trace.requestId = requestId
    return Effect.zipRight(setRequestId(requestId), middleware(request, dispatch(request))).pipe(
      Effect.map(({ body, headers, status }) => ({
        status,
        headers: joined(SECURITY_HEADERS, headers, corsHeaders(request.header("origin"), origins, headers["vary"]), {
          "x-request-id": requestId
        }),
        body: request.method === "HEAD" ? "" : body
      }))
    )
  }
}
