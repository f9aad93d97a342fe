/** Inputs in which a browser undoes nothing. */
const NO_TEXT = new Set(["button", "checkbox", "color", "file", "radio", "range", "reset", "submit"])
/** What the user last left in a text field. A text that the page set since is not theirs. */
const left = new WeakMap<Element, string>()

const isTextField = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !NO_TEXT.has(element.type))

/** Notes what is typed, for `hasOwnUndo`, until the signal aborts. */
export const followTyping = (signal: AbortSignal): void => {
  const note = ({ target }: Event): void => {
    if (isTextField(target)) left.set(target, target.value)
  }
  addEventListener("input", note, { capture: true, signal })
}

/** Whether Ctrl+Z is for an element itself: a text field that has text, or of which the user has deleted it. */
export const hasOwnUndo = (element: unknown): boolean => {
  if (!(element instanceof Element)) return false
  if (element.closest("dialog, [contenteditable]") !== null) return true
  return isTextField(element) && (element.value !== "" || left.get(element) === "")
}
