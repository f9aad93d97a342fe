import { Effect } from "effect"
import { requireOperator } from "../access/Actor.js"
import { transactional } from "../ports/Transactor.js"
import { now } from "../values/Timestamp.js"
import { toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { lockAccount } from "./searchAccount.js"

/**
 * Shuts an account out: signing in fails as with a wrong password, its access tokens are void at once and for good, its
 * reset tokens are used up and it gets no mails. It stays an owner, a member and an assignee, and is seen as before. One
 * that is disabled keeps its time. For the operator. Fails with `Forbidden` or `NotFound`.
 */
export const disableAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  yield* requireOperator("disable accounts")
  const accounts = yield* AccountRepository
  const tokens = yield* EmailTokenRepository
  const at = yield* now
  return yield* transactional(
    Effect.gen(function* () {
      const account = yield* lockAccount(idOrEmail)
      yield* accounts.disable(account.id, at)
      yield* tokens.consumeAll(account.id, "reset", at)
      return toDetails({ ...account, disabledAt: account.disabledAt ?? at })
    })
  )
})
