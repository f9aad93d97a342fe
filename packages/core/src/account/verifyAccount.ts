import { Effect } from "effect"
import { requireOperator } from "../access/Actor.js"
import { transactional } from "../ports/Transactor.js"
import { now } from "../values/Timestamp.js"
import { toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { lockAccount } from "./searchAccount.js"

/**
 * Takes the address of an account for verified, as if a mailed link had been opened, and uses up its verification tokens;
 * one that is verified keeps its time. For the operator. Fails with `Forbidden` or `NotFound`.
 */
export const verifyAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  yield* requireOperator("verify accounts")
  const accounts = yield* AccountRepository
  const tokens = yield* EmailTokenRepository
  const at = yield* now
  return yield* transactional(
    Effect.gen(function* () {
      const account = yield* lockAccount(idOrEmail)
      yield* accounts.markVerified(account.id, at)
      yield* tokens.consumeAll(account.id, "verification", at)
      return toDetails({ ...account, verifiedAt: account.verifiedAt ?? at })
    })
  )
})
