import { accountStylesheet } from "./accountStylesheet.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const body = markup`<p class="back"><a href="/account?settings=1">Back to your settings</a></p>
${problem}
<p id="loading">Loading the security log.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
<p>If something here was not you, sign out everywhere in your <a href="/account?settings=1">settings</a> and change your password.</p>
<p class="hint" id="count" role="status"></p>
<ol class="rows lined" id="events" role="list" aria-label="Security events, latest first"></ol>
<p class="act"><button class="quiet" type="button" id="older" hidden>Older</button></p>
</div>`

/** What happened to the account, as sentences, latest first. */
export const securityLogView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Security log",
    body,
    script: "securityLog"
  })
