import { Trace } from "@boardwright/core"
import type { Effect } from "effect"
import type { BodyError } from "./body/BodyError.js"
import type { Headers } from "./headers.js"
import type { LiveBody } from "./LiveBody.js"

const now = () => performance.now()

/** Collects what `onResponse` reports about a request. */
export class RequestTrace {
  /** By `performance.now`. */
  readonly from = now()
  /** Null where the database counts nothing (`Trace.ObservesDatabase`). */
  readonly database: Trace.DatabaseTime | null
  requestId = ""
  traceId: string | null = null
  route: { readonly name: string; readonly template: string } | null = null
  userId: string | null = null

  constructor(observesDatabase: boolean) {
    this.database = observesDatabase ? new Trace.DatabaseTime(now) : null
  }
}

/** A request, the same from node:http, a web-standard `Request` or `@effect/platform`. */
export interface ServerRequest {
  /** The host's own request, for its own authentication: an `IncomingMessage` or a `Request`. */
  readonly native: unknown
  readonly method: string
  /** The path as sent, still encoded. */
  readonly path: string
  /** The query as sent, without its question mark. */
  readonly search: string
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The client's address, as trusted proxies report it. */
  readonly address: string
  /** Reads the body, up to a limit in bytes. */
  readonly readBody: (limit: number) => Effect.Effect<Uint8Array, BodyError>
  readonly trace?: RequestTrace | undefined
}

/** A response. Header names are in lower case. */
export interface ServerResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string | Uint8Array | LiveBody
}
