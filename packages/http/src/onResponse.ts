import { Cause, Effect } from "effect"
import { addressKey } from "./clientKey.js"
import type { ServerRequest } from "./message.js"
import type { RequestTrace } from "./RequestTrace.js"

/**
 * A request and how it was answered, as a log may have it: nothing of its path, query, headers or bodies is in it, only
 * what was made of them.
 */
export interface ServedRequest {
  /** What `X-Request-Id` of the answer repeats, and every line that was logged meanwhile. */
  readonly requestId: string
  /** One of HTTP's usual methods, else `OTHER`. */
  readonly method: string
  /** The path's template, such as `/api/tasks/:id`; null where the path and method are none of ours. */
  readonly route: string | null
  /** Of the answer; 499 where a host gave the work up because the client had gone. */
  readonly status: number
  /** From the request's headers to the answer, handed over; milliseconds. */
  readonly duration: number
  /** Bytes of the answer's body. */
  readonly bytes: number
  /** Who called, where a user did. */
  readonly userId: string | null
  /** Else the address that it counted by: of IPv6 only the first half. Null where there is a user. */
  readonly address: string | null
  /** Whether the client had gone before it was answered. */
  readonly clientGone: boolean
  /** A warning from status 500, debug for what is asked for all the time: health and assets. */
  readonly level: "debug" | "info" | "warning"
}

/** Hears of requests that were answered. */
export type OnResponse = (request: ServedRequest) => unknown

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

const levelOf = (route: RequestTrace["route"], status: number): ServedRequest["level"] => {
  if (status >= 500) return "warning"
  const isRoutine = route !== null && (route.name.startsWith("system.") || route.name.startsWith("asset "))
  return isRoutine ? "debug" : "info"
}

type Sent = Pick<ServedRequest, "bytes" | "clientGone" | "status">

const servedRequest = (
  { from, requestId, route, userId }: RequestTrace,
  { address, method }: ServerRequest,
  { bytes, clientGone, status }: Sent
): ServedRequest => ({
  requestId,
  method: METHODS.has(method) ? method : "OTHER",
  route: route === null ? null : route.template,
  status,
  duration: performance.now() - from,
  bytes,
  userId,
  address: userId === null ? addressKey(address) : null,
  clientGone,
  level: levelOf(route, status)
})

const failed = (cause: Cause.Cause<unknown>): Effect.Effect<void> => Effect.logError("onResponse failed", cause)

/** Tells who wants to hear that a request is answered. The effect logs what went wrong with that; mostly there is none. */
export const tell = (onResponse: OnResponse, request: ServerRequest, sent: Sent): Effect.Effect<void> | null => {
  if (request.trace === undefined) return null
  try {
    const result = onResponse(servedRequest(request.trace, request, sent))
    return result instanceof Promise
      ? Effect.catchAllCause(
          Effect.promise(() => result),
          failed
        )
      : null
  } catch (error) {
    return failed(Cause.die(error))
  }
}
