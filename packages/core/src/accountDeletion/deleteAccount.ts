import { Effect, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { recording } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { toDetails } from "../account/Account.js"
import { lockAccount } from "../account/administerAccounts.js"
import { checkOwnPassword, lockChecked } from "../account/checkOwnPassword.js"
import { OfferedPassword } from "../account/Password.js"
import { removeAccount } from "./removeAccount.js"

/** The password as it is (any text). */
export const DeleteOwnAccount = Schema.Struct({ password: OfferedPassword })
export type DeleteOwnAccount = typeof DeleteOwnAccount.Encoded

const decode = decodeInput(DeleteOwnAccount)

/**
 * Deletes the caller's account for good, with the workspaces that only the caller is in, memberships, invitations, webhooks and
 * sessions. Comments and other work stay. Wrong passwords count as failed sign-ins. Fails with `InvalidInput` (also for a wrong
 * password), `WorkspacesShared` while the caller owns workspaces with other members, `Unauthenticated`, `RateLimited` or
 * `HashingBusy`.
 */
export const deleteOwnAccount = Effect.fnUntraced(function* (input: DeleteOwnAccount) {
  const { password } = yield* decode(input)
  const account = yield* checkOwnPassword(password, "password")
  yield* recording(Effect.zipRight(lockChecked(account), removeAccount(account)))
})

/** As `deleteOwnAccount`, of any account. For the operator. Fails with `Forbidden`, `NotFound` or `WorkspacesShared`. */
export const deleteAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  yield* requireOperator("delete accounts")
  return toDetails(yield* recording(Effect.flatMap(lockAccount(idOrEmail), removeAccount)))
})
