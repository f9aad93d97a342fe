import { Effect, Schema } from "effect"
import { requestMail } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Email, normalizeEmail } from "./Email.js"

/** The address that the link is sent to; case does not matter. */
export const RequestPasswordReset = Schema.Struct({ email: Email })
export type RequestPasswordReset = typeof RequestPasswordReset.Encoded

const decode = decodeInput(RequestPasswordReset)

/**
 * Queues a password reset mail. Whether anyone has the address is found out at delivery, so known and unknown ones
 * answer, write and last alike (OWASP Forgot Password Cheat Sheet); a disabled account gets none. Fails with `InvalidInput` for what is no address.
 */
export const requestPasswordReset = Effect.fnUntraced(function* (input: RequestPasswordReset) {
  const { email } = yield* decode(input)
  yield* transactional(requestMail("reset", normalizeEmail(email)))
})
