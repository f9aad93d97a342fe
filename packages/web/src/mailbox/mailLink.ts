/** What a mail asks its reader to do. */
export interface MailLink {
  readonly label: string
  readonly href: string
}

// ASCII only, so that what is shown is what is opened; the mark that ends a sentence is no part of it.
const ADDRESS = /https?:\/\/[!#-&(-;=?-~]*[#-&*+/-9=@-Z_a-z~-]/

const LABELS: ReadonlyArray<readonly [path: string, label: string]> = [
  ["/verify-email?", "Verify email address"],
  ["/reset-password?", "Reset password"],
  ["/confirm-email?", "Confirm address"],
  ["/undo-email?", "Undo change"],
  ["/account?board=", "Open board"],
  ["?invitation=", "Open the invitation"]
]

/** The first address in a mail's text, named in our words; null where there is none. */
export const mailLink = (text: string): MailLink | null => {
  const href = ADDRESS.exec(text)?.[0]
  if (href === undefined) return null
  return { label: LABELS.find(([path]) => href.includes(path))?.[1] ?? "Open the link", href }
}
