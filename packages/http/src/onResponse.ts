import { Cause, Effect, Predicate } from "effect"
import { addressKey } from "./clientAddress.js"
import type { RequestTrace, ServerRequest } from "./ServerRequest.js"

/** A request and its response, for logs. It has nothing that a client wrote: no path, query, header or body. */
export interface ServedRequest {
  /** The id in the response's `X-Request-Id` and in the request's log lines. */
  readonly requestId: string
  /** The id of the request's trace; null without a tracer. */
  readonly traceId: string | null
  /** One of HTTP's usual methods, else `OTHER`. */
  readonly method: string
  /** The path's template, such as `/api/tasks/:id`; null if no endpoint has the path and method. */
  readonly route: string | null
  /** The response's status; 499 if a host cancelled the work because the client had gone. */
  readonly status: number
  /** From the request's headers until the response was written, in milliseconds. */
  readonly duration: number
  /** The part of it in which the request waited for the database; 0 unless that is observed (`Trace.ObservesDatabase`). */
  readonly databaseDuration: number
  /** How many statements of the database it ran, likewise. */
  readonly statements: number
  /** Whether the response was a stream, which lasts as long as the client wants. */
  readonly isStream: boolean
  /** The size of the response's body. */
  readonly bytes: number
  /** The user who called; null for other callers. */
  readonly userId: string | null
  /** The address of a caller who is not a user; of IPv6 only the /64. */
  readonly address: string | null
  /** Whether the client had gone before the response. */
  readonly clientGone: boolean
  /** A warning from status 500, debug for frequent routine requests: health and assets. */
  readonly level: "debug" | "info" | "warning"
}

export type OnResponse = (request: ServedRequest) => unknown

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** The method, if it is a usual one. */
export const methodOf = ({ method }: Pick<ServerRequest, "method">): string => (METHODS.has(method) ? method : "OTHER")

const levelOf = (route: RequestTrace["route"], status: number): ServedRequest["level"] => {
  if (status >= 500) return "warning"
  const isRoutine = route !== null && (route.name.startsWith("system.") || route.name.startsWith("asset "))
  return isRoutine ? "debug" : "info"
}

type Sent = Pick<ServedRequest, "bytes" | "clientGone" | "isStream" | "status">

const servedRequest = (
  { database, from, requestId, route, traceId, userId }: RequestTrace,
  request: ServerRequest,
  { bytes, clientGone, isStream, status }: Sent
): ServedRequest => ({
  requestId,
  traceId,
  method: methodOf(request),
  route: route === null ? null : route.template,
  status,
  duration: performance.now() - from,
  databaseDuration: database === null ? 0 : database.millis,
  statements: database === null ? 0 : database.statements,
  isStream,
  bytes,
  userId,
  address: userId === null ? addressKey(request.address) : null,
  clientGone,
  level: levelOf(route, status)
})

const logFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => Effect.logError("onResponse failed", cause)

/** Calls `onResponse`. Gives the effect that logs its failure; null if there is nothing to wait for. */
export const notify = (onResponse: OnResponse, request: ServerRequest, sent: Sent): Effect.Effect<void> | null => {
  if (request.trace === undefined) return null
  try {
    const result = onResponse(servedRequest(request.trace, request, sent))
    return Predicate.isPromiseLike(result)
      ? Effect.catchAllCause(
          Effect.promise(async () => result),
          logFailure
        )
      : null
  } catch (error) {
    return logFailure(Cause.die(error))
  }
}
