import { Effect } from "effect"
import { NotificationMails } from "../ports/NotificationMails.js"
import { requestMail } from "../ports/MailQueue.js"
import { recordOwnSecurityEvent } from "../security/recordSecurityEvent.js"
import type { SecurityEventDetail } from "../security/SecurityEvent.js"
import { isNewDevice } from "./knownClients.js"
import type { SessionId } from "./SessionRepository.js"
import type { UserId } from "./User.js"

/**
 * Records a sign-in in the security log as part of its transaction, and queues a mail about a new device where the operator has
 * such mails on.
 */
export const recordSignIn = Effect.fnUntraced(function* (
  userId: UserId,
  sessionId: SessionId,
  detail: SecurityEventDetail = {}
) {
  const event = yield* recordOwnSecurityEvent("signIn.succeeded", userId, sessionId, detail)
  if ((yield* NotificationMails) && (yield* isNewDevice(userId))) yield* requestMail("signedIn", "", event)
})
