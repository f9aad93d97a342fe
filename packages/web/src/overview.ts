import { accountStylesheet } from "./accountStylesheet.js"
import { form, status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const body = (site: Site) => markup`${status("said")}
${problem}
<p id="loading">Loading your account.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="overview" hidden>
<section class="profile" aria-label="Profile">
<p><strong id="who-name"></strong><br><span class="hint" id="who-email"></span></p>
<p class="act"><a class="button quiet small" href="/account?settings=1">Settings</a> <button class="quiet small" type="button" id="sign-out">Sign out</button></p>
</section>
<section id="invitations" aria-labelledby="invitations-title" hidden>
<h2 id="invitations-title">Invitations</h2>
<ul class="rows" id="invitation-list"></ul>
</section>
<section aria-labelledby="workspaces-title">
<h2 id="workspaces-title">Workspaces</h2>
<p id="no-workspace" hidden>You have no workspace yet. Make one below, then import a spreadsheet into it.</p>
<div id="workspace-list"></div>
</section>
<section class="new" aria-labelledby="new-workspace-title">
<h2 id="new-workspace-title">New workspace</h2>
${form({
  id: "new-workspace",
  action: "/api/workspaces",
  fields: [{ name: "name", label: "Name of the workspace", type: "text", autocomplete: "off", maxLength: 255 }],
  submit: "Create workspace"
})}
</section>
</div>
${sessionEnded(site)}`

/** Who is signed in, the invitations that wait, the workspaces and their boards. */
export const overview = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Your account",
    body: body(site),
    script: "overview"
  })
