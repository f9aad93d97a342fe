import { Access } from "@boardwright/core"
import { Effect, Either, Runtime } from "effect"
import { type BodyError, NO_JSON_TYPE } from "../body/BodyError.js"
import { isJsonType } from "../body/parseJson.js"
import { readJsonBody } from "../body/readJsonBody.js"
import type { EndpointRoute, UntypedHandler } from "../endpointRoutes.js"
import { failureResponse } from "../errorResponse.js"
import { Reply } from "../Handler.js"
import type { Headers } from "../headers.js"
import { type FindRoute, ROUTE_NOT_FOUND, type Route, type StaticRoute } from "../router.js"
import { serveEndpoint, type Serving } from "../serveEndpoint.js"
import type { ServerServices } from "../ServeOptions.js"
import type { ServerRequest, ServerResponse } from "../ServerRequest.js"
import type { EndpointCall, ServeMcp } from "./ServeMcp.js"

const TEMPLATE = "/mcp"

/** A message has at most as many bytes as the body of an endpoint, and its envelope. */
const MESSAGE_LIMIT = 1024 * 1024 + 16 * 1024

interface McpContext {
  readonly serving: Serving
  /** Finds the endpoints of the API. */
  readonly findEndpoint: FindRoute
  /** Origins whose pages may call. */
  readonly origins: ReadonlySet<string>
  readonly serverUrl: string
}

const encoder = new TextEncoder()

const requestOf = (served: ServerRequest, { body, method, path, search }: EndpointCall): ServerRequest => {
  const bytes = encoder.encode(JSON.stringify(body))
  const header = (name: string) => {
    if (name === "content-type") return "application/json"
    return name === "idempotency-key" ? undefined : served.header(name)
  }
  return { ...served, method, path, search, header, readBody: () => Effect.succeed(bytes) }
}

/** What a response says of the limit of messages: of a call that counted as several, what is left after it. */
const countsIn = ({ headers }: ServerResponse): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("x-ratelimit-")))

/**
 * Calls an endpoint for a message that was counted: only a limit other than that of messages counts it again. Returns the
 * response, and what to say of the limit of messages.
 */
const callEndpoint = (
  { findEndpoint, serving }: McpContext,
  served: ServerRequest,
  call: EndpointCall
): Effect.Effect<{ readonly response: ServerResponse; readonly counts: Headers }, never, ServerServices> => {
  const found = findEndpoint(call.method, call.path)
  if (found?.route._tag !== "Endpoint" || found.route.template !== call.template)
    return Effect.succeed({ response: ROUTE_NOT_FOUND, counts: {} })
  const { params, route } = found
  const isCounted = route.tier === "general"
  const response = Effect.catchAllCause(
    serveEndpoint({ ...serving, isCounted }, route, params, requestOf(served, call)),
    (cause) => failureResponse(cause, route.invalidMessage)
  )
  return Effect.map(response, (made) => ({ response: made, counts: isCounted ? countsIn(made) : {} }))
}

/** Endpoints with other bodies, such as streams, cannot be called. */
const ofText = ({ body, status }: ServerResponse) =>
  typeof body === "string" ? { status, body } : { status: ROUTE_NOT_FOUND.status, body: ROUTE_NOT_FOUND.body }

/** A page that has rebound its own name to this server still sends its own origin. */
const isForeign = ({ origins, serverUrl }: McpContext, origin: string | undefined): boolean =>
  origin !== undefined && !origins.has(origin) && !(URL.canParse(serverUrl) && new URL(serverUrl).origin === origin)

const NO_STREAM = { ...ROUTE_NOT_FOUND, status: 405, headers: { ...ROUTE_NOT_FOUND.headers, allow: "POST, OPTIONS" } }

/** There are no sessions, which a client would end, and no messages but responses, for which it would listen. */
const refused = (method: StaticRoute["method"]): StaticRoute => ({
  _tag: "Static",
  name: `mcp.${method.toLowerCase()}`,
  method,
  template: TEMPLATE,
  respond: () => Effect.succeed(NO_STREAM)
})

const parseError = ({ issue }: BodyError) => ({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32700, message: `Parse error: ${[...issue.path, issue.message].join(" ")}` }
})

/** The routes of agents: messages are posted, and are authenticated, counted and read as requests of the API are. */
export const mcpRoutes = (serve: ServeMcp, context: McpContext): ReadonlyArray<Route> => {
  const handler: UntypedHandler = Effect.fnUntraced(function* ({ served }) {
    if (isForeign(context, served.header("origin"))) {
      return yield* new Access.Forbidden({ action: "call tools", lacking: "a page of an allowed origin" })
    }
    if (!isJsonType(served.header("content-type"))) return yield* Effect.fail(NO_JSON_TYPE)
    const received = yield* Effect.either(readJsonBody(yield* served.readBody(MESSAGE_LIMIT)))
    if (Either.isLeft(received)) return new Reply(400, parseError(received.left))
    const token = yield* Access.actingToken
    // What the message's request has set, such as its id, is set for the calls too.
    const runPromise = Runtime.runPromise(yield* Effect.runtime<ServerServices>())
    let counts: Headers = {}
    const { message, status } = yield* Effect.promise(() =>
      serve({
        message: received.right,
        header: served.header,
        scopes: token?.scopes ?? null,
        call: async (call) => {
          const called = await runPromise(callEndpoint(context, served, call))
          counts = called.counts
          return ofText(called.response)
        }
      })
    )
    return new Reply(status, message ?? undefined, counts)
  })
  const post: EndpointRoute = {
    _tag: "Endpoint",
    name: "mcp.post",
    method: "POST",
    template: TEMPLATE,
    needsSession: true,
    tier: "general",
    parameters: [],
    // The handler reads the message, whose errors are those of JSON-RPC.
    bodyLimit: null,
    status: 200,
    invalidMessage: undefined,
    isLong: false,
    hasCursor: false,
    tagged: null,
    takesKey: false,
    handler
  }
  return [post, refused("GET"), refused("DELETE")]
}
