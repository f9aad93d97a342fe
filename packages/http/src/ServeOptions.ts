import type { Access, Rate } from "@boardwright/core"
import type { Effect } from "effect"
import type { OnResponse } from "./onResponse.js"
import type { Authentication } from "./Authentication.js"
import type { ServerRequest, ServerResponse } from "./message.js"
import type { RateLimits } from "./RateLimit.js"
import type { HandlerServices } from "./routes.js"
import type { Pages } from "./staticRoutes.js"

/** What serving the API takes besides its services. */
export interface ServeOptions {
  /** Requests per minute; `false` counts none. */
  readonly rateLimits?: RateLimits | false | undefined
  /** Origins whose pages may read the answers; none unless told otherwise. */
  readonly corsOrigins?: ReadonlyArray<string> | undefined
  /** Pages beside the API; none unless told otherwise. */
  readonly pages?: Pages | undefined
  /** The path that everything is mounted under, such as `/work`; a host may take it off what it hands over, or not. */
  readonly basePath?: string | undefined
  /**
   * The public address that everything is mounted under, without a slash at its end, such as `https://example.com/work`.
   * The OpenAPI document names it; `basePath` where it is not known.
   */
  readonly publicUrl?: string | undefined
  /** Whether sign-up, sign-in and the rest of the accounts are served; true unless a host has its own users. */
  readonly accountRoutes?: boolean | undefined
  /** What the host does around every request; the answer's own headers come after it. */
  readonly middleware?: Middleware | undefined
  /**
   * Hears of every request that was answered, for a log. What it throws or rejects with is logged, and dropped. It is
   * called while requests are served: what takes time is to be put off.
   */
  readonly onResponse?: OnResponse | undefined
}

/** May answer itself, or do something before and after. */
export type Middleware = (
  request: ServerRequest,
  serve: Effect.Effect<ServerResponse, never, ServerServices>
) => Effect.Effect<ServerResponse, never, ServerServices>

/** The services that serving the API needs. */
export type ServerServices = Exclude<HandlerServices, Access.CurrentActor> | Authentication | Rate.RateCounts
