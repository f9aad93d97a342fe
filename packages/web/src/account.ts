import { status } from "./form.js"
import { formScript } from "./formScript.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import { sessionScript } from "./scripts/session.js"
import type { Site } from "./Site.js"

const script = `${formScript}${sessionScript}
const start = async () => {
  const me = await read("/api/auth/me")
  if (me === null) return
  if (!me.ok) return show(byId("problem"), me.answer.message ?? me.answer.error)
  byId("name").textContent = me.answer.name
  byId("address").textContent = me.answer.email
  byId("profile").hidden = false
}

byId("sign-out").addEventListener("click", () => {
  sessionStorage.removeItem(TOKEN)
  goTo("/signin", "You are signed out.")
})

const said = notice()
if (said !== "") show(byId("said"), said)
if (token()) start()
else signedOut("Sign in to see your account.")
`

/** Who is signed in. */
export const account = (site: Site): Page => ({
  path: "/account",
  render: (page) =>
    layout(page, {
      site,
      path: "/account",
      title: "Your account",
      body: markup`${status("said")}
<p class="notice" id="problem" role="alert" tabindex="-1"></p>
<section id="profile" aria-label="Profile" hidden>
<p><strong id="name"></strong> <span id="address"></span></p>
<p class="actions"><button class="quiet" type="button" id="sign-out">Sign out</button></p>
${links([["/forgot-password", "Change your password by mail"]])}
</section>`,
      script
    })
})
