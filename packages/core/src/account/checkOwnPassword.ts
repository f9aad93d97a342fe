import { Effect, Option, type Redacted } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { PasswordHasher } from "../ports/PasswordHasher.js"
import { invalid } from "../values/InvalidInput.js"
import type { Account } from "./Account.js"
import { InvalidCredentials, Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { ownAccount } from "./getProfile.js"
import { NO_PASSWORD } from "./PasswordSignIn.js"
import { throttleSignIn } from "./throttleSignIn.js"

/**
 * The acting user's own account, if the password is right. Wrong passwords count as failed sign-ins.
 * Fails with `InvalidInput` for a wrong password, which names the field, `Unauthenticated`, `RateLimited` or `HashingBusy`.
 */
export const checkOwnPassword = Effect.fnUntraced(function* (password: Redacted.Redacted, field: string) {
  const hasher = yield* PasswordHasher
  const actor = yield* CurrentActor
  const account = yield* ownAccount
  // The session has ended since its token was checked: another password may be right now, and this one is not a wrong try.
  if (actor._tag === "User" && (actor.tokenVersion ?? account.tokenVersion) !== account.tokenVersion) {
    return yield* new Unauthenticated()
  }
  const wrong =
    account.passwordHash === NO_PASSWORD
      ? "cannot be right: the account has no password yet"
      : "is not the password of the account"
  const check = Effect.flatMap(hasher.verify(password, account.passwordHash), (matches) =>
    matches ? Effect.succeed(account) : new InvalidCredentials()
  )
  return yield* throttleSignIn(normalizeEmail(account.email), Option.some(account.id), check).pipe(
    Effect.catchTag("InvalidCredentials", () => invalid([field], wrong))
  )
})

/**
 * Locks an account whose password was checked, as part of a transaction. Fails with `Unauthenticated` if its token version was
 * raised since, which has ended the caller's session.
 */
export const lockChecked = Effect.fnUntraced(function* ({ id, tokenVersion }: Account) {
  const locked = yield* (yield* AccountRepository).lock(id)
  if (Option.exists(locked, (account) => account.tokenVersion === tokenVersion)) return
  return yield* new Unauthenticated()
})
