import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/** What runs here, and where to go. */
export const home = (site: Site): Page => ({
  path: "/",
  render: (page) =>
    layout(page, {
      site,
      path: "/",
      title: "Welcome",
      body: markup`<p class="lead">Boardwright${site.version === null ? "" : ` ${site.version}`} runs on this server:
workspaces, boards and tasks for your team, with a JSON API for everything.</p>
<p class="actions" id="signed-out"><a class="button" href="/signup">Create account</a>
<a class="button quiet" href="/signin">Sign in</a></p>
<p class="actions" id="signed-in" hidden><a class="button" href="/app">Open your boards</a></p>
<p>With an account you keep boards in workspaces, make a board of a spreadsheet, and answer invitations.</p>
${
  site.docs || site.mailbox
    ? links([
        ...(site.docs ? [["/docs", "API reference: try every operation in the browser"] as const] : []),
        ...(site.mailbox ? [["/mailbox", "Mailbox: the mails of this server, which it sends to nobody"] as const] : [])
      ])
    : null
}`,
      script: "home"
    })
})
