import { Effect } from "effect"
import type { EmailTokenPurpose } from "../account/EmailToken.js"
import { Ids } from "../ports/Ids.js"
import { now } from "../values/Timestamp.js"
import { MailQueue } from "./MailQueue.js"

/** Queues a mail to a normalised address, as part of the transaction it is called in. */
export const requestMail = Effect.fnUntraced(function* (purpose: EmailTokenPurpose, email: string) {
  const queue = yield* MailQueue
  const id = yield* (yield* Ids).next
  const at = yield* now
  yield* queue.enqueue({ id, purpose, email, createdAt: at, attempts: 0, dueAt: at })
})
