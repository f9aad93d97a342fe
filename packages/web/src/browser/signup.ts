import { byId, show } from "./dom.js"
import { checkPassword, onSubmit, showErrors, warnOfMostUsed } from "./form.js"
import { reasonOf, request } from "./request.js"

const form = byId<HTMLFormElement>("signup")
let email = ""

warnOfMostUsed(form)

onSubmit(form, {
  check: ({ name = "", password }) => [
    ...(name.trim() === "" ? [["name", "must not be empty"] as const] : []),
    ...checkPassword(password)
  ],
  done: () => {
    email = byId<HTMLInputElement>("email").value.trim()
    form.reset()
    form.hidden = true
    byId("instead").hidden = true
    byId("next").hidden = false
    show(byId("sent"), `Account created. We sent an email to ${email}: open the link in it to verify your address.`)
  },
  refused: ({ details = [] }) => {
    if (details.some(({ path }) => path[0] === "captchaToken")) {
      showErrors(
        form,
        [],
        "This server requires a CAPTCHA, which this page does not have. Sign up in the app that uses it."
      )
    }
  }
})

byId("resend").addEventListener("click", async () => {
  const { answer, ok } = await request("/api/auth/resend-verification", { body: { email } })
  byId("resend-alert").textContent = ok ? "" : reasonOf(answer)
  if (ok) show(byId("sent"), `We sent another email to ${email}.`)
  else byId("resend-alert").focus()
})
