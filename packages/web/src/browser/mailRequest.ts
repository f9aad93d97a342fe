import { byId, show } from "./dom.js"
import { onSubmit } from "./form.js"
import { german } from "./text/de.js"
import { speakGerman } from "./text/say.js"

speakGerman(german)

const form = byId<HTMLFormElement>("request-mail")

onSubmit(form, {
  done: () => {
    form.reset()
    form.hidden = true
    const where = document.getElementById("where")
    if (where) where.hidden = false
    show(byId("sent"), form.dataset["done"] ?? "")
  }
})
