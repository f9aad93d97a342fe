import { Effect, Option } from "effect"
import { transactional } from "../ports/Transactor.js"
import { InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { findEmailToken } from "./EmailTokenRepository.js"

/**
 * Ends all mails about tasks to the user that the token was mailed to. No session is needed. It may be repeated until the
 * token expires. Fails with `InvalidEmailToken`.
 */
export const unsubscribe = Effect.fnUntraced(function* (token: string) {
  const accounts = yield* AccountRepository
  const { userId } = yield* findEmailToken("unsubscribe", token)
  yield* transactional(
    Effect.gen(function* () {
      const found = yield* accounts.lock(userId)
      if (Option.isNone(found)) return yield* new InvalidEmailToken()
      const notifications = { ...found.value.notifications, assigned: false, mentioned: false, due: false }
      yield* accounts.updateProfile(userId, { ...found.value, notifications })
    })
  )
})
