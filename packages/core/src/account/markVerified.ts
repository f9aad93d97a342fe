import { Effect } from "effect"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { Account } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"

/** Gives the invitations of a verified address to its account, as part of a transaction. */
export const bindInvitations = ({ email, id }: Pick<Account, "email" | "id">, at: Timestamp) =>
  Effect.flatMap(InvitationRepository, (invitations) => invitations.bind(normalizeEmail(email), id, at))

/** Marks the address of a locked account verified and uses up its verification tokens, as part of a transaction. */
export const markVerified = Effect.fnUntraced(function* (account: Pick<Account, "email" | "id">, at: Timestamp) {
  yield* (yield* AccountRepository).markVerified(account.id, at)
  yield* (yield* EmailTokenRepository).consumeAll(account.id, "verification", at)
  yield* bindInvitations(account, at)
})
