import { useEffect, useRef } from "preact/hooks"

/** What is pasted. */
export interface Pasted {
  readonly text: string
  /** Whether it comes from the cells of a spreadsheet or of a table. */
  readonly isTable: boolean
}

/** What is copied and pasted while a cell has the focus, and not a text in it. */
export interface CellClipboard {
  /** The text of what is copied; null if no cell has the focus. */
  readonly copied: () => string | null
  /** Pastes, unless something else has the focus: false then. */
  readonly paste: (pasted: Pasted) => boolean
}

/** Whether an element is the field of an editor as it was opened: nothing was typed, and what is pasted replaces all of it. */
export const isUnchanged = (element: Element | null): boolean => {
  if (!(element instanceof HTMLInputElement && element.matches(".cell-input"))) return false
  const { defaultValue, selectionEnd, selectionStart, value } = element
  // Fields of dates and of addresses have no such selection.
  return value === defaultValue && (selectionStart ?? 0) === 0 && (selectionEnd ?? value.length) === value.length
}

/** Copies the cell that has the focus or the selected tasks, and pastes into the cell and those after it. */
export const useCellClipboard = (given: CellClipboard): void => {
  const cell = useRef(given)
  cell.current = given
  useEffect(() => {
    const closing = new AbortController()
    // Browsers send both events where the selection is, which need not be where the focus is.
    const on = (name: "copy" | "paste", isTaken: (clipboard: DataTransfer) => boolean): void =>
      addEventListener(
        name,
        (event) => {
          if (event.clipboardData !== null && isTaken(event.clipboardData)) event.preventDefault()
        },
        { signal: closing.signal }
      )
    on("copy", (clipboard) => {
      const text = cell.current.copied()
      if (text === null) return false
      const selected = getSelection()?.toString() ?? ""
      clipboard.setData("text/plain", selected === "" ? text : selected)
      return true
    })
    on("paste", (clipboard) => {
      const text = clipboard.getData("text/plain")
      const isTable = text.includes("\t") || /<table[\s>]/i.test(clipboard.getData("text/html"))
      return (isTable || text.trim() !== "") && cell.current.paste({ text, isTable })
    })
    return () => closing.abort()
  }, [])
}
