import { Context } from "effect"

/** Whether the operator lets Boardwright send mails that no one asked for, such as about tasks and sign-ins. */
export class NotificationMails extends Context.Reference<NotificationMails>()("@boardwright/core/NotificationMails", {
  defaultValue: () => false
}) {}
