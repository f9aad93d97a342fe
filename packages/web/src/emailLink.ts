import { form, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/** What a page of a mailed link says, and the operation that its button calls. */
interface EmailLink {
  readonly path: string
  readonly title: string
  readonly explanation: string
  readonly action: string
  readonly submit: string
}

/** A page with one button: programs that open the links of mails change nothing. The script takes the token out of the address. */
const emailLink = (site: Site | undefined, { action, explanation, path, submit, title }: EmailLink): Page => ({
  path,
  render: (page) =>
    layout(page, {
      ...(site === undefined ? {} : { site }),
      title,
      body: markup`${
        page.query.get("token")
          ? markup`<p id="why">${explanation}</p>
${form({ id: "confirm", action, fields: [], submit })}`
          : markup`<p>This address lacks its token. Open the link in the mail once more.</p>`
      }
${status("changed")}
${site === undefined ? null : links([["/signin", "Sign in"]])}`,
      script: "emailLink"
    })
})

const endsMails: Omit<EmailLink, "path"> = {
  title: "Unsubscribe",
  explanation: "You will get no more emails about tasks. You can choose again in your account's settings.",
  // The script adds the token, as mail programs send it.
  action: "/api/auth/unsubscribe?token=",
  submit: "Unsubscribe"
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
  emailLink(site, {
    path: "/confirm-email",
    title: "Confirm your new email address",
    explanation: "You then sign in with the new address. You are signed out everywhere.",
    action: "/api/auth/confirm-email",
    submit: "Confirm the address"
  })

/** Where the mail to an old address leads. */
export const undoEmail = (site: Site): Page =>
  emailLink(site, {
    path: "/undo-email",
    title: "Take your email address back",
    explanation:
      "Your account gets its old address back, and you are signed out everywhere. If somebody else changed it, set a new password afterwards.",
    action: "/api/auth/undo-email",
    submit: "Undo the change"
  })
