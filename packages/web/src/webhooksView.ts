import { accountStylesheet } from "./accountStylesheet.js"
import { status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { secretSection } from "./secretSection.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const create = markup`<section aria-labelledby="new-title">
<h2 id="new-title">New webhook</h2>
<form id="create" method="post" action="/api/webhooks">
<p class="notice" id="create-alert" role="alert" tabindex="-1"></p>
<div class="field">
<label for="url">URL</label>
<p class="hint" id="url-hint">Must begin with https:// and be reachable from the Internet.</p>
<input id="url" name="url" type="text" inputmode="url" autocomplete="off" spellcheck="false" required maxlength="2000" aria-describedby="url-hint url-error">
<p class="error" id="url-error" aria-live="polite"></p>
</div>
<div class="check">
<input id="only-tasks" name="types" type="checkbox" autocomplete="off" aria-describedby="only-tasks-error">
<label for="only-tasks">Only changes of tasks</label>
<p class="error" id="only-tasks-error" aria-live="polite"></p>
</div>
<button type="submit">Create webhook</button>
</form>
</section>`

const deliveries = markup`<section id="deliveries" aria-labelledby="deliveries-title" hidden>
<h2 id="deliveries-title" tabindex="-1">Deliveries</h2>
<p class="hint" id="delivery-count" role="status"></p>
<table role="table" class="deliveries" id="delivery-table">
<caption class="visually-hidden">Deliveries, latest changes first</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Change</th><th role="columnheader" scope="col">When</th><th role="columnheader" scope="col">Result</th><th role="columnheader" scope="col">Again</th></tr></thead>
<tbody role="rowgroup" id="delivery-rows"></tbody>
</table>
<p class="act"><button class="quiet" type="button" id="more-deliveries" hidden>Show more</button></p>
</section>`

const confirmation = markup`<dialog id="confirm" aria-labelledby="confirm-title">
<h2 id="confirm-title">Delete this webhook?</h2>
<p>Nothing more is sent to <strong id="confirm-what"></strong>, and its deliveries are deleted.</p>
<form method="dialog" class="actions">
<button class="quiet" value="">Keep it</button>
<button value="delete">Delete it</button>
</form>
</dialog>`

const body = (site: Site) => markup`<p class="back"><a id="back" href="/account">Back to the board</a></p>
${problem}
<p id="loading">Loading the webhooks.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
<p>A webhook sends every change of the board <strong id="board-name"></strong> to a URL of yours.</p>
${status("said")}
${secretSection("Secret", "The receiver verifies messages with it. It is not shown again.", "Copy the secret")}
<section aria-labelledby="list-title">
<h2 id="list-title" tabindex="-1">Webhooks</h2>
<p class="hint" id="none" hidden>There are none yet.</p>
<div id="list"></div>
</section>
${deliveries}
${create}
</div>
${confirmation}
${sessionEnded(site)}`

/** The webhooks of a board, for those who manage it: make, test and delete them, and look at their deliveries. */
export const webhooksView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Webhooks",
    body: body(site),
    script: "webhooks"
  })
