import type * as modules from "#modules"
import type { Asset } from "./Page.js"

/** A module that a page imports when it first needs it. */
export const moduleAsset = (path: string, name: keyof typeof modules): Asset => ({
  path,
  contentType: "text/javascript; charset=utf-8",
  body: async () => (await import("#modules"))[name]
})
