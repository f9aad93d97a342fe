import { Effect } from "effect"
import type { Timestamp } from "../values/Timestamp.js"
import type { Account } from "./Account.js"
import { EmailTaken } from "./AccountError.js"
import { normalizeEmail } from "./Email.js"
import { EmailChangeRepository } from "./EmailChangeRepository.js"

/**
 * Fails with `EmailTaken` if another account can get the address back at that time. Call it after the address is stored, which
 * waits for a concurrent change of it.
 */
export const requireUnreserved = Effect.fnUntraced(function* (
  { email, id }: Pick<Account, "email" | "id">,
  at: Timestamp
) {
  const changes = yield* EmailChangeRepository
  if (yield* changes.isReserved(normalizeEmail(email), id, at)) return yield* new EmailTaken()
})
