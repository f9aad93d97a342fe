import type { Access, Account, Ports, Rate, Values } from "@boardwright/core"
import { type ErrorCode, STATUSES } from "./codes.js"
import { rateLimitHeaders } from "./headers.js"

/** Every failure that a use case may answer with; another one does not compile in a handler. */
export type CoreError =
  | Access.Forbidden
  | Account.EmailNotVerified
  | Account.EmailTaken
  | Account.InvalidCredentials
  | Account.InvalidEmailToken
  | Account.Unauthenticated
  | Ports.CaptchaUnavailable
  | Ports.HashingBusy
  | Ports.StorageUnavailable
  | Rate.RateLimited
  | Values.InvalidInput
  | Values.NotFound

/** A refusal as it is sent. */
export interface Refusal {
  readonly status: number
  readonly body: {
    readonly error: string
    readonly code: ErrorCode
    readonly message?: string
    readonly details: ReadonlyArray<Values.Issue>
  }
  readonly headers?: { readonly [name: string]: string }
}

const plain = (code: ErrorCode, error: string, headers: { readonly [name: string]: string } = {}): Refusal => ({
  status: STATUSES[code],
  body: { error, code, details: [] },
  headers
})

/** "Validation failed" with its details, and the endpoint's own message where it has one. */
export const validationFailed = (
  details: ReadonlyArray<Values.Issue>,
  message: string | null = null,
  code: ErrorCode = "InvalidInput"
): Refusal => ({
  status: STATUSES[code],
  body: { error: "Validation failed", code, ...(message === null ? {} : { message }), details }
})

/** No token, or one that is not valid (any more). Names the scheme, as RFC 9110 (11.6.1) asks of a 401. */
export const UNAUTHORIZED = plain("Unauthenticated", "Unauthorized", { "www-authenticate": "Bearer" })
/** Nothing is at this path by this method; things that are missing are named: "Task not found". */
export const ROUTE_NOT_FOUND = plain("RouteNotFound", "Not found")
/** An unexpected failure: the cause is in the log alone, under the id in `X-Request-Id`. */
export const INTERNAL_SERVER_ERROR = plain("Unexpected", "Internal server error")
/** Past a rate limit. `Retry-After` is added where it is sent. */
export const TOO_MANY_REQUESTS: Refusal = {
  status: STATUSES.RateLimited,
  body: {
    error: "Too many requests",
    code: "RateLimited",
    message: "Rate limit exceeded. Please try again later.",
    details: []
  }
}

const unavailable = (code: ErrorCode, seconds: number): Refusal =>
  plain(code, "Service unavailable", { "retry-after": String(Math.max(1, Math.ceil(seconds))) })

/** The refusal for a failure, by the status that `STATUSES` has for its code. */
export const toRefusal = (failure: CoreError, invalidMessage: string | null): Refusal => {
  switch (failure._tag) {
    case "InvalidInput":
      return validationFailed(failure.issues, invalidMessage)
    case "EmailTaken":
      return plain(failure._tag, "Email already registered")
    case "InvalidEmailToken":
      return plain(failure._tag, "Invalid or expired token")
    case "InvalidCredentials":
      return plain(failure._tag, "Invalid credentials")
    case "EmailNotVerified":
      return plain(failure._tag, "Email not verified")
    case "Unauthenticated":
      return UNAUTHORIZED
    case "Forbidden":
      return plain(failure._tag, "Forbidden")
    case "NotFound":
      return plain(failure._tag, `${failure.thing} not found`)
    case "RateLimited": {
      const { limit, resetsAt, retryAfterSeconds } = failure
      const headers = { ...rateLimitHeaders(limit, 0, resetsAt), "retry-after": String(retryAfterSeconds) }
      return { ...TOO_MANY_REQUESTS, headers }
    }
    case "HashingBusy":
      return unavailable(failure._tag, failure.retryAfterSeconds)
    case "StorageUnavailable":
      return unavailable(failure._tag, 2)
    case "CaptchaUnavailable":
      return unavailable(failure._tag, 5)
  }
}
