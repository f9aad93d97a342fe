import { Account } from "@boardwright/core"
import { openApi } from "./openApi.js"

/** What is rendered for a browser. */
export interface PageRequest {
  /** For the `nonce` of the page's scripts and styles. */
  readonly nonce: string
  readonly query: URLSearchParams
}

/** A page of the host, served beside the API. */
export interface Page {
  readonly path: string
  readonly render: (request: PageRequest) => string
}

/** The pages and the policy they are written for. */
export interface Pages {
  readonly pages: ReadonlyArray<Page>
  readonly contentSecurityPolicy: (nonce: string) => string
}

/** For hosts without pages of ours. */
export const NO_PAGES: Pages = { pages: [], contentSecurityPolicy: () => "default-src 'none'" }

/** Content that needs no session, no input and no storage; never counted. */
export interface StaticRoute {
  readonly _tag: "Static"
  readonly name: string
  readonly method: "GET"
  readonly template: string
  readonly respond: (search: string) => { readonly headers: { readonly [name: string]: string }; readonly body: string }
}

const AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Avatar"><rect width="64" height="64" rx="32" fill="#c7d2fe"/><circle cx="32" cy="25" r="11" fill="#4f46e5"/><path d="M11 57a21 21 0 0 1 42 0 32 32 0 0 1-42 0z" fill="#4f46e5"/></svg>\n`

// Public, and for pages of any origin: a front end elsewhere shows the avatar as an image.
const PUBLIC = { "cache-control": "public, max-age=3600", "cross-origin-resource-policy": "cross-origin" }

const constant = (name: string, template: string, type: string, body: string): StaticRoute => ({
  _tag: "Static",
  name,
  method: "GET",
  template,
  respond: () => ({ headers: { "content-type": type, ...PUBLIC }, body })
})

const nonce = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
}

const pageRoute = (page: Page, policy: Pages["contentSecurityPolicy"]): StaticRoute => ({
  _tag: "Static",
  name: `page ${page.path}`,
  method: "GET",
  template: page.path,
  respond: (search) => {
    const value = nonce()
    return {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "content-security-policy": policy(value)
      },
      body: page.render({ nonce: value, query: new URLSearchParams(search) })
    }
  }
})

/** The OpenAPI document, the default avatar, and the host's pages. */
export const staticRoutes = ({ contentSecurityPolicy, pages }: Pages): ReadonlyArray<StaticRoute> => [
  constant("openapi", "/api/openapi.json", "application/json; charset=utf-8", JSON.stringify(openApi())),
  constant("avatar", Account.DEFAULT_AVATAR, "image/svg+xml", AVATAR),
  ...pages.map((page) => pageRoute(page, contentSecurityPolicy))
]
