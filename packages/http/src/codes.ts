import { Facade } from "@boardwright/core"

/** The HTTP status for every code that a refusal may carry: those of failed calls, and those that HTTP adds. */
export const STATUSES = {
  ...Facade.STATUSES,
  /** What arrived is not an HTTP request. */
  MalformedRequest: 400,
  /** Nothing is at this path by this method. */
  RouteNotFound: 404,
  /** The request did not arrive in time. */
  RequestTimeout: 408,
  PayloadTooLarge: 413,
  HeadersTooLarge: 431,
  /** Readiness: requests are better sent elsewhere. */
  NotReady: 503
} as const

/** What was refused and why, for a program to decide on. */
export type ErrorCode = keyof typeof STATUSES

/** The codes that are answered with a status. */
export const codesOf = (status: number): ReadonlyArray<ErrorCode> =>
  Object.entries(STATUSES).flatMap(([code, each]) => (each === status ? [code as ErrorCode] : []))
