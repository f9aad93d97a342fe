import { Context, type Effect } from "effect"
import type { MailUnavailable } from "./PortError.js"

export interface Mail {
  /** One address, checked; never a header. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a POST ends such mails (RFC 8058); absent of mails that cannot be refused. */
  readonly unsubscribe?: string | undefined
}

/** Hands mails over for delivery. */
export class Mailer extends Context.Tag("@boardwright/core/Mailer")<
  Mailer,
  {
    /** Succeeds once the next hop has accepted the mail. */
    readonly send: (mail: Mail) => Effect.Effect<void, MailUnavailable>
    /** Whether there is no mailer, so that invitations are not mailed. */
    readonly isMissing?: boolean
  }
>() {}
