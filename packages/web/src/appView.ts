import { script, stylesheet } from "#app-names"
import { appAddress } from "./appAssets.js"
import { ABOUT, navigation } from "./layout.js"
import { markup, staticText } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"
import { languageOf, loadTexts } from "./text/language.js"

/**
 * The document of the app, which shows what the query names, or the home of the user. At `/app` it is a board (`?board=ID`
 * with the view, the filters and the open task); at `/account` `?activity=ID` is what happened on a board, or with `&task=ID` to a
 * task, `?members=ID` the members of a workspace, `?settings=1` the settings of the account, `?tokens=1` its API tokens,
 * `?securityLog=1` its security log, `?trash=ID` the trash of a board, `?workspaceTrash=ID` that of a workspace,
 * `?webhooks=ID` the webhooks of a board, `?import=ID` an import into a workspace, and `?invitation=ID` the home with an invitation.
 */
export const appView = async (site: Site, page: PageRequest): Promise<string> => {
  const { nonce } = page
  const language = languageOf(page)
  const texts = await loadTexts(language)
  return markup`<!doctype html>
<html lang="${language}">
<head>
${ABOUT}
<title>Boardwright</title>
<script nonce="${nonce}">${staticText((await import("#scripts")).early)}</script>
<link rel="stylesheet" href="${appAddress(stylesheet)}" nonce="${nonce}">
</head>
<body class="app">
<a class="skip" href="#main">${texts["document.skip"]}</a>
<header class="bar" id="bar"${site.docs ? markup` data-docs` : null}${site.mailbox ? markup` data-mailbox` : null}>
<p class="brand">Boardwright</p>
${navigation(site, "/app", texts)}
</header>
<main id="main" tabindex="-1">
<div id="app"><p id="stuck" hidden>${texts["document.stuck"]}</p><div class="skeleton"><h1 class="visually-hidden">Boardwright</h1></div></div>
<noscript><p>${texts["document.needsScript"]}</p></noscript>
</main>
${sessionEnded(site, texts)}
<script type="module" src="${appAddress(script)}" nonce="${nonce}"></script>
</body>
</html>
`.text
}
