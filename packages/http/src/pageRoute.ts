import { Effect } from "effect"
import { ROUTE_NOT_FOUND, type StaticRoute } from "./router.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"

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

/** The page that people see in place of an error. */
export interface ErrorPage {
  readonly render: (status: number, request: PageRequest) => string | Promise<string>
}

const send = (
  { header, search }: ServerRequest,
  status: number,
  policy: (nonce: string) => string,
  render: (request: PageRequest) => string | null | Promise<string | null>
): Effect.Effect<ServerResponse> => {
  const nonce = newNonce()
  const query = new URLSearchParams(search)
  const document = async () => render({ nonce, query, header: (name) => header(name.toLowerCase()) })
  return Effect.map(Effect.promise(document), (body) => {
    if (body === null) return ROUTE_NOT_FOUND
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "content-security-policy": policy(nonce)
    }
    return { status, headers, body }
  })
}

/** Serves a page, rendered for each request and never cached. */
export const pageRoute = (page: Page, policyOfAll: (nonce: string) => string): StaticRoute => ({
  _tag: "Static",
  name: `page ${page.path}`,
  method: "GET",
  template: page.path,
  respond: (request) => send(request, 200, page.contentSecurityPolicy ?? policyOfAll, page.render)
})

const IS_API = /(^|\/)(api|mcp)(\/|$)/

const isForPeople = ({ header, method, path }: ServerRequest): boolean =>
  (method === "GET" || method === "HEAD") && !IS_API.test(path) && (header("accept") ?? "").includes("text/html")

/** Shows people a page in place of an error outside the API: of an unknown address, and of what failed unexpectedly. */
export const withErrorPage =
  (page: ErrorPage, policy: (nonce: string) => string) =>
  (request: ServerRequest, response: ServerResponse): Effect.Effect<ServerResponse> => {
    const { status } = response
    const isShown = (status === 404 || status >= 500) && isForPeople(request)
    return isShown ? send(request, status, policy, (asked) => page.render(status, asked)) : Effect.succeed(response)
  }
