import { accountStylesheet } from "./accountStylesheet.js"
import { type Field, form, status } from "./form.js"
import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import { problem, sessionEnded } from "./sessionEnded.js"
import type { Site } from "./Site.js"

const password: Omit<Field, "name"> = { label: "Your password", type: "password", autocomplete: "current-password" }

const emailFields: ReadonlyArray<Field> = [
  { name: "newEmail", label: "New email address", type: "email", autocomplete: "email" },
  { ...password, name: "emailPassword" }
]

const profileFields: ReadonlyArray<Field> = [
  { name: "name", label: "Your name", type: "text", autocomplete: "name", maxLength: 255 },
  {
    name: "timezone",
    label: "Your time zone",
    type: "text",
    autocomplete: "off",
    hint: "Such as Europe/Berlin. Emails about tasks that are due are sent at 8:00 there.",
    maxLength: 64
  }
]

const KINDS = [
  ["assigned", "When a task is assigned to you"],
  ["mentioned", "When a comment mentions you"],
  ["due", "When a task of yours is due tomorrow"],
  ["signIn", "When you sign in from a new device"]
] as const

const body = (site: Site) => markup`<p class="back"><a href="/account">Back to your account</a></p>
${status("said")}
${problem}
<p id="loading">Loading your settings.</p>
<p><button class="quiet" type="button" id="retry" hidden>Try again</button></p>
<div id="ready" hidden>
<p class="act"><a class="button quiet small" href="/account?tokens=1">API tokens</a>
<a class="button quiet small" href="/account?securityLog=1">Security log</a></p>
<section aria-labelledby="sessions-title">
<h2 id="sessions-title">Where you are signed in</h2>
<ul class="rows lined" id="sessions" role="list" aria-labelledby="sessions-title"></ul>
<p class="hint" id="more-sessions"></p>
<p class="act"><button class="quiet small" type="button" id="everywhere">Sign out everywhere</button></p>
</section>
<section class="new" aria-labelledby="profile-title">
<h2 id="profile-title">Your profile</h2>
<div role="group" aria-labelledby="mails-hint">
<p class="hint" id="mails-hint">Emails that you get, if this server sends them:</p>
${KINDS.map(([kind, label]) => markup`<div class="check"><input type="checkbox" id="mail-${kind}" autocomplete="off"><label for="mail-${kind}">${label}</label></div>`)}
</div>
${form({ id: "profile", action: "/api/auth/me", fields: profileFields, submit: "Save" })}
</section>
<section class="new" aria-labelledby="change-email-title">
<h2 id="change-email-title">Change your email address</h2>
<p class="hint">It is <strong id="who"></strong>. We send a link to the new one. Once you open it, you are signed out everywhere and sign in with the new one.</p>
${form({ id: "change-email", action: "/api/auth/change-email", fields: emailFields, submit: "Send me the link" })}
</section>
<section class="new" aria-labelledby="data-title">
<h2 id="data-title">Your data</h2>
<p class="hint">Your profile, sessions, comments, time and tasks as one file.</p>
<p class="act"><button class="quiet small" type="button" id="download">Download my data</button></p>
</section>
<section class="new" aria-labelledby="delete-account-title">
<h2 id="delete-account-title">Delete your account</h2>
<p class="hint">It is deleted at once and for good, with the workspaces that only you are in. What you wrote elsewhere stays.</p>
${form({ id: "delete-account", action: "/api/auth/me/delete", fields: [{ ...password, label: "Your password, to delete the account", name: "deletePassword" }], submit: "Delete my account" })}
</section>
</div>
${sessionEnded(site)}`

/** The caller's sessions and what of the account only its user changes. */
export const settingsView = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/account",
    wide: true,
    styles: accountStylesheet,
    title: "Account settings",
    body: body(site),
    script: "settings"
  })
