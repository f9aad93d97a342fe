import { Account } from "@boardwright/core"
import { type Asset, assetRoute } from "./assetRoute.js"
import { openApi, type OpenApiOptions } from "./openApi.js"
import { type ErrorPage, type Page, pageRoute } from "./pageRoute.js"
import type { StaticRoute } from "./router.js"

/** The pages and assets that a host serves beside the API. */
export interface Pages {
  readonly pages: ReadonlyArray<Page>
  readonly assets?: ReadonlyArray<Asset> | undefined
  readonly contentSecurityPolicy: (nonce: string) => string
  /** What browsers show in place of an error outside the API. Default: the error as JSON. */
  readonly errorPage?: ErrorPage | undefined
}

export const NO_PAGES: Pages = { pages: [], contentSecurityPolicy: () => "default-src 'none'" }

const AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Avatar"><rect width="64" height="64" rx="32" fill="#c7d2fe"/><circle cx="32" cy="25" r="11" fill="#4f46e5"/><path d="M11 57a21 21 0 0 1 42 0 32 32 0 0 1-42 0z" fill="#4f46e5"/></svg>\n`

// For pages of any origin: a front end elsewhere shows the avatar as an image.
const PUBLIC = { "cache-control": "public, max-age=3600", "cross-origin-resource-policy": "cross-origin" }

const ours = (options: OpenApiOptions): ReadonlyArray<Asset> => [
  {
    path: "/api/openapi.json",
    contentType: "application/json; charset=utf-8",
    body: async () => JSON.stringify(await openApi(options)),
    headers: PUBLIC
  },
  { path: Account.DEFAULT_AVATAR, contentType: "image/svg+xml", body: AVATAR, headers: PUBLIC }
]

/** The OpenAPI document, the default avatar, and the host's pages and assets. */
export const staticRoutes = (
  { assets = [], contentSecurityPolicy, pages }: Pages,
  options: OpenApiOptions
): ReadonlyArray<StaticRoute> => [
  ...[...ours(options), ...assets].map(assetRoute),
  ...pages.map((page) => pageRoute(page, contentSecurityPolicy))
]
