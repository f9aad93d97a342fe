import { Effect } from "effect"
import { requireOperator } from "../access/Actor.js"
import { transactional } from "../ports/Transactor.js"
import { toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { lockAccount } from "./searchAccount.js"

/**
 * Lets a disabled account sign in again, with the password it had; tokens issued before stay void. One that is not
 * disabled stays as it is. For the operator. Fails with `Forbidden` or `NotFound`.
 */
export const enableAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  yield* requireOperator("enable accounts")
  const accounts = yield* AccountRepository
  return yield* transactional(
    Effect.gen(function* () {
      const account = yield* lockAccount(idOrEmail)
      yield* accounts.enable(account.id)
      return toDetails({ ...account, disabledAt: null })
    })
  )
})
