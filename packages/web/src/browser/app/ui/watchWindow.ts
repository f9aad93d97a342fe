import type { Signal } from "@preact/signals"

/** Most pixels that are printed, which is 2,000 tasks. */
const MOST_PRINTED = 72_000

/** What is seen of an element that scrolls, in pixels. */
interface Window {
  readonly top: Signal<number>
  readonly height: Signal<number>
}

/** Sets the height of an element, now and whenever it changes, until the result is called. While it is printed, all of it is seen. */
export const watchWindow = (node: HTMLElement | null, { height, top }: Window): (() => void) => {
  if (node === null) return () => undefined
  const measure = (): void => {
    height.value = node.clientHeight
  }
  const observer = new ResizeObserver(measure)
  observer.observe(node)
  const closing = new AbortController()
  const { signal } = closing
  addEventListener(
    "beforeprint",
    () => {
      top.value = 0
      height.value = MOST_PRINTED
    },
    { signal }
  )
  addEventListener(
    "afterprint",
    () => {
      top.value = node.scrollTop
      measure()
    },
    { signal }
  )
  return () => {
    observer.disconnect()
    closing.abort()
  }
}
