/** What a Boardwright has to know about where it is mounted. */
export interface LayerOptions {
  /**
   * The public address that everything is mounted under, such as `https://example.com/work`, for the links in mails.
   * Default: `http://localhost:3000`.
   */
  readonly baseUrl?: string | undefined
  /**
   * The front end's address: its `/signin`, `/verify-error` and `/reset-password` are where mails and redirects lead.
   * Default: `baseUrl`.
   */
  readonly appUrl?: string | undefined
  /** Whether mails are delivered by this process. Default: true. */
  readonly deliverMail?: boolean | undefined
}

const LOCAL = "http://localhost:3000"

const withoutSlash = (text: string): string => text.replace(/(?<!\/)\/+$/, "")

/** The public address without a slash at its end. */
export const baseUrlOf = ({ baseUrl = LOCAL }: LayerOptions): string => withoutSlash(baseUrl)

/** The front end's address without a slash at its end; null where there is none. */
export const appUrlOf = ({ appUrl }: LayerOptions): string | null =>
  appUrl === undefined ? null : withoutSlash(appUrl)

/** The path of the public address, such as `/work`; empty at the root. */
export const basePathOf = (options: LayerOptions): string => withoutSlash(new URL(baseUrlOf(options)).pathname)
