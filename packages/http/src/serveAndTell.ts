import { Effect, Exit } from "effect"
import { tell } from "./onResponse.js"
import { FAILED } from "./failed.js"
import type { ServerRequest, ServerResponse } from "./message.js"
import { RequestTrace } from "./RequestTrace.js"
import type { ServeOptions, ServerServices } from "./ServeOptions.js"
import { makeServeRequest } from "./serveRequest.js"

const encoder = new TextEncoder()

const bytesOf = (body: ServerResponse["body"]): number =>
  typeof body === "string" ? encoder.encode(body).byteLength : body.byteLength

/** As nginx has it for a client who closed the connection. */
const CLIENT_CLOSED_REQUEST = 499

const sentBy = (exit: Exit.Exit<ServerResponse>) => {
  if (Exit.isInterrupted(exit)) return { status: CLIENT_CLOSED_REQUEST, bytes: 0, clientGone: true }
  const { body, status } = Exit.isSuccess(exit) ? exit.value : FAILED
  return { status, bytes: bytesOf(body), clientGone: false }
}

/** Builds what serves a request and then tells `onResponse`, for faces that do not see the answer leave. */
export const makeServeAndTell = (options: ServeOptions) => {
  const serve = makeServeRequest(options)
  const { onResponse } = options
  if (onResponse === undefined) return serve
  return (request: ServerRequest): Effect.Effect<ServerResponse, never, ServerServices> => {
    const traced = { ...request, trace: new RequestTrace() }
    return Effect.onExit(serve(traced), (exit) => tell(onResponse, traced, sentBy(exit)) ?? Effect.void)
  }
}
