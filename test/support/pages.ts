import { sitePages } from "@boardwright/web"

/** The pages of a server that has neither a mailbox nor a reference to show. */
export const pages = sitePages({ version: null, mailbox: false, docs: false })
