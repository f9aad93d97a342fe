import { boardView } from "./boardView.js"
import { importView } from "./importView.js"
import { overview } from "./overview.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"
import { webhooksView } from "./webhooksView.js"

/**
 * Who is signed in, with the workspaces and boards; `?board=ID` shows a board, `?webhooks=ID` its webhooks, `?import=ID`
 * imports into a workspace.
 */
export const account = (site: Site): Page => ({
  path: "/account",
  render: (page) => {
    if (page.query.get("board")) return boardView(site, page)
    if (page.query.get("webhooks")) return webhooksView(site, page)
    return page.query.get("import") ? importView(site, page) : overview(site, page)
  }
})
