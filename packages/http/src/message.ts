import type { Effect } from "effect"
import type { BodyRefused } from "./gate.js"
import type { RequestTrace } from "./RequestTrace.js"

/** A request as either face hands it over. */
export interface ServerRequest {
  /** The host's own request, for a host's own authentication: an `IncomingMessage` or a `Request`. */
  readonly native: unknown
  readonly method: string
  /** The path as sent, still encoded. */
  readonly path: string
  /** The query as sent, without its question mark. */
  readonly search: string
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The client's address, once trusted proxies are seen through. */
  readonly address: string
  /** Reads the body up to a limit; a longer one is refused as soon as that is known. */
  readonly readBody: (limit: number) => Effect.Effect<Uint8Array, BodyRefused>
  /** Takes down what is found out about it, where somebody wants to know. */
  readonly trace?: RequestTrace | undefined
}

/** A response as either face sends it. Header names are in lower case. */
export interface ServerResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array
}
