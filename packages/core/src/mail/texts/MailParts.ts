import type { InvitedPlace } from "../../invitation/Invitation.js"

/** What texts of mails name. A name is null if it is unknown, or if it could become a link. */
export interface MailParts {
  readonly place: { readonly kind: InvitedPlace["kind"]; readonly name: string | null }
  /** When something was done, and with what, as far as it is known. */
  readonly circumstances: {
    readonly at: string
    readonly browser: string | null
    readonly address: string | null
  }
}
