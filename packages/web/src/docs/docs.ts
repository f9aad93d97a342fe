import type { Asset } from "../Page.js"
import type { Site } from "../Site.js"
import type { OpenApiDocument } from "./OpenApiDocument.js"
import { PATHS } from "./paths.js"

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ")

/** What the reference is made of. */
export interface DocsOptions {
  /** The OpenAPI document as plain JSON; it is asked for once, when the page first is. */
  readonly openApi: () => unknown
  /** The site whose pages it leads to, or null where an app of its own is in front: then it leads to none. */
  readonly site: Site | null
}

/** The API reference at `/docs`, with its stylesheet and its script. A server loads them when they are first asked for. */
export const docs = ({ openApi, site }: DocsOptions): ReadonlyArray<Asset> => [
  {
    path: PATHS.page,
    contentType: "text/html; charset=utf-8",
    // The document is the contract's own, and a test shows every part of it.
    body: async () => (await import("./referencePage.js")).referencePage((await openApi()) as OpenApiDocument, site),
    headers: {
      "content-security-policy": POLICY,
      "permissions-policy": "camera=(), geolocation=(), microphone=()"
    }
  },
  {
    path: PATHS.stylesheet,
    contentType: "text/css; charset=utf-8",
    body: async () => (await import("./referenceStyle.js")).referenceStyle
  },
  {
    path: PATHS.script,
    contentType: "text/javascript; charset=utf-8",
    body: async () => (await import("#scripts")).reference
  }
]
