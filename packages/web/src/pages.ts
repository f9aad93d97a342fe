import type { Page } from "./Page.js"
import { sitePages } from "./sitePages.js"

/** The pages of a server that has neither a mailbox nor a reference to show. */
export const pages: ReadonlyArray<Page> = sitePages({ version: null, mailbox: false, docs: false })
