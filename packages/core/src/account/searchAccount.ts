import { Effect, Option } from "effect"
import { orNotFound } from "../values/NotFound.js"
import { isUnstorable } from "../values/Text.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { UserId } from "./User.js"

/** The account with this id or, where there is none, this address. Fails with `NotFound`. */
export const searchAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  const accounts = yield* AccountRepository
  const search = isUnstorable(idOrEmail)
    ? Effect.succeedNone
    : Effect.flatMap(accounts.find(UserId.make(idOrEmail)), (found) =>
        Option.isSome(found) ? Effect.succeed(found) : accounts.findByEmail(normalizeEmail(idOrEmail))
      )
  return yield* orNotFound("User", idOrEmail)(search)
})

/** Like `searchAccount`, and no other transaction changes the account until this one ends. */
export const lockAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  const accounts = yield* AccountRepository
  const { id } = yield* searchAccount(idOrEmail)
  return yield* accounts.lock(id).pipe(orNotFound("User", idOrEmail))
})
