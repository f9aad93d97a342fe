/** A request that is refused: its status and the error body. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.error)
    this.status = status
    this.body = body
  }
}

const plain = (status, code, error) => new Refusal(status, { error, code, details: [] })

/** No token, or one that is forged, expired or of an older version of the account. */
export const UNAUTHORIZED = plain(401, "Unauthenticated", "Unauthorized")
/** The one answer of sign-in to an unknown address, a wrong password and a disabled account. */
export const INVALID_CREDENTIALS = plain(401, "InvalidCredentials", "Invalid credentials")
/** Said only to the right password. */
export const EMAIL_NOT_VERIFIED = plain(401, "EmailNotVerified", "Email not verified")
/** The thing exists, and the user may not do this with it. */
export const FORBIDDEN = plain(403, "Forbidden", "Forbidden")
/** No route has this path; a missing thing is named by `notFound`. */
export const NOT_FOUND = plain(404, "RouteNotFound", "Not found")
/** Past the limit. */
export const TOO_MANY_REQUESTS = new Refusal(429, {
  error: "Too many requests",
  code: "RateLimited",
  message: "Rate limit exceeded. Please try again later.",
  details: []
})

/** A thing that is not there. */
export const notFound = (thing) => plain(404, "NotFound", `${thing} not found`)

/** Input that breaks rules: each problem as `{path, message}`. */
export const invalid = (details) => new Refusal(400, { error: "Validation failed", code: "InvalidInput", details })
