import { Effect, Option } from "effect"
import { requireUser } from "../access/Actor.js"
import { toProfile } from "./Account.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"

/** The acting user's own profile. Fails with `Unauthenticated` when the account is gone. */
export const getProfile = Effect.fnUntraced(function* () {
  const accounts = yield* AccountRepository
  const account = yield* accounts.find(yield* requireUser)
  return Option.isSome(account) ? toProfile(account.value) : yield* new Unauthenticated()
})
