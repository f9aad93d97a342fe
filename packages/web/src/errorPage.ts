import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import type { Site } from "./Site.js"
import { textsOf } from "./text/language.js"

/** What people see in place of an error, with a way on. */
export const errorPage = (site: Site) => ({
  render: async (status: number, page: PageRequest): Promise<string> => {
    const texts = await textsOf(page)
    const name = status === 404 ? "error.unknown" : "error.failed"
    return layout(page, {
      site,
      title: texts[`${name}.title`],
      body: markup`<p class="lead">${texts[name]}</p>
<p class="actions" id="signed-out"><a class="button" href="/">${texts["error.home"]}</a>
<a class="button quiet" href="/signin">${texts["link.signIn"]}</a></p>
<p class="actions" id="signed-in" hidden><a class="button" href="/app">${texts["link.boards"]}</a></p>`,
      script: "home",
      needsScript: false
    })
  }
})
