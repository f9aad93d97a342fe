/** The element of an id that the page has. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E

/** Shows a text and moves the focus there. */
export const show = (node: HTMLElement, text: string): void => {
  node.textContent = text
  node.focus()
}

/** Runs work that a button starts, unless that work is running already. */
export const busily = async (button: HTMLElement, work: () => Promise<unknown>): Promise<void> => {
  if (button.getAttribute("aria-busy") === "true") return
  button.setAttribute("aria-busy", "true")
  try {
    await work()
  } finally {
    button.removeAttribute("aria-busy")
  }
}

/** Offers a file for saving. */
export const saveFile = (name: string, file: Blob): void => {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement("a"), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
