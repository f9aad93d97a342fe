/** What the pages have to know of the server that serves them. */
export interface Site {
  /** Of Boardwright; null leaves it unsaid. */
  readonly version: string | null
  /** Whether this server shows its mails at `/mailbox`. */
  readonly mailbox: boolean
  /** Whether this server has an API reference at `/docs`. */
  readonly docs: boolean
  /** The text of the button that leads to the identity provider, and whether passwords are used too. Default: passwords only. */
  readonly singleSignOn?: { readonly button: string; readonly passwords: boolean } | undefined
}
