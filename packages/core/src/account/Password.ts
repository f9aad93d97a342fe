import { Schema } from "effect"
import { bytesOf, isUnstorable, lengthOf, PlainString } from "../values/Text.js"

/** Fewest characters of a password (NIST SP 800-63B, 5.1.1.2). */
export const MIN_PASSWORD_LENGTH = 8
/** Most bytes of a password in UTF-8: bcrypt reads no more. */
export const MAX_PASSWORD_BYTES = 72

/** The rule a new password breaks, or null. */
export const passwordProblem = (password: string): string | null => {
  if (isUnstorable(password)) return "must not hold a NUL character or a lone surrogate"
  if (lengthOf(password) < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`
  if (bytesOf(password) > MAX_PASSWORD_BYTES) return `must have at most ${MAX_PASSWORD_BYTES} bytes in UTF-8`
  return null
}

/** A new password: at least 8 characters, at most 72 bytes in UTF-8, no character classes. */
export const NewPassword = Schema.Redacted(
  PlainString.pipe(
    Schema.filter((value) => passwordProblem(value) ?? true, {
      jsonSchema: { minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_BYTES }
    })
  )
)

/** A password at sign-in: any text, since a wrong password is not an invalid one. */
export const OfferedPassword = Schema.Redacted(PlainString)
