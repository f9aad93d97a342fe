import type { ComponentChildren } from "preact"
import { useId, useRef, useState } from "preact/hooks"

const GAP = 4
/** Less is no height to scroll in: then the panel covers its button. */
const LEAST_HEIGHT = 200

/** Puts what is shown below a button or a field, or above it where there is more room, within the window. It scrolls where it is higher. */
export const put = (node: HTMLElement, button: HTMLElement): void => {
  // Near an edge of the window it is as small as the room there, and its size is the wrong one.
  node.style.top = node.style.left = "0"
  node.style.maxHeight = ""
  const at = button.getBoundingClientRect()
  const below = innerHeight - at.bottom
  const isBelow = below >= node.offsetHeight + GAP || below >= at.top
  const room = Math.max(LEAST_HEIGHT, (isBelow ? below : at.top) - 2 * GAP)
  node.style.maxHeight = `min(${room}px, var(--most-height, 100vh))`
  const { offsetHeight, offsetWidth } = node
  const top = isBelow ? at.bottom + GAP : at.top - offsetHeight - GAP
  const start = document.dir === "rtl" ? at.right - offsetWidth : at.left
  node.style.top = `${Math.max(GAP, Math.min(top, innerHeight - offsetHeight - GAP))}px`
  node.style.left = `${Math.max(GAP, Math.min(start, innerWidth - offsetWidth - GAP))}px`
}

const FOCUSABLE = "button:not([disabled]), input:not([disabled]), select, textarea, a[href]"

/** Moves the focus among the controls of a popup by arrow keys, Home and End, as in a menu. */
const step = (node: HTMLElement, key: string): boolean => {
  const controls = [...node.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const from = controls.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: -1 }[key]
  if (to === undefined) return false
  controls.at(to % controls.length)?.focus()
  return true
}

const show = (panel: HTMLElement, button: HTMLElement): void => {
  put(panel, button)
  panel.querySelector<HTMLElement>(FOCUSABLE)?.focus()
}

/** For what is loaded after its popup has opened: gives the popup its place, and the focus to the first control. */
export const placeAgain = (content: HTMLElement | null): void => {
  const panel = content?.closest<HTMLElement>(".popup:popover-open")
  const button = panel?.previousElementSibling
  if (panel && button instanceof HTMLElement) show(panel, button)
}

/** A button that opens a small panel: Escape or a click elsewhere closes it, and the focus returns to the button. */
export const Popup = ({
  children,
  class: className = "button quiet",
  label,
  name
}: {
  /** What the button shows. */
  label: ComponentChildren
  /** The name of the button, if what it shows is none. */
  name?: string | undefined
  class?: string
  children: (close: () => void) => ComponentChildren
}) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <button ref={button} type="button" class={className} popovertarget={id} aria-haspopup="dialog" aria-label={name}>
        {label}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="popup"
        role="dialog"
        aria-label={name ?? (typeof label === "string" ? label : undefined)}
        onBeforeToggle={({ newState }) => {
          if (newState === "open") setOpen(true)
        }}
        onToggle={({ newState }) => {
          // Not earlier: the focus returns to the button only from what is still there.
          setOpen(newState === "open")
          if (newState !== "open" || panel.current === null || button.current === null) return
          show(panel.current, button.current)
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          // Arrow keys move in a text of lines, and change the parts of a date; Home and End are of any text.
          const theirs = event.key.startsWith("Arrow") ? "textarea, [type='date']" : "textarea, input, select"
          const isTheirs = event.target instanceof Element && event.target.matches(theirs)
          if (!isTheirs && panel.current !== null && step(panel.current, event.key)) event.preventDefault()
        }}
      >
        {isOpen ? children(close) : null}
      </div>
    </>
  )
}
