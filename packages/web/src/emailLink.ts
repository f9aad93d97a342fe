import { form, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"
import { textsOf } from "./text/language.js"

/** A page of a mailed link: the texts that are its own, and the operation that its button calls. */
interface EmailLink {
  readonly path: string
  readonly name: "confirmEmail" | "undoEmail" | "unsubscribe"
  readonly action: string
}

/** A page with one button: programs that open the links of mails change nothing. The script takes the token out of the address. */
const emailLink = (site: Site | undefined, { action, name, path }: EmailLink): Page => ({
  path,
  render: async (page) => {
    const texts = await textsOf(page)
    const [submit, done] = [texts[`${name}.submit`], texts[`${name}.done`]]
    return layout(page, {
      ...(site === undefined ? {} : { site }),
      title: texts[`${name}.title`],
      body: markup`${
        page.query.get("token")
          ? markup`<p id="why">${texts[`${name}.why`]}</p>
${form({ id: "confirm", action, fields: [], submit, done })}`
          : markup`<p>${texts["link.noToken"]}</p>`
      }
${status("changed")}
${site === undefined ? null : links([["/signin", texts["link.signIn"]]])}`,
      script: "emailLink"
    })
  }
})

const endsMails: Omit<EmailLink, "path"> = {
  name: "unsubscribe",
  // The script adds the token, as mail programs send it.
  action: "/api/auth/unsubscribe?token="
}

/** Where a mail about tasks leads to end such mails. */
export const unsubscribe = (site: Site): Page => emailLink(site, { ...endsMails, path: "/unsubscribe" })

/**
 * The address of `List-Unsubscribe`, to which mail programs post, for people who open it in a browser. A GET must change nothing
 * (RFC 8058, 6). For servers with a front end elsewhere too, which has other pages but not this address.
 */
export const unsubscribeAddress = (site?: Site): Page =>
  emailLink(site, { ...endsMails, path: "/api/auth/unsubscribe" })

/** Where the mail to a new address leads. */
export const confirmEmail = (site: Site): Page =>
  emailLink(site, { path: "/confirm-email", name: "confirmEmail", action: "/api/auth/confirm-email" })

/** Where the mail to an old address leads. */
export const undoEmail = (site: Site): Page =>
  emailLink(site, { path: "/undo-email", name: "undoEmail", action: "/api/auth/undo-email" })
