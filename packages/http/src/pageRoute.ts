import { Effect } from "effect"
import { ROUTE_NOT_FOUND } from "./errors.js"
import { refuse } from "./refuse.js"
import type { StaticRoute } from "./StaticRoute.js"

/** What is rendered for a browser. */
export interface PageRequest {
  /** For the `nonce` of the page's scripts and styles. */
  readonly nonce: string
  readonly query: URLSearchParams
  /** A header of the request, whatever the case of its name. */
  readonly header: (name: string) => string | undefined
}

/** A page of the host, served beside the API. */
export interface Page {
  readonly path: string
  /** The policy that this page is written for; that of all pages unless it has its own. */
  readonly contentSecurityPolicy?: ((nonce: string) => string) | undefined
  /** The document, or null where there is none to show: that is a 404. */
  readonly render: (request: PageRequest) => string | null | Promise<string | null>
}

const newNonce = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
}

/** Serves a page, made anew for each request and kept by no cache. */
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
      if (body === null) return refuse(ROUTE_NOT_FOUND)
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
