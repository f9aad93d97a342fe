import type { Access, Account, Ports, Values } from "@boardwright/core"

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
  | Values.InvalidInput
  | Values.NotFound

/** A refusal as it is sent. */
export interface Refusal {
  readonly status: number
  readonly body: {
    readonly error: string
    readonly message?: string
    readonly details?: ReadonlyArray<Values.Issue>
  }
  readonly headers?: { readonly [name: string]: string }
}

const plain = (status: number, error: string, headers: { readonly [name: string]: string } = {}): Refusal => ({
  status,
  body: { error, details: [] },
  headers
})

/** "Validation failed" with its details, and the endpoint's own message where it has one. */
export const validationFailed = (
  details: ReadonlyArray<Values.Issue>,
  message: string | null = null,
  status = 400
): Refusal => ({
  status,
  body: message === null ? { error: "Validation failed", details } : { error: "Validation failed", message, details }
})

/** No token, or one that is not valid (any more). Names the scheme, as RFC 9110 (11.6.1) asks of a 401. */
export const UNAUTHORIZED = plain(401, "Unauthorized", { "www-authenticate": "Bearer" })
/** Nothing is at this path by this method; things that are missing are named: "Task not found". */
export const ROUTE_NOT_FOUND = plain(404, "Not found")
/** An unexpected failure: the cause is in the log alone, under the id in `X-Request-Id`. */
export const INTERNAL_SERVER_ERROR = plain(500, "Internal server error")
/**
 * Past a rate limit: the one refusal without `details`, as the specification has it. `Retry-After` is added where it is
 * sent.
 */
export const TOO_MANY_REQUESTS: Refusal = {
  status: 429,
  body: { error: "Too many requests", message: "Rate limit exceeded. Please try again later." }
}

const unavailable = (seconds: number): Refusal =>
  plain(503, "Service unavailable", { "retry-after": String(Math.max(1, Math.ceil(seconds))) })

/** The refusal for a failure. Statuses live here and in the contract, and nowhere else. */
export const toRefusal = (failure: CoreError, invalidMessage: string | null): Refusal => {
  switch (failure._tag) {
    case "InvalidInput":
      return validationFailed(failure.issues, invalidMessage)
    case "EmailTaken":
      return plain(400, "Email already registered")
    case "InvalidEmailToken":
      return plain(400, "Invalid or expired token")
    case "InvalidCredentials":
      return plain(401, "Invalid credentials")
    case "EmailNotVerified":
      return plain(401, "Email not verified")
    case "Unauthenticated":
      return UNAUTHORIZED
    case "Forbidden":
      return plain(403, "Forbidden")
    case "NotFound":
      return plain(404, `${failure.thing} not found`)
    case "HashingBusy":
      return unavailable(failure.retryAfterSeconds)
    case "StorageUnavailable":
      return unavailable(2)
    case "CaptchaUnavailable":
      return unavailable(5)
  }
}
