import type { Signal } from "@preact/signals"

/** Sets the height in pixels of an element, now and whenever it changes, until the result is called. */
export const watchHeight = (node: HTMLElement | null, height: Signal<number>): (() => void) => {
  if (node === null) return () => undefined
  const observer = new ResizeObserver(() => {
    height.value = node.clientHeight
  })
  observer.observe(node)
  return () => observer.disconnect()
}
