import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/** Where people work: `?board=ID` shows a board, and its query names the view, the filters and the open task. */
export const app = (site: Site): Page => ({
  path: "/app",
  render: async (page) => (await import("./appView.js")).appView(site, page)
})
