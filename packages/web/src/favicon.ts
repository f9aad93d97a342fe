import type { Asset } from "./Page.js"

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#4338ca"/><path fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" d="M9 9v14M16 9v8M23 9v11"/></svg>\n`

/** A board with its groups, where browsers ask for an icon by themselves. */
export const favicon: Asset = {
  path: "/favicon.ico",
  contentType: "image/svg+xml",
  body: ICON,
  headers: { "cache-control": "public, max-age=86400" }
}
