import { layout } from "./layout.js"
import { markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import type { Site } from "./Site.js"

const UNKNOWN = {
  title: "Page not found",
  text: "There is no page at this address. It may have been moved or deleted, or the link is incomplete."
}

const FAILED = {
  title: "Something went wrong",
  text: "The server could not show this page. Please try again in a minute."
}

/** What people see in place of an error, with a way on. */
export const errorPage = (site: Site) => ({
  render: (status: number, page: PageRequest): Promise<string> => {
    const { text, title } = status === 404 ? UNKNOWN : FAILED
    return layout(page, {
      site,
      title,
      body: markup`<p class="lead">${text}</p>
<p class="actions" id="signed-out"><a class="button" href="/">Go to the first page</a>
<a class="button quiet" href="/signin">Sign in</a></p>
<p class="actions" id="signed-in" hidden><a class="button" href="/app">Open your boards</a></p>`,
      script: "home",
      needsScript: false
    })
  }
})
