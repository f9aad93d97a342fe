import { useEffect, useLayoutEffect, useRef } from "preact/hooks"

/**
 * Leaves the focus on a task that an undo, or somebody else, has moved to another place of a view. `name` is the attribute that has its
 * id, and `shown` changes with the tasks.
 */
export const useKeptFocus = (name: "data-card" | "data-due", shown: unknown): void => {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const closing = new AbortController()
    const note = ({ target }: Event): void => {
      focused.current = target instanceof Element ? target.closest(`[${name}]`) : null
    }
    // Not when it loses the focus: it does, too, where it leaves the document.
    for (const event of ["focusin", "pointerdown"]) addEventListener(event, note, { signal: closing.signal })
    return () => closing.abort()
  }, [name])
  useLayoutEffect(() => {
    const id = focused.current?.getAttribute(name) ?? null
    if (id === null || focused.current?.isConnected === true || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[${name}="${CSS.escape(id)}"]`)?.focus()
  }, [shown])
}
