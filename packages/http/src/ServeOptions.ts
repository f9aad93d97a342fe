import type { Access, Rate } from "@boardwright/core"
import type { Effect } from "effect"
import type { OpenStreams } from "./change/OpenStreams.js"
import type { ServeMcp } from "./mcp/ServeMcp.js"
import type { OnResponse } from "./onResponse.js"
import type { Authentication } from "./Authentication.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"
import type { RateLimits } from "./RateLimit.js"
import type { HandlerServices } from "./endpointRoutes.js"
import type { Pages } from "./staticRoutes.js"

export interface ServeOptions {
  /** Requests per minute; `false` turns rate limits off. Default: `DEFAULT_RATE_LIMITS`. */
  readonly rateLimits?: RateLimits | false | undefined
  /** Origins whose pages may read responses. Default: none. */
  readonly corsOrigins?: ReadonlyArray<string> | undefined
  /** Pages to serve beside the API. Default: none. */
  readonly pages?: Pages | undefined
  /** The path that everything is mounted under, such as `/work`. A host may strip it from requests or leave it. */
  readonly basePath?: string | undefined
  /**
   * The public address that everything is mounted under, without a trailing slash, such as `https://example.com/work`,
   * for the OpenAPI document. Default: `basePath`.
   */
  readonly publicUrl?: string | undefined
  /** Whether sign-up, sign-in and the other account endpoints are served. Default: true. */
  readonly accountRoutes?: boolean | undefined
  /** Serves agents at `/mcp`: `serveMcp` of `@boardwright/mcp`. Default: `/mcp` is not served. */
  readonly mcp?: ServeMcp | undefined
  /** Wraps every request; response headers such as CORS and `X-Request-Id` are added after it. */
  readonly middleware?: Middleware | undefined
  /**
   * Called after every response, for a log. What it throws or rejects with is logged and dropped. It runs on the event
   * loop that serves requests, so slow work must be deferred.
   */
  readonly onResponse?: OnResponse | undefined
  /** The open streams of changes, for a host that ends them. Default: its own. */
  readonly streams?: OpenStreams | undefined
}

/** Responds itself, or runs `serve` and does something before and after. */
export type Middleware = (
  request: ServerRequest,
  serve: Effect.Effect<ServerResponse, never, ServerServices>
) => Effect.Effect<ServerResponse, never, ServerServices>

/** The services that serving the API needs. */
export type ServerServices = Exclude<HandlerServices, Access.CurrentActor> | Authentication | Rate.RateCounts
