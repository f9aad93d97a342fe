import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/**
 * Who is signed in, with the workspaces and boards. `?board=ID` shows a board, `?activity=ID` what happened on it, or with
 * `&task=ID` to a task, `?members=ID` the members of a workspace, `?settings=1` the sessions, the address and the end of the account, `?tokens=1` its API tokens, `?securityLog=1` its security log, `?trash=ID` its trash, `?workspaceTrash=ID` that of a workspace, `?webhooks=ID` its webhooks, and
 * `?import=ID` imports into a workspace.
 */
export const account = (site: Site): Page => ({
  path: "/account",
  // Imported when it is first opened, since most of the pages are here.
  render: async (page) => (await import("./accountView.js")).accountView(site, page)
})
