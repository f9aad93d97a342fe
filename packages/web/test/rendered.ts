import { type Page, type Site, sitePages } from "@boardwright/web"

/** The nonce that pages are rendered with here. */
export const nonce = "q1w2e3r4t5y6u7i8o9p0aQ=="
/** What someone may write into a link to do harm. */
export const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`

/** A server that shows its mails and its API. */
export const fullSite: Site = { version: "1.2.3", mailbox: true, docs: true }

/** A page as a browser gets it that accepts these languages. */
export const rendered = async (page: Page, query: Record<string, string> = {}, languages = "en"): Promise<string> => {
  const header = (name: string) => (name.toLowerCase() === "accept-language" ? languages : undefined)
  const html = await page.render({ nonce, query: new URLSearchParams(query), header })
  if (typeof html !== "string") throw new Error(`${page.path} is not rendered`)
  return html
}

/** The page at a path. */
export const render = (path: string, query: Record<string, string> = {}, site: Site = fullSite): Promise<string> => {
  const page = sitePages(site).find((candidate) => candidate.path === path)
  if (page === undefined) throw new Error(`no page at ${path}`)
  return rendered(page, query)
}

/** The opening tags of a name. */
export const tags = (html: string, name: string): ReadonlyArray<string> =>
  withoutScriptAndStyle(html).match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? []

/** The value of an attribute. */
export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** The text of the page's script, which is the first where it has several. */
export const scriptOf = (html: string): string => /<script[^>]*>([^]*?)<\/script>/.exec(html)?.[1] ?? ""

/** The document with its scripts and styles emptied. */
export const withoutScriptAndStyle = (html: string): string =>
  html.replace(/(<(script|style)\b[^>]*>)[^]*?<\/\2>/g, "$1</$2>")
