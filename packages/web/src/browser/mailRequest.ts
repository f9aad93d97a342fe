import { byId, show } from "./dom.js"
import { onSubmit } from "./form.js"

const form = byId<HTMLFormElement>("request-mail")

onSubmit<{ readonly message?: string }>(form, {
  done: ({ message }) => {
    form.reset()
    form.hidden = true
    const where = document.getElementById("where")
    if (where) where.hidden = false
    show(byId("sent"), message || "If this address is registered, we have sent an email.")
  }
})
