import { openApi, type Pages } from "@boardwright/http"
import { MailFolder } from "@boardwright/node"
import {
  contentSecurityPolicy,
  docs,
  errorPage,
  favicon,
  mailbox,
  type Page,
  siteModules,
  type Site,
  sitePages,
  unsubscribeAddress
} from "@boardwright/web"
import { Effect, Option } from "effect"
import { outboxDir } from "./App.js"
import type { Settings } from "./settings.js"

declare const BOARDWRIGHT_VERSION: string

const NO_PAGES: Pages = { contentSecurityPolicy, pages: [] }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/**
 * Whether the mail in the outbox may be shown. A link in it is as good as a password, so the server must be reachable
 * from this machine only: it listens on a loopback address, and no setting implies a proxy.
 */
const showsMails = ({ baseUrl, host, smtpUrl, trustProxy, webUi }: Settings): boolean =>
  webUi &&
  smtpUrl === null &&
  trustProxy === 0 &&
  LOOPBACK.test(host) &&
  (baseUrl === null || LOOPBACK.test(new URL(baseUrl).hostname))

/** Whether the links in mail, and the redirects of a verification, lead to pages that nothing serves. */
export const leadsNowhere = ({ appUrl, webUi }: Settings): boolean => !webUi && appUrl === null

/** The pages that show the mail of the outbox. Without a site they have no navigation. */
const mailboxPages = (settings: Settings, site?: Site): ReadonlyArray<Page> => {
  const directory = outboxDir(settings)
  return mailbox(
    {
      list: (after) => Effect.runPromise(MailFolder.list(directory, { after })),
      find: (file) => Effect.runPromise(Effect.map(MailFolder.find(directory, file), Option.getOrNull))
    },
    site
  )
}

/** The pages beside the API. With a front end at `APP_URL`, only those that it does not have. */
export const servedPages = (settings: Settings): Pages => {
  if (!settings.webUi) return NO_PAGES
  const mails = showsMails(settings)
  const singleSignOn =
    settings.oidcIssuer === null ? undefined : { button: settings.oidcName, passwords: settings.passwordSignIn }
  const ours: Site = { version: BOARDWRIGHT_VERSION, mailbox: mails, docs: true, singleSignOn }
  const site = settings.appUrl === null ? ours : undefined
  return {
    contentSecurityPolicy,
    errorPage: site === undefined ? undefined : errorPage(site),
    assets: [favicon, ...docs({ openApi, site: site ?? null }), ...(site === undefined ? [] : siteModules)],
    pages: [
      unsubscribeAddress(site),
      ...(site === undefined ? [] : sitePages(site)),
      ...(mails ? mailboxPages(settings, site) : [])
    ]
  }
}
