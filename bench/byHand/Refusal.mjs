/** A request that is refused: its status and the error body. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.error)
    this.status = status
    this.body = body
  }
}

const plain = (status, error) => new Refusal(status, { error, details: [] })

export const UNAUTHORIZED = plain(401, "Unauthorized")
export const INVALID_CREDENTIALS = plain(401, "Invalid credentials")
export const EMAIL_NOT_VERIFIED = plain(401, "Email not verified")
export const FORBIDDEN = plain(403, "Forbidden")
export const NOT_FOUND = plain(404, "Not found")
export const TOO_MANY_REQUESTS = new Refusal(429, {
  error: "Too many requests",
  message: "Rate limit exceeded. Please try again later."
})

/** A thing that is not there. */
export const notFound = (thing) => plain(404, `${thing} not found`)

/** Input that breaks rules: each problem as `{path, message}`. */
export const invalid = (details) => new Refusal(400, { error: "Validation failed", details })
