import type { Texts } from "../text/en.js"

/** What a mail asks its reader to do. */
export interface MailLink {
  readonly label: keyof Texts
  readonly href: string
}

// ASCII only, so that what is shown is what is opened; the mark that ends a sentence is no part of it.
const ADDRESS = /https?:\/\/[!#-&(-;=?-~]*[#-&*+/-9=@-Z_a-z~-]/

const LABELS: ReadonlyArray<readonly [path: string, label: keyof Texts]> = [
  ["/verify-email?", "mailbox.verify"],
  ["/reset-password?", "mailbox.reset"],
  ["/confirm-email?", "confirmEmail.submit"],
  ["/undo-email?", "undoEmail.submit"],
  ["/account?board=", "mailbox.board"],
  ["?invitation=", "mailbox.invitation"]
]

/** The first address in a mail's text, named by what it does; null where there is none. */
export const mailLink = (text: string): MailLink | null => {
  const href = ADDRESS.exec(text)?.[0]
  if (href === undefined) return null
  return { label: LABELS.find(([path]) => href.includes(path))?.[1] ?? "mailbox.link", href }
}
