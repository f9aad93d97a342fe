import type * as scripts from "#scripts"
import { markup, type Markup, staticText } from "./markup.js"
import type { PageRequest } from "./Page.js"
import type { Site } from "./Site.js"
import { stylesheet } from "./stylesheet.js"
import type { Texts } from "./text/en.js"
import { type Language, languageOf, loadTexts } from "./text/language.js"

/** What a page fills into the document. */
export interface Content {
  /** The one heading, and the window's title. */
  readonly title: string
  readonly body: Markup
  readonly script: keyof typeof scripts
  /** The site whose pages the navigation leads to; without it there is no navigation. */
  readonly site?: Site
  /** The page's own path, which the navigation marks. */
  readonly path?: string
  /** For tables: as wide as the window allows. */
  readonly wide?: boolean
  /** What the page needs besides the stylesheet of all; the same text for every request. */
  readonly styles?: string
  /** Whether the page is of no use without its script, and says so. True unless told otherwise. */
  readonly needsScript?: boolean
  /** Default: that of the request. */
  readonly language?: Language
}

/** The links that every page begins with; the page's own is marked. */
export const navigation = (site: Site, path: string, texts: Texts): Markup => {
  const entries: ReadonlyArray<readonly [href: string, text: string]> = [
    ["/", texts["site.home"]],
    ["/app", texts["site.boards"]],
    ...(site.docs ? [["/docs", texts["site.api"]] as const] : []),
    ...(site.mailbox ? [["/mailbox", texts["site.mailbox"]] as const] : [])
  ]
  const entry = ([href, text]: readonly [string, string]): Markup =>
    markup`<li><a href="${href}"${href === path ? markup` aria-current="page"` : null}>${text}</a></li>`
  return markup`<nav aria-label="${texts["site.label"]}"><ul>${entries.map(entry)}</ul></nav>`
}

/** What every document says of itself first. */
export const ABOUT = markup`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">`

/** The whole document around a page's own `body`. The scripts are loaded with the first page. */
export const layout = async (
  page: Pick<PageRequest, "header" | "nonce">,
  {
    body,
    language = languageOf(page),
    needsScript = true,
    path = "",
    script,
    site,
    styles = "",
    title,
    wide = false
  }: Content
): Promise<string> => {
  const { nonce } = page
  const texts = await loadTexts(language)
  return markup`<!doctype html>
<html lang="${language}">
<head>
${ABOUT}
<title>${title} - Boardwright</title>
<style nonce="${nonce}">${staticText(stylesheet + styles)}</style>
</head>
<body class="${wide ? "wide" : "narrow"}">
<a class="skip" href="#main">${texts["document.skip"]}</a>
<header>
<p class="brand">Boardwright</p>
${site === undefined ? null : navigation(site, path, texts)}
</header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${body}
${needsScript ? markup`<noscript><p>${texts["document.needsScript"]}</p></noscript>` : null}
</main>
<script nonce="${nonce}">${staticText((await import("#scripts"))[script])}</script>
</body>
</html>
`.text
}

/** A list of links below a form. */
export const links = (entries: ReadonlyArray<readonly [href: string, text: string]>): Markup =>
  markup`<ul class="links">${entries.map(([href, text]) => markup`<li><a href="${href}">${text}</a></li>`)}</ul>`
