import type { RetryOptions } from "./retryAfter.js"

export interface ServerOptions extends RetryOptions {
  /**
   * The server's address, such as `https://boards.example.com`, with the path that it is mounted under, without `/api`. In
   * a browser "" is the page's own origin.
   */
  readonly baseUrl: string | URL
}

export const ADDRESS = "must be an address that begins with http:// or https://"

const isHttp = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:"

/** The address that paths are appended to. Throws a `TypeError` that names a wrong option. */
export const rootOf = ({ baseUrl, maxWaitSeconds = 0, retries = 0 }: Partial<ServerOptions> = {}): string => {
  if (baseUrl === undefined || baseUrl === null) throw new TypeError("baseUrl must be the address of the server")
  for (const [name, value] of Object.entries({ maxWaitSeconds, retries })) {
    if (!(value >= 0)) throw new TypeError(`${name} must be a number from 0`)
  }
  const address = String(baseUrl)
  if (URL.canParse(address) && !isHttp(new URL(address))) throw new TypeError(`baseUrl ${ADDRESS}`)
  return address.replace(/(?<!\/)\/+$/, "")
}
