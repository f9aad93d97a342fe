import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/**
 * What people do beside working on a board. `?activity=ID` shows what happened on a board, or with `&task=ID` to a task,
 * `?members=ID` the members of a workspace, `?settings=1` the settings of the account, `?tokens=1` its API tokens,
 * `?securityLog=1` its security log, `?trash=ID` the trash of a board, `?workspaceTrash=ID` that of a workspace,
 * `?webhooks=ID` the webhooks of a board, and `?import=ID` imports into a workspace. `?invitation=ID` shows the home page with
 * an invitation, as `/app` does.
 */
export const account = (site: Site): Page => ({
  path: "/account",
  render: async (page) => (await import("./appView.js")).appView(site, page)
})
