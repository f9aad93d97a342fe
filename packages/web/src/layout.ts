import { markup, type Markup, staticText } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { stylesheet } from "./stylesheet.js"

/** The whole document around a page's own `body`. `script` is the same text for every request. */
export const layout = (
  { nonce }: PageRequest,
  { body, script, title }: { readonly title: string; readonly body: Markup; readonly script: string }
): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title} - Boardwright</title>
<style nonce="${nonce}">${staticText(stylesheet)}</style>
</head>
<body>
<header><p class="brand">Boardwright</p></header>
<main>
<h1>${title}</h1>
${body}
<noscript><p>This page needs JavaScript.</p></noscript>
</main>
<script nonce="${nonce}">${staticText(script)}</script>
</body>
</html>
`.text

/** A list of links below a form. */
export const links = (entries: ReadonlyArray<readonly [href: string, text: string]>): Markup =>
  markup`<ul class="links">${entries.map(([href, text]) => markup`<li><a href="${href}">${text}</a></li>`)}</ul>`
