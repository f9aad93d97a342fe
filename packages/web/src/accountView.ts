import { appView } from "./appView.js"
import { overview } from "./overview.js"
import type { PageRequest } from "./Page.js"
import type { Site } from "./Site.js"

type View = (site: Site, page: PageRequest) => Promise<string>

const inApp: View = async (site, page) => appView(site, page)

const VIEWS: Readonly<Record<string, View>> = {
  activity: inApp,
  board: inApp,
  import: inApp,
  members: inApp,
  securityLog: inApp,
  settings: inApp,
  tokens: inApp,
  trash: inApp,
  webhooks: inApp,
  workspaceTrash: inApp
}

/** The view that the query names, or else that of the whole account. */
export const accountView: View = (site, page) => {
  const name = Object.keys(VIEWS).find((each) => page.query.get(each))
  return (VIEWS[name ?? ""] ?? overview)(site, page)
}
