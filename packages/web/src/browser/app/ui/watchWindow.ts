import type { Signal } from "@preact/signals"

/** Most pixels that are printed, which is 2,000 tasks. */
const MOST_PRINTED = 72_000

/** What is seen of an element that scrolls, in pixels. */
interface Seen {
  readonly top: Signal<number>
  readonly height: Signal<number>
}

/**
 * Sets what is seen whenever the size of the element changes, and to all of it while it is printed, until the result is called. Its
 * styles know the width as `--seen-width`.
 */
export const watchWindow = (node: HTMLElement | null, { height, top }: Seen): (() => void) => {
  if (node === null) return () => undefined
  const measure = (): void => {
    height.value = node.clientHeight
    node.style.setProperty("--seen-width", `${node.clientWidth}px`)
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
