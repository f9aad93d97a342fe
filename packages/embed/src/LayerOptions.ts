/** Where Boardwright is mounted. */
export interface LayerOptions {
  /**
   * The public address that everything is mounted under, such as `https://example.com/work`, for links in emails.
   * Default: `http://localhost:3000`.
   */
  readonly baseUrl?: string | undefined
  /**
   * The front end's address: emails and redirects lead to its `/signin`, `/verify-error`, `/reset-password`, `/confirm-email`, `/undo-email`,
   * `/unsubscribe`, `/signup` and `/account`. Default: `baseUrl`.
   */
  readonly appUrl?: string | undefined
  /** Whether this process delivers mail. Default: true. */
  readonly deliverMail?: boolean | undefined
  /**
   * Whether users get mails about tasks that are assigned to them or due tomorrow, comments that mention them, new devices and API
   * tokens that expire, until they choose. Needs Boardwright's own accounts. Default: false.
   */
  readonly notificationMails?: boolean | undefined
  /** Whether this process delivers to webhooks. Default: true. */
  readonly deliverWebhooks?: boolean | undefined
}

const LOCAL = "http://localhost:3000"

const withoutSlash = (text: string): string => text.replace(/(?<!\/)\/+$/, "")

/** The public address without a trailing slash. */
export const baseUrlOf = ({ baseUrl = LOCAL }: LayerOptions): string => withoutSlash(baseUrl)

/** The front end's address without a trailing slash; null if there is none. */
export const appUrlOf = ({ appUrl }: LayerOptions): string | null =>
  appUrl === undefined ? null : withoutSlash(appUrl)

/** The path of the public address, such as `/work`; empty at the root. */
export const basePathOf = (options: LayerOptions): string => withoutSlash(new URL(baseUrlOf(options)).pathname)
