import { accountStylesheet } from "./accountStylesheet.js"
import { status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const body = (site: Site) => markup`<p class="back"><a id="back" href="/account">Back to the board</a></p>
${problem}
<p id="loading">Loading the activity.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
${status("said")}
<section aria-labelledby="place">
<h2 id="place"></h2>
<p id="whole" hidden><a>Activity of the whole board</a></p>
<p class="hint" id="none" hidden>Nothing has happened yet.</p>
<ol class="rows lined" id="events" role="list" aria-label="What happened, newest first"></ol>
<p class="act"><button class="quiet" type="button" id="older" hidden>Older</button></p>
</section>
</div>
${sessionEnded(site)}`

/** What happened on a board, or to one of its tasks, as sentences; what can be undone has a button for it. */
export const activityView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Activity",
    body: body(site),
    script: "activity"
  })
