import { status } from "./form.js"
import { markup, type Markup } from "./markup.js"
import type { PageRequest } from "./Page.js"
import type { Site } from "./Site.js"
import type { Texts } from "./text/en.js"

/** Why a single sign-on failed, if it did. Only texts of ours are shown: anyone can make a link with an `error`. */
export const signInFailure = (page: PageRequest, texts: Texts): Markup => {
  const key = `signIn.failure.${page.query.get("error")}`
  const text = Object.hasOwn(texts, key) ? texts[key as keyof Texts] : ""
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
export const signedInSection = (
  texts: Texts
): Markup => markup`<section id="account" aria-label="${texts["signIn.account"]}" hidden>
${status("who")}
<p class="actions"><a class="button" href="/app">${texts["link.boards"]}</a>
<button class="quiet" type="button" id="sign-out">${texts["signIn.signOut"]}</button></p>
</section>`
