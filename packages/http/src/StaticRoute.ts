import type { Effect } from "effect"
import type { ServerRequest, ServerResponse } from "./message.js"

/** Content that needs no session and no storage of ours; never counted. */
export interface StaticRoute {
  readonly _tag: "Static"
  readonly name: string
  readonly method: "GET"
  readonly template: string
  readonly respond: (request: ServerRequest) => Effect.Effect<ServerResponse>
}
