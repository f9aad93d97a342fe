import { byId, show } from "./dom.js"

/** Shows a secret with what was done, and moves the focus there. */
export const showSecret = (secret: string, text: string): void => {
  byId("problem").textContent = ""
  byId("said").textContent = text
  byId("secret-text").textContent = secret
  byId("secret").hidden = false
  byId("secret-title").focus()
}

/** Makes the button work that copies what is shown, by its name. */
export const listenForCopy = (name: string): void =>
  byId("copy").addEventListener("click", async () => {
    const text = byId("secret-text")
    getSelection()?.selectAllChildren(text)
    // Browsers give pages without https no clipboard.
    if (!isSecureContext) return show(byId("said"), `${name} is selected: copy it with the keyboard.`)
    await navigator.clipboard.writeText(text.textContent ?? "")
    show(byId("said"), `${name} is copied.`)
  })
