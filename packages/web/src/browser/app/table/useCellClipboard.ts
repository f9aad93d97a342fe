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
  readonly paste: (pasted: Pasted) => void
}

/** Copies the cell that has the focus or the selected tasks, and pastes into the cell and those after it. */
export const useCellClipboard = (given: CellClipboard): void => {
  const cell = useRef(given)
  cell.current = given
  useEffect(() => {
    const closing = new AbortController()
    // Browsers send both events where the selection is, which need not be where the focus is.
    const on = (name: "copy" | "paste", act: (clipboard: DataTransfer, text: string) => void): void =>
      addEventListener(
        name,
        (event) => {
          const text = cell.current.copied()
          if (text === null || event.clipboardData === null) return
          event.preventDefault()
          act(event.clipboardData, text)
        },
        { signal: closing.signal }
      )
    on("copy", (clipboard, text) => {
      const selected = getSelection()?.toString() ?? ""
      clipboard.setData("text/plain", selected === "" ? text : selected)
    })
    on("paste", (clipboard) => {
      const text = clipboard.getData("text/plain")
      const isTable = text.includes("\t") || /<table[\s>]/i.test(clipboard.getData("text/html"))
      if (text.trim() !== "") cell.current.paste({ text, isTable })
    })
    return () => closing.abort()
  }, [])
}
