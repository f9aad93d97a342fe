import type { RetryOptions } from "./retryAfter.js"

export interface ServerOptions extends RetryOptions {
  /**
   * The server's address, such as `https://boards.example.com`, with the path that it is mounted under, without `/api`. In
   * a browser "" is the page's own origin.
   */
  readonly baseUrl: string | URL
}

/** The address that paths are appended to. */
export const rootOf = ({ baseUrl }: ServerOptions): string => String(baseUrl).replace(/(?<!\/)\/+$/, "")
