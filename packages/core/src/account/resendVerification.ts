import { Effect, Schema } from "effect"
import { requestMail } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Email, normalizeEmail } from "./Email.js"

/** The address that is to be verified; case does not matter. */
export const ResendVerification = Schema.Struct({ email: Email })
export type ResendVerification = typeof ResendVerification.Encoded

const decode = decodeInput(ResendVerification)

/**
 * Queues another verification mail. Only an unverified account that is not disabled gets one; which addresses those are is found out at
 * delivery, so that all answer, write and last alike. Fails with `InvalidInput` for what is no address.
 */
export const resendVerification = Effect.fnUntraced(function* (input: ResendVerification) {
  const { email } = yield* decode(input)
  yield* transactional(requestMail("verification", normalizeEmail(email)))
})
