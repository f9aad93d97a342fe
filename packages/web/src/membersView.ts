import { accountStylesheet } from "./accountStylesheet.js"
import { confirmation } from "./confirmation.js"
import { type Field, form, status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const invitee: Field = { name: "invitee", label: "Their email address", type: "email", autocomplete: "off" }

const role = markup`<div class="field">
<label for="role">Role</label>
<p class="hint" id="role-hint">Viewers read and comment. Editors also make boards and change tasks. Admins also manage boards and members.</p>
<select id="role" name="role" aria-describedby="role-hint">
<option value="viewer">Viewer</option>
<option value="editor" selected>Editor</option>
<option value="admin">Admin</option>
</select>
</div>`

const body = (site: Site) => markup`<p class="back"><a href="/account">Back to your account</a></p>
${problem}
<p id="loading">Loading the members.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
<p>Members of the workspace <strong id="workspace-name"></strong> reach all its boards.</p>
${status("said")}
<section aria-labelledby="list-title">
<h2 id="list-title">Members</h2>
<ul class="rows lined" id="members" role="list" aria-labelledby="list-title"></ul>
</section>
<div id="managing" hidden>
<section id="pending" aria-labelledby="pending-title">
<h2 id="pending-title">Invited</h2>
<ul class="rows lined" id="invitations" role="list" aria-labelledby="pending-title"></ul>
</section>
<section class="new" aria-labelledby="invite-title">
<h2 id="invite-title">Invite someone</h2>
<p class="hint">They get an email with a link, whether they have an account or not.</p>
${form({ id: "invite", action: "/api/workspaces", fields: [invitee], choices: role, submit: "Send the invitation" })}
</section>
</div>
</div>
${confirmation}
${sessionEnded(site)}`

/** The members of a workspace; those who manage it invite, change roles and remove, and its owner hands it over. */
export const membersView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Members",
    body: body(site),
    script: "members"
  })
