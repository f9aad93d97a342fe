import { openApi, type Pages } from "@boardwright/http"
import { contentSecurityPolicy, docs, favicon, type Site, sitePages } from "@boardwright/web"
import { mailboxPages } from "./mailboxPages.js"
import type { Settings } from "./settings.js"

declare const BOARDWRIGHT_VERSION: string

const NO_PAGES: Pages = { contentSecurityPolicy, pages: [] }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/**
 * Whether the mails in the outbox may be shown. A link in one is as good as a password, so only where everyone who
 * reaches the server is on this machine: it listens there alone, and nothing says that a proxy hands requests on.
 */
const showsMails = ({ baseUrl, host, smtpUrl, trustProxy, webUi }: Settings): boolean =>
  webUi &&
  smtpUrl === null &&
  trustProxy === 0 &&
  LOOPBACK.test(host) &&
  (baseUrl === null || LOOPBACK.test(new URL(baseUrl).hostname))

/** Whether the links of mails, and where a verification leads, are pages that nobody serves. */
export const leadsNowhere = ({ appUrl, webUi }: Settings): boolean => !webUi && appUrl === null

/** What a server of these settings serves beside the API: with a front end elsewhere, only what it does not have. */
export const servedPages = (settings: Settings): Pages => {
  if (!settings.webUi) return NO_PAGES
  const mails = showsMails(settings)
  const ours: Site = { version: BOARDWRIGHT_VERSION, mailbox: mails, docs: true }
  const site = settings.appUrl === null ? ours : undefined
  return {
    contentSecurityPolicy,
    assets: [favicon, ...docs({ openApi, site: site ?? null })],
    pages: [...(site === undefined ? [] : sitePages(site)), ...(mails ? mailboxPages(settings, site) : [])]
  }
}
