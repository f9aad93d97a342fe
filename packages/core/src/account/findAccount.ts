import { Effect } from "effect"
import { requireOperator } from "../access/Actor.js"
import { toDetails } from "./Account.js"
import { searchAccount } from "./searchAccount.js"

/** The account with this id or address, disabled or not. For the operator. Fails with `Forbidden` or `NotFound`. */
export const findAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  yield* requireOperator("read accounts")
  return toDetails(yield* searchAccount(idOrEmail))
})
