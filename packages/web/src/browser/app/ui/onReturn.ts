/** The window says in two ways that the user is back, one right after the other. */
const APART_MILLIS = 1_000

/** Calls back when the user comes back to the window, once each time, until the result is called. */
export const onReturn = (back: () => void): (() => void) => {
  const closing = new AbortController()
  const { signal } = closing
  let last = 0
  const look = (): void => {
    if (document.hidden || Date.now() - last < APART_MILLIS) return
    last = Date.now()
    back()
  }
  addEventListener("focus", look, { signal })
  document.addEventListener("visibilitychange", look, { signal })
  return () => closing.abort()
}
