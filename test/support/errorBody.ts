import { expect } from "vitest"

const CODES: Readonly<Record<string, string>> = {
  "Bad request": "MalformedRequest",
  "Board is in the trash": "BoardInTrash",
  "Email already registered": "EmailTaken",
  "Email not verified": "EmailNotVerified",
  Forbidden: "Forbidden",
  "Internal server error": "Unexpected",
  "Invalid credentials": "InvalidCredentials",
  "Invalid or expired token": "InvalidEmailToken",
  "Not found": "RouteNotFound",
  "Request header fields too large": "HeadersTooLarge",
  "Request timeout": "RequestTimeout",
  Unauthorized: "Unauthenticated"
}

const UNAVAILABLE: unknown = expect.stringMatching(
  /^(CaptchaUnavailable|Closed|HashingBusy|NotReady|ProviderUnavailable|SecretsKeyMissing|StorageUnavailable)$/
)

/** The body of an error, with its code; "Service unavailable" has one of several. */
export const errorBody = (error: string) => ({
  error,
  code: error === "Service unavailable" ? UNAVAILABLE : (CODES[error] ?? "NotFound"),
  details: []
})

/** The body past a rate limit. */
export const TOO_MANY_REQUESTS = {
  error: "Too many requests",
  code: "RateLimited",
  message: "Rate limit exceeded. Please try again later.",
  details: []
}
