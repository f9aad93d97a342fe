import { reasonOf, type Refusal } from "./request.js"

/** The element of an id that the page has. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E

/** Shows a text and moves the focus there. */
export const show = (node: HTMLElement, text: string): void => {
  node.textContent = text
  node.focus()
}

/** Builds an element; texts among its children stay texts. */
export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Tag] => {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

/** A text for screen readers. */
export const hiddenText = (text: string): HTMLElement => make("span", { class: "visually-hidden" }, text)

export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

/** Shows what went wrong at the top of the page. */
export const showProblem = (refusal: Refusal): void => show(byId("problem"), reasonOf(refusal))

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
  make("a", { href, download: name }).click()
  URL.revokeObjectURL(href)
}
