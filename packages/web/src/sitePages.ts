import { appAssets } from "./appAssets.js"
import { confirmEmail, undoEmail, unsubscribe } from "./emailLink.js"
import { forgotPassword } from "./forgotPassword.js"
import { home } from "./home.js"
import { moduleAsset } from "./moduleAsset.js"
import type { Asset, Page } from "./Page.js"
import { resetPassword } from "./resetPassword.js"
import { signin } from "./signin.js"
import { signup } from "./signup.js"
import type { Site } from "./Site.js"
import { verifyError } from "./verifyError.js"

/** The app has two addresses: where people work on a board, and what they do beside it. It shows what the query names. */
const appPage = (site: Site, path: string): Page => ({
  path,
  render: async (page) => (await import("./appView.js")).appView(site, page)
})

/** The pages that a server has where no app of its own is in front of it. Their links lead to what `site` serves. */
export const sitePages = (site: Site): ReadonlyArray<Page> => [
  home(site),
  signup(site),
  signin(site),
  verifyError(site),
  forgotPassword(site),
  resetPassword(site),
  confirmEmail(site),
  undoEmail(site),
  unsubscribe(site),
  appPage(site, "/app"),
  appPage(site, "/account")
]

/** The scripts and styles that those pages load. */
export const siteModules: ReadonlyArray<Asset> = [
  ...appAssets,
  moduleAsset("/account/most-used-passwords.js", "mostUsedPasswords"),
  moduleAsset("/account/reading.js", "reading"),
  moduleAsset("/account/excel.js", "readExcel"),
  moduleAsset("/account/import-body.js", "importBody"),
  moduleAsset("/account/json.js", "readJson")
]
