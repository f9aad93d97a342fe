import { accountStylesheet } from "./accountStylesheet.js"
import { status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const confirmation = markup`<dialog id="confirm" aria-labelledby="confirm-title">
<h2 id="confirm-title">Delete this for good?</h2>
<p><strong id="confirm-what"></strong>, with everything in it, can no longer be restored.</p>
<form method="dialog" class="actions">
<button class="quiet" value="">Keep it</button>
<button value="delete">Delete it for good</button>
</form>
</dialog>`

const body = (site: Site) => markup`<p class="back"><a id="back" href="/account">Back to your account</a></p>
${problem}
<p id="loading">Loading the trash.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
<p>What was deleted can be restored until it is deleted for good, which happens after 30 days unless this server is set up otherwise.</p>
${status("said")}
<section aria-labelledby="place">
<h2 id="place"></h2>
<p class="hint" id="count" role="status"></p>
<ul class="rows lined" id="deletions" role="list" aria-labelledby="place"></ul>
<p class="act"><button class="quiet" type="button" id="show-more" hidden>Show more</button></p>
</section>
</div>
${confirmation}
${sessionEnded(site)}`

/** The trash of a board or a workspace: deletions are restored, and deleted for good by those who manage the board. */
export const trashView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Trash",
    body: body(site),
    script: "trash"
  })
