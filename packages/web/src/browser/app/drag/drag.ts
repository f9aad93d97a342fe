import { type Box, createMarks } from "./marks.js"

/** Where something would land, and the box or line in the window that shows it. */
export interface Spot<Target> {
  readonly target: Target
  readonly mark: Box
}

/** How a thing is dragged. */
export interface Drag<Target> {
  /** The name of what is dragged. */
  readonly text: string
  readonly find: (x: number, y: number) => Spot<Target> | null
  readonly drop: (target: Target) => void
  /** What scrolls while the pointer is near its edge. */
  readonly scrollers: () => ReadonlyArray<Element>
}

/** Pixels that a mouse moves before a press becomes a drag. */
const FAR = 5
/** How long a finger rests before it drags; one that moves earlier scrolls. */
const HOLD_MILLIS = 350
/** Pixels from the edge of a scroller where it begins to scroll, and the most that it does in a frame. */
const EDGE = 48
const SPEED = 16

let isDragging = false

/** Keeps the page from scrolling under a finger that drags; for `onTouchMove` of what has draggable things. */
export const holdStill = (event: Event): void => {
  if (isDragging && event.cancelable) event.preventDefault()
}

const stop = (event: Event): void => {
  event.preventDefault()
  event.stopPropagation()
}

/** How far to scroll a side of a box with a pointer at a place. */
const pull = (at: number, start: number, end: number): number => {
  if (at < start + EDGE) return -Math.min(SPEED, (start + EDGE - at) / 3)
  return at > end - EDGE ? Math.min(SPEED, (at - end + EDGE) / 3) : 0
}

const scroll = (node: Element, x: number, y: number): void => {
  const { bottom, left, right, top } = node.getBoundingClientRect()
  if (x < left || x > right || y < top || y > bottom) return
  node.scrollBy(pull(x, left, right), pull(y, top, bottom))
}

/** Whether a press begins on something that takes it for itself. */
const isTaken = ({ target }: Event): boolean =>
  !(target instanceof Element) || target.closest("input, textarea, select, [role='listbox']") !== null

/** Follows a press until it ends, as a drag if the pointer moves or a finger rests. */
export const follow = <Target>(press: PointerEvent, { drop, find, scrollers, text }: Drag<Target>): void => {
  if (press.button !== 0 || !press.isPrimary || isDragging || isTaken(press)) return
  const isTouch = press.pointerType === "touch"
  const ending = new AbortController()
  const during = { signal: ending.signal, capture: true }
  let [x, y] = [press.clientX, press.clientY]
  let marks: ReturnType<typeof createMarks> | null = null

  const frame = (): void => {
    if (marks === null) return
    for (const node of scrollers()) scroll(node, x, y)
    marks.show(x, y, find(x, y)?.mark ?? null)
    requestAnimationFrame(frame)
  }
  const begin = (): void => {
    isDragging = true
    marks = createMarks(text)
    document.documentElement.classList.add("dragging")
    frame()
  }
  const hold = isTouch ? setTimeout(begin, HOLD_MILLIS) : undefined
  const end = (): void => {
    clearTimeout(hold)
    ending.abort()
    marks?.remove()
    marks = null
    isDragging = false
    document.documentElement.classList.remove("dragging")
  }

  addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== press.pointerId) return
      ;[x, y] = [event.clientX, event.clientY]
      const isFar = Math.hypot(x - press.clientX, y - press.clientY) > FAR
      if (marks !== null || !isFar) return
      if (isTouch) end()
      else begin()
    },
    during
  )
  addEventListener(
    "pointerup",
    (event) => {
      if (event.pointerId !== press.pointerId) return
      const wasDragged = marks !== null
      const spot = wasDragged ? find(event.clientX, event.clientY) : null
      end()
      if (!wasDragged) return
      // The click that ends a drag does nothing else.
      const clicking = new AbortController()
      addEventListener("click", stop, { capture: true, signal: clicking.signal })
      setTimeout(() => clicking.abort())
      if (spot !== null) drop(spot.target)
    },
    during
  )
  addEventListener("pointercancel", end, during)
  // Of the window alone: a press takes the focus from what had it.
  addEventListener("blur", end, { signal: ending.signal })
  addEventListener(
    "keydown",
    (event) => {
      if (marks === null || event.key !== "Escape") return
      stop(event)
      end()
    },
    during
  )
  // Without these a press selects text, drags a link or opens the menu of one.
  addEventListener("selectstart", (event) => event.preventDefault(), during)
  addEventListener("dragstart", (event) => event.preventDefault(), during)
  if (isTouch) addEventListener("contextmenu", (event) => event.preventDefault(), during)
}
