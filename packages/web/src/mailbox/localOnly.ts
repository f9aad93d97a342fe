import type { Page, PageRequest } from "../Page.js"

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

// A proxy on this machine hands on requests of others, mostly with one of these.
const HANDED_ON = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]

const isLocal = ({ header }: PageRequest): boolean =>
  LOOPBACK.test(header("host") ?? "") && ["origin", ...HANDED_ON].every((name) => header(name) === undefined)

/**
 * The page for whoever sits at this machine; for others there is none. A name of somebody else's that leads to this
 * address (DNS rebinding) would make their page and this one of the same origin: the request says by which name it came.
 * A page of another origin that may call the API has no business here either: its requests name that origin.
 */
export const localOnly = (page: Page): Page => ({
  ...page,
  render: (request) => (isLocal(request) ? page.render(request) : null)
})
