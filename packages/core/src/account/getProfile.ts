import { Effect, Option } from "effect"
import { requireUser } from "../access/Actor.js"
import { toProfile } from "./Account.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"

/** The acting user's own account. Fails with `Unauthenticated` when it is gone, or `Forbidden` for the operator. */
export const ownAccount = Effect.gen(function* () {
  const accounts = yield* AccountRepository
  const account = yield* accounts.find(yield* requireUser)
  return Option.isSome(account) ? account.value : yield* new Unauthenticated()
})

/** The acting user's own profile. Fails with `Unauthenticated` when the account is gone. */
export const getProfile = () => Effect.map(ownAccount, toProfile)
