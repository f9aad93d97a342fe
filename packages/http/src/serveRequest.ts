import { Trace } from "@boardwright/core"
import { Effect, Exit } from "effect"
import { makeHeadCursor } from "./change/headCursor.js"
import { OpenStreams } from "./change/OpenStreams.js"
import { endpointRoutes } from "./endpointRoutes.js"
import { defectResponse, failureResponse, INTERNAL_SERVER_ERROR } from "./errorResponse.js"
import { corsHeaders, joined, preflightHeaders, SECURITY_HEADERS } from "./headers.js"
import { mcpRoutes } from "./mcp/mcpRoutes.js"
import { notify } from "./onResponse.js"
import { isLive } from "./LiveBody.js"
import { AccountApi } from "./account/AccountApi.js"
import { DEFAULT_RATE_LIMITS } from "./RateLimit.js"
import { setRequest } from "./requestContext.js"
import { inRequestSpan } from "./requestSpan.js"
import { type FindRoute, makeRouter, methodsOf, type Route, ROUTE_NOT_FOUND } from "./router.js"
import { serveEndpoint } from "./serveEndpoint.js"
import type { ServeOptions, ServerServices } from "./ServeOptions.js"
import { RequestTrace, type ServerRequest, type ServerResponse } from "./ServerRequest.js"
import { withErrorPage } from "./pageRoute.js"
import { NO_PAGES, staticRoutes } from "./staticRoutes.js"

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** The id that the caller gave the request, if it is well-formed, else a new one. */
const requestIdOf = ({ header }: ServerRequest): string => {
  const given = header("x-request-id")
  return given !== undefined && REQUEST_ID.test(given) ? given : crypto.randomUUID()
}

/** Every server of a process has the same endpoints, and building their router takes as long as the rest of a server. */
const findInApi = makeRouter(endpointRoutes())

/** The route of a request, and its response. */
interface Dispatched {
  readonly route: Route | null
  readonly respond: Effect.Effect<ServerResponse, never, ServerServices>
}

/**
 * Builds the function that serves a request. Errors are checked in a fixed order: unknown route, rate limit, token, input,
 * missing, access.
 */
export const makeServeRequest = (options: ServeOptions) => {
  const { accountRoutes = true, basePath = "", corsOrigins = [], pages = NO_PAGES } = options
  const { middleware = (_, serve) => serve, rateLimits = DEFAULT_RATE_LIMITS } = options
  const serverUrl = options.publicUrl ?? (basePath === "" ? "/" : basePath)
  const origins = new Set(corsOrigins)
  const serving = {
    limits: rateLimits,
    headCursor: makeHeadCursor(),
    streams: options.streams ?? new OpenStreams(),
    publicUrl: options.publicUrl ?? basePath
  }
  const findEndpoint: FindRoute = (method, path) => {
    const found = findInApi(method, path)
    return accountRoutes || !found?.route.name.startsWith(`${AccountApi.identifier}.`) ? found : null
  }
  const agents = options.mcp === undefined ? [] : mcpRoutes(options.mcp, { serving, findEndpoint, origins, serverUrl })
  const findOther = makeRouter([...agents, ...staticRoutes(pages, { accountRoutes, serverUrl })])
  // Some hosts strip the path of a mount, others leave it.
  const find: FindRoute = (method, whole) => {
    const path = whole.startsWith(`${basePath}/`) ? whole.slice(basePath.length) : whole
    return findEndpoint(method, path) ?? findOther(method, path)
  }

  const forPeople = pages.errorPage === undefined ? null : withErrorPage(pages.errorPage, pages.contentSecurityPolicy)

  const dispatch = (request: ServerRequest): Dispatched => {
    if (request.method === "OPTIONS") {
      const methods = methodsOf(find, request.path)
      const route = find(methods[0] ?? "", request.path)?.route ?? null
      const allowed = { status: 204, headers: preflightHeaders(methods), body: "" }
      return { route, respond: Effect.succeed(methods.length === 0 ? ROUTE_NOT_FOUND : allowed) }
    }
    const found = find(request.method, request.path)
    if (found === null) return { route: null, respond: Effect.succeed(ROUTE_NOT_FOUND) }
    const { params, route } = found
    if (route._tag === "Static") {
      return { route, respond: Effect.catchAllCause(route.respond(request), defectResponse) }
    }
    const respond = Effect.catchAllCause(serveEndpoint(serving, route, params, request), (cause) =>
      failureResponse(cause, route.invalidMessage)
    )
    return { route, respond }
  }

  return (request: ServerRequest): Effect.Effect<ServerResponse, never, ServerServices> => {
    const { trace } = request
    const requestId = requestIdOf(request)
    const { respond: answer, route } = dispatch(request)
    const respond =
      forPeople === null || route?._tag === "Endpoint"
        ? answer
        : Effect.flatMap(answer, (response) => Effect.catchAllCause(forPeople(request, response), defectResponse))
    if (trace !== undefined) {
      trace.requestId = requestId
      trace.route = route
    }
    const served = inRequestSpan(request, route, middleware(request, respond))
    return Effect.zipRight(setRequest(requestId, trace?.database ?? null), served).pipe(
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

const encoder = new TextEncoder()

const bytesOf = (body: ServerResponse["body"]): number =>
  typeof body === "string" ? encoder.encode(body).byteLength : isLive(body) ? 0 : body.byteLength

/** The status that nginx logs when the client closed the connection. */
const CLIENT_CLOSED_REQUEST = 499

const sentBy = (exit: Exit.Exit<ServerResponse>) => {
  if (Exit.isInterrupted(exit)) return { status: CLIENT_CLOSED_REQUEST, bytes: 0, clientGone: true, isStream: false }
  const { body, status } = Exit.isSuccess(exit) ? exit.value : INTERNAL_SERVER_ERROR
  return { status, bytes: bytesOf(body), clientGone: false, isStream: isLive(body) }
}

/** `makeServeRequest` that also calls `onResponse`, for servers that do not see the response being sent. */
export const makeServeAndNotify = (options: ServeOptions) => {
  const serve = makeServeRequest(options)
  const { onResponse } = options
  if (onResponse === undefined) return serve
  return (request: ServerRequest): Effect.Effect<ServerResponse, never, ServerServices> => {
    return Effect.flatMap(Trace.ObservesDatabase, (observes) => {
      const traced = { ...request, trace: new RequestTrace(observes) }
      return Effect.onExit(serve(traced), (exit) => notify(onResponse, traced, sentBy(exit)) ?? Effect.void)
    })
  }
}
