import { Facade } from "@boardwright/core"

/** The HTTP status of every error code: those of failed calls, and those that only HTTP has. */
export const STATUSES = {
  ...Facade.STATUSES,
  /** What arrived is not an HTTP request. */
  MalformedRequest: 400,
  /** No endpoint has this path and method. */
  RouteNotFound: 404,
  /** The request did not arrive in time. */
  RequestTimeout: 408,
  PayloadTooLarge: 413,
  HeadersTooLarge: 431,
  /** Readiness: requests should go to another instance. */
  NotReady: 503
} as const

/** Names an error, for programs to match on. */
export type ErrorCode = keyof typeof STATUSES

export const codesOf = (status: number): ReadonlyArray<ErrorCode> =>
  Object.entries(STATUSES).flatMap(([code, each]) => (each === status ? [code as ErrorCode] : []))
