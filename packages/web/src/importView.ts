import { accountStylesheet } from "./accountStylesheet.js"
import { status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const settings = markup`<div id="settings" hidden>
<div class="field">
<label for="board-name">Name of the board</label>
<input id="board-name" name="board-name" type="text" autocomplete="off" required maxlength="255" aria-describedby="board-name-error">
<p class="error" id="board-name-error" aria-live="polite"></p>
</div>
<div class="check">
<input id="headed" name="headed" type="checkbox" autocomplete="off" aria-describedby="headed-error">
<label for="headed">The first row has the names of the columns</label>
<p class="error" id="headed-error" aria-live="polite"></p>
</div>
<table role="table" class="columns">
<caption>What the columns become</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Column</th><th role="columnheader" scope="col">First cells</th><th role="columnheader" scope="col">Becomes</th></tr></thead>
<tbody role="rowgroup" id="column-rows"></tbody>
</table>
<p class="hint">The first column of each of status, priority and date also sets the field of the task. Assignees are found by email address among the people on boards of this workspace.</p>
<p class="act"><button type="submit" id="check">Check the import</button></p>
</div>`

const plan = markup`<section id="plan" aria-labelledby="plan-title" hidden>
<h2 id="plan-title">What the import will do</h2>
<p class="notice" id="outcome" role="status" tabindex="-1"></p>
<p class="act"><button type="button" id="import-now">Import</button></p>
<table role="table" class="columns" id="warnings" hidden>
<caption id="warnings-caption">Warnings</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Where</th><th role="columnheader" scope="col">Column</th><th role="columnheader" scope="col">Cell</th><th role="columnheader" scope="col">What</th></tr></thead>
<tbody role="rowgroup" id="warning-rows"></tbody>
</table>
</section>`

const body = (site: Site) => markup`<p class="back"><a href="/account">Back to your account</a></p>
${problem}
<p id="loading">Loading the workspace.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
<p>The rows of a file become the tasks of a new board in the workspace <strong id="into"></strong>. Nothing is stored
before you have seen the result.</p>
<form id="import" method="post" action="/api/boards/import">
<p class="notice" id="import-alert" role="alert" tabindex="-1"></p>
<div class="field">
<label for="file">Spreadsheet file</label>
<p class="hint" id="file-hint">CSV, TSV or the first sheet of an Excel file (.xlsx), with up to 10,000 rows and 100 columns. It is read in your browser.</p>
<input id="file" name="file" type="file" accept=".csv,.tsv,.tab,.txt,.xlsx,text/csv,text/plain" required aria-describedby="file-hint file-error">
<p class="error" id="file-error" aria-live="polite"></p>
<p class="act"><button class="quiet small" type="button" id="example">Use an example</button></p>
</div>
${status("read")}
${settings}
</form>
${plan}
</div>
${sessionEnded(site)}`

/** Makes a board of a spreadsheet: a file is chosen, its columns are named, the server says what will come. */
export const importView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Import a spreadsheet",
    body: body(site),
    script: "importSheet"
  })
