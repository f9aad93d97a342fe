import { accountStylesheet } from "./accountStylesheet.js"
import { status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem } from "./sessionEnded.js"
import type { Site } from "./Site.js"

/** The formats of a downloaded board, each as people call it. */
const DOWNLOADS = [
  ["xlsx", "Excel"],
  ["csv", "CSV"],
  ["json", "JSON"]
] as const

const body = markup`<p class="back"><a href="/account">Back to your account</a></p>
${status("said")}
${problem}
<p id="loading">Loading the board.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<p id="description" hidden></p>
<p class="act" id="places" hidden><a class="button quiet small" id="activity">Activity</a> <a class="button quiet small" id="trash">Trash</a></p>
<p class="act" id="export" hidden><span>Download as</span> ${DOWNLOADS.map(([format, text]) => markup`<button class="quiet small" type="button" data-format="${format}" aria-label="Download as ${text}">${text}</button>`)}</p>
<p class="hint" id="count" role="status"></p>
<div id="table" hidden>
<table role="table" class="tasks" id="tasks">
<caption class="visually-hidden" id="caption">Tasks</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Task</th><th role="columnheader" scope="col">Status</th><th role="columnheader" scope="col">Priority</th><th role="columnheader" scope="col">Due</th><th role="columnheader" scope="col">Assignees</th></tr></thead>
</table>
</div>
<p class="act"><button class="quiet" type="button" id="show-more" hidden>Show more</button></p>`

/** A board to read: its groups and tasks. */
export const boardView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Board",
    body,
    script: "board"
  })
