import { accountStylesheet } from "./accountStylesheet.js"
import { confirmation } from "./confirmation.js"
import { type Field, form, status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { secretSection } from "./secretSection.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const nameField: Field = {
  name: "name",
  label: "Name",
  type: "text",
  autocomplete: "off",
  hint: "Such as the program that uses it.",
  maxLength: 255
}

const SCOPES = [
  ["read", "Read everything"],
  ["write", "Add and change what an editor may, and comment"],
  ["manage", "Delete, and manage boards, members and webhooks"]
] as const

const choices = markup`<fieldset aria-describedby="scope-read-error">
<legend>It may</legend>
${SCOPES.map(([scope, label]) => markup`<div class="check"><input type="checkbox" id="scope-${scope}" name="scopes" value="${scope}" autocomplete="off"><label for="scope-${scope}">${label}</label></div>`)}
<p class="error" id="scope-read-error" aria-live="polite"></p>
</fieldset>
<div class="field">
<label for="where">Where</label>
<select id="where" autocomplete="off">
<option value="everywhere">Everywhere I may</option>
<option value="places">Only in what I choose</option>
</select>
</div>
<fieldset id="places-choice" aria-describedby="places-error" hidden>
<legend>Workspaces and boards</legend>
<p class="hint">A workspace includes all its boards.</p>
<div id="place-list"></div>
<p class="error" id="places-error" aria-live="polite"></p>
</fieldset>
<div class="field">
<label for="expiry">Expires</label>
<select id="expiry" autocomplete="off">
<option value="30">In 30 days</option>
<option value="90" selected>In 90 days</option>
<option value="365">In a year</option>
<option value="">Never</option>
</select>
</div>`

const body = (site: Site) => markup`<p class="back"><a href="/account?settings=1">Back to your settings</a></p>
${problem}
<p id="loading">Loading your API tokens.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
<p>A program that has such a token works with the API as you do, within what you choose here. It never reaches your account, sessions and tokens.</p>
${status("said")}
${secretSection("The new token", "Copy it now: it is not shown again. Keep it as you keep a password.", "Copy the token")}
<section aria-labelledby="list-title">
<h2 id="list-title">Your tokens</h2>
<p class="hint" id="none" hidden>You have none yet.</p>
<ul class="rows lined" id="tokens" role="list" aria-labelledby="list-title"></ul>
</section>
<section class="new" aria-labelledby="create-title">
<h2 id="create-title">New token</h2>
${form({ id: "create", action: "/api/tokens", fields: [nameField], choices, submit: "Create token" })}
</section>
</div>
${confirmation}
${sessionEnded(site)}`

/** The API tokens of the account: list, make and revoke them. */
export const tokensView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "API tokens",
    body: body(site),
    script: "tokens"
  })
