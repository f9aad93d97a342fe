import { useEffect } from "preact/hooks"
import { attempt } from "../attempt.js"
import { useBoard } from "../BoardContext.js"
import type { DraggedTable, tableDrag } from "./tableDrag.js"

let loaded: typeof tableDrag | null = null
const load = async (): Promise<typeof tableDrag> => (loaded ??= (await import("./tableDrag.js")).tableDrag)

/** `tableDrag`, which is loaded once the table is shown. A press or a key that comes earlier waits for it. */
export const useTableDrag = (table: DraggedTable) => {
  const view = useBoard()
  useEffect(() => void attempt(load), [])
  const withDrag = (use: (drag: ReturnType<typeof tableDrag>) => void): void => {
    if (loaded === null) void attempt(async () => use((await load())(view, table)))
    else use(loaded(view, table))
  }
  return {
    onPointerDown: (event: PointerEvent): void => withDrag(({ onPointerDown }) => onPointerDown(event)),
    /** Whether a key moved something, so that it does nothing else. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (!(event.altKey || event.shiftKey) || !event.key.startsWith("Arrow")) return false
      if (loaded !== null) return loaded(view, table).onKeyDown(event)
      event.preventDefault()
      withDrag(({ onKeyDown }) => onKeyDown(event))
      return true
    },
    onTouchMove: (event: TouchEvent): void => loaded?.(view, table).onTouchMove(event)
  }
}
