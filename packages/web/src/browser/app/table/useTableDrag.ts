import { useEffect } from "preact/hooks"
import { attempt } from "../attempt.js"
import { useBoard } from "../BoardContext.js"
import type { DraggedTable, tableDrag } from "./tableDrag.js"

let loaded: typeof tableDrag | null = null
const load = async (): Promise<typeof tableDrag> => (loaded ??= (await import("./tableDrag.js")).tableDrag)

/** Calls back unless the pointer is up again by then. */
const whileHeld = async (ready: Promise<() => void>): Promise<void> => {
  const up = new AbortController()
  for (const event of ["pointerup", "pointercancel"]) addEventListener(event, () => up.abort(), { signal: up.signal })
  const use = await ready
  if (!up.signal.aborted) use()
  up.abort()
}

/** `tableDrag`, which is loaded once the table is shown. A key, or a press that lasts, waits for it. */
export const useTableDrag = (table: DraggedTable) => {
  const view = useBoard()
  useEffect(() => void attempt(load), [])
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (loaded !== null) loaded(view, table).onPointerDown(event)
      else void attempt(() => whileHeld(load().then((drag) => () => drag(view, table).onPointerDown(event))))
    },
    /** Whether a key moved something, so that it does nothing else. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (!(event.altKey || event.shiftKey) || !event.key.startsWith("Arrow")) return false
      if (loaded !== null) return loaded(view, table).onKeyDown(event)
      event.preventDefault()
      void attempt(async () => (await load())(view, table).onKeyDown(event))
      return true
    },
    onTouchMove: (event: TouchEvent): void => loaded?.(view, table).onTouchMove(event)
  }
}
