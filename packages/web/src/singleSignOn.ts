import { status } from "./form.js"
import { markup, type Markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import type { Site } from "./Site.js"

/** What the server says in `error` when a single sign-on failed. Only these texts are shown: anyone can make a link. */
const FAILURES: Readonly<Record<string, string>> = {
  account_unavailable: "This account cannot be used. Ask the administrator of this server.",
  email_not_verified:
    "You were signed in there, but your email address is not verified there. Verify it, then sign in again.",
  identity_conflict:
    "The account with your email address belongs to another person there. Ask the administrator of this server.",
  provider_unavailable: "The sign-in service cannot be reached right now. Please try again in a minute.",
  signin_declined: "You were not signed in: the sign-in was cancelled or declined there.",
  signin_expired: "This sign-in took too long, or began in another browser or tab. Please sign in again.",
  signin_invalid: "The response of the sign-in service was not accepted. Please sign in again."
}

/** Why a single sign-on failed, if it did. */
export const signInFailure = ({ query }: PageRequest): Markup => {
  const code = query.get("error") ?? ""
  const text = Object.hasOwn(FAILURES, code) ? (FAILURES[code] ?? "") : ""
  return markup`<p class="notice" id="failed" role="alert" tabindex="-1">${text}</p>`
}

/** Whether people sign in and sign up with passwords. */
export const usesPasswords = ({ singleSignOn }: Site): boolean => singleSignOn?.passwords !== false

/** The button that leads to the identity provider. */
export const singleSignOnButton = ({ singleSignOn }: Site): Markup | null =>
  singleSignOn === undefined
    ? null
    : markup`<p class="actions"><a class="button" id="single-sign-on" href="/api/auth/oidc/start">${singleSignOn.button}</a></p>
`

/** Who is signed in in this browser. */
export const signedInSection = markup`<section id="account" aria-label="Your account" hidden>
${status("who")}
<p class="actions"><a class="button" href="/app">Open your boards</a>
<button class="quiet" type="button" id="sign-out">Sign out</button></p>
</section>`
