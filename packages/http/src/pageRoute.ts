import { Effect } from "effect"
import { ROUTE_NOT_FOUND, type StaticRoute } from "./router.js"

export interface PageRequest {
  /** For the `nonce` attributes of the page's scripts and styles. */
  readonly nonce: string
  readonly query: URLSearchParams
  /** A header by its name in any case. */
  readonly header: (name: string) => string | undefined
}

/** A page that a host serves beside the API. */
export interface Page {
  readonly path: string
  /** The page's own policy. Default: the policy of all pages. */
  readonly contentSecurityPolicy?: ((nonce: string) => string) | undefined
  /** The HTML document; null answers 404. */
  readonly render: (request: PageRequest) => string | null | Promise<string | null>
}

const newNonce = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
}

/** Serves a page, rendered for each request and never cached. */
export const pageRoute = (page: Page, policyOfAll: (nonce: string) => string): StaticRoute => ({
  _tag: "Static",
  name: `page ${page.path}`,
  method: "GET",
  template: page.path,
  respond: ({ header, search }) => {
    const nonce = newNonce()
    const query = new URLSearchParams(search)
    const render = async () => page.render({ nonce, query, header: (name) => header(name.toLowerCase()) })
    return Effect.map(Effect.promise(render), (body) => {
      if (body === null) return ROUTE_NOT_FOUND
      const headers = {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "content-security-policy": (page.contentSecurityPolicy ?? policyOfAll)(nonce)
      }
      return { status: 200, headers, body }
    })
  }
})
