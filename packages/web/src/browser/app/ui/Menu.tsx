import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { followLink } from "../route.js"

/** An entry of a menu: a link or an action. */
export interface MenuItem {
  readonly text: string
  readonly href?: string
  readonly run?: () => void
  /** Of a choice: whether it is the current one. */
  readonly isChosen?: boolean
  readonly lang?: string
  /** Whether a line is above it. */
  readonly isFirst?: boolean
  readonly isDanger?: boolean
  /** A heading that it shares with its neighbors. */
  readonly group?: string
}

interface MenuProps {
  /** The name of the button and of the menu. */
  readonly label: string
  readonly class?: string
  readonly children: ComponentChildren
  readonly head?: ComponentChildren
  readonly items: ReadonlyArray<MenuItem>
  readonly opened?: () => void
}

/** A button that opens a menu (WAI-ARIA menu button): arrow keys, Home, End and first letters move in it. */
export const Menu = ({ children, head, items, label, opened, ...props }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = () => root.current?.querySelector<HTMLElement>("button[aria-haspopup]")
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])]
  useLayoutEffect(() => {
    if (!isOpen) return
    entries()[0]?.focus()
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node) || !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener("pointerdown", leave)
    document.addEventListener("focusin", leave)
    return () => {
      document.removeEventListener("pointerdown", leave)
      document.removeEventListener("focusin", leave)
    }
    // Items may come later.
  }, [isOpen, items.length > 0])
  const close = () => {
    button()?.focus()
    setOpen(false)
  }
  const open = () => {
    setOpen(true)
    opened?.()
  }
  const move = (event: KeyboardEvent) => {
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const startsWith = ({ textContent }: HTMLElement) =>
      textContent?.toLowerCase().startsWith(event.key.toLowerCase()) ?? false
    const target =
      event.key === "ArrowDown"
        ? all[(at + 1) % all.length]
        : event.key === "ArrowUp"
          ? all.at(at - 1)
          : event.key === "Home"
            ? all[0]
            : event.key === "End"
              ? all.at(-1)
              : event.key.length === 1 && event.key !== " "
                ? [...all.slice(at + 1), ...all.slice(0, at)].find(startsWith)
                : undefined
    if (event.key === "Escape") close()
    else if (target === undefined) return
    else target.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const entry = ({ group, href, isChosen, isDanger, isFirst, lang, run, text }: MenuItem) => {
    const shared = {
      key: href ?? text,
      role: isChosen === undefined ? ("menuitem" as const) : ("menuitemradio" as const),
      tabIndex: -1,
      lang,
      title: group === undefined ? undefined : text,
      "aria-checked": isChosen,
      class: `${isFirst === true ? "first" : ""} ${isDanger === true ? "danger" : ""}`
    }
    return href === undefined ? (
      <button
        {...shared}
        type="button"
        onClick={() => {
          close()
          run?.()
        }}
      >
        {text}
      </button>
    ) : (
      <a
        {...shared}
        href={href}
        onClick={(event) => {
          if (!href.startsWith("/app")) return
          close()
          followLink(event)
        }}
      >
        {text}
      </a>
    )
  }
  return (
    <div class="menu-root" ref={root}>
      <button
        type="button"
        class={props.class ?? "plain"}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return
          event.preventDefault()
          open()
        }}
      >
        {children}
      </button>
      {isOpen ? (
        <div class="menu-list">
          {head}
          <div role="menu" aria-label={label} onKeyDown={move}>
            {[...Map.groupBy(items, ({ group }) => group ?? "")].map(([group, grouped]) =>
              group === "" ? (
                grouped.map(entry)
              ) : (
                <div key={group} role="group" aria-label={group}>
                  <span class="menu-title" aria-hidden="true">
                    {group}
                  </span>
                  {grouped.map(entry)}
                </div>
              )
            )}
          </div>
        </div>
      ) : null}
    </div>
  )
}
