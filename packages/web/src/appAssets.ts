import { all } from "#app-names"
import type { Asset } from "./Page.js"

/** Where a file of the app is served. */
export const appAddress = (name: string): string => `/app/${name}`

/** The scripts and the stylesheet of the app. Their names change with their content, so browsers store them for good. */
export const appAssets: ReadonlyArray<Asset> = all.map((name) => ({
  path: appAddress(name),
  contentType: name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
  headers: { "cache-control": "public, max-age=31536000, immutable" },
  body: async () => (await import("#app-files")).files[name] ?? ""
}))
