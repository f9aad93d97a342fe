import { byId, show } from "./dom.js"
import { onSubmit } from "./form.js"
import { german } from "./text/de.js"
import { speakGerman } from "./text/say.js"

// The token leaves the address bar before anything else happens: no history, screenshot or copied address has it.
const token = new URLSearchParams(location.search).get("token")
history.replaceState(null, "", location.pathname)

speakGerman(german)

const form = document.getElementById("confirm")
if (form instanceof HTMLFormElement) {
  if (form.action.endsWith("token=")) form.action += token
  onSubmit(form, {
    body: () => ({ token }),
    done: () => {
      form.hidden = true
      byId("why").hidden = true
      show(byId("changed"), form.dataset["done"] ?? "")
    }
  })
}
