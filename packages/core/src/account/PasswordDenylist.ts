import { Context, Effect, Redacted } from "effect"
import { PasswordHasher } from "../ports/PasswordHasher.js"
import { invalid } from "../values/InvalidInput.js"

/** Passwords in lower case that nobody may choose. By default there are none. */
export class PasswordDenylist extends Context.Reference<PasswordDenylist>()("@boardwright/core/PasswordDenylist", {
  defaultValue: (): ReadonlySet<string> => new Set()
}) {}

/**
 * Hashes a new password. `field` names it in the input. Fails with `InvalidInput` if the password is in the denylist in any
 * case (NIST SP 800-63B, 5.1.1.2), or with `HashingBusy`.
 */
export const hashNewPassword = Effect.fnUntraced(function* (password: Redacted.Redacted, field = "password") {
  const denied = yield* PasswordDenylist
  if (denied.has(Redacted.value(password).toLowerCase())) {
    return yield* invalid([field], "must not be one of the most used passwords")
  }
  return yield* (yield* PasswordHasher).hash(password)
})
