import { useEffect, useRef } from "preact/hooks"

/** What is copied and pasted while a cell has the focus, and not a text in it. */
export interface CellClipboard {
  /** The text of the cell that has the focus; null if none has. */
  readonly copied: () => string | null
  readonly paste: (text: string) => void
}

/** Copies the cell that has the focus, and pastes into it. */
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
      const text = clipboard.getData("text/plain").trim()
      if (text !== "") cell.current.paste(text)
    })
    return () => closing.abort()
  }, [])
}
