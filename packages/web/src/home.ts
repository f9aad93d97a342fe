import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"
import { textsOf } from "./text/language.js"

/** What runs here, and where to go. */
export const home = (site: Site): Page => ({
  path: "/",
  render: async (page) => {
    const texts = await textsOf(page)
    const name = site.version === null ? "Boardwright" : `Boardwright ${site.version}`
    return layout(page, {
      site,
      path: "/",
      title: texts["home.title"],
      body: markup`<p class="lead">${texts["home.lead"].replace("{name}", () => name)}</p>
<p class="actions" id="signed-out"><a class="button" href="/signup">${texts["home.create"]}</a>
<a class="button quiet" href="/signin">${texts["link.signIn"]}</a></p>
<p class="actions" id="signed-in" hidden><a class="button" href="/app">${texts["link.boards"]}</a></p>
<p>${texts["home.account"]}</p>
${
  site.docs || site.mailbox
    ? links([
        ...(site.docs ? [["/docs", texts["home.docs"]] as const] : []),
        ...(site.mailbox ? [["/mailbox", texts["home.mailbox"]] as const] : [])
      ])
    : null
}`,
      script: "home"
    })
  }
})
