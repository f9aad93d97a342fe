import { byId, show } from "./dom.js"
import { checkPassword, onSubmit, warnOfMostUsed } from "./form.js"
import { german } from "./text/de.js"
import { say, speakGerman } from "./text/say.js"

speakGerman(german)

// The token leaves the address bar before anything else happens: no history, screenshot or copied address has it.
const token = new URLSearchParams(location.search).get("token")
history.replaceState(null, "", location.pathname)

const form = document.getElementById("reset")
if (form instanceof HTMLFormElement) {
  warnOfMostUsed(form)
  onSubmit(form, {
    check: ({ password, repeated }) => [
      ...checkPassword(password),
      ...(password === repeated ? [] : [["repeated", say("password.differs")] as const])
    ],
    body: ({ password }) => ({ token, password }),
    done: () => {
      form.reset()
      form.hidden = true
      byId("again").hidden = true
      byId("next").hidden = false
      show(byId("changed"), form.dataset["done"] ?? "")
    }
  })
}
