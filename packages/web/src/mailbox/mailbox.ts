import type { Page } from "../Page.js"
import type { Site } from "../Site.js"
import { localOnly } from "./localOnly.js"
import type { MailSource } from "./MailSource.js"
import { mailHtml } from "./mailHtml.js"
import { mailList } from "./mailList.js"
import { mailMessage } from "./mailMessage.js"

/**
 * The mails that a server kept instead of sending them: a list, each by itself, and the HTML of each for its frame. A mail
 * holds what lets its reader in: serve these to nobody but who runs the server. They answer only to this machine's own
 * names. Without a site there is no navigation.
 */
export const mailbox = (mails: MailSource, site?: Site): ReadonlyArray<Page> =>
  [mailList(mails, site), mailMessage(mails, site), mailHtml(mails)].map(localOnly)
