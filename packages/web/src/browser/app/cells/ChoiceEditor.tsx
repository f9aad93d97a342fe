import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { t } from "../text/texts.js"
import { put } from "../ui/Popup.js"
import type { EditorProps, Next } from "./EditorProps.js"
import { entriesOf, foldLabel, isClearable, optionOf } from "./fields.js"
import { asJson } from "./typedValue.js"

export interface Choice {
  /** Empty for the one that clears: no label is. */
  readonly value: string
  readonly label: string
  readonly show: preact.ComponentChildren
}

/** A list of choices with a search field, for one value or several. */
export const ChoiceEditor = ({
  cancel,
  choices,
  done,
  field,
  isForMany = false,
  isMany,
  isOpen,
  typed,
  value
}: EditorProps & { choices: ReadonlyArray<Choice>; isMany: boolean; isOpen: boolean }) => {
  const [text, setText] = useState(typed ?? "")
  const [seen] = useState(value)
  const [chosen, setChosen] = useState<ReadonlyArray<string>>(entriesOf(seen))
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  const folded = foldLabel(text)
  const added = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  const all = [...choices, ...added.map((value) => ({ value, label: value, show: value }))]
  const begins = ({ label }: Choice) => foldLabel(label).startsWith(folded)
  const matching = all.filter(({ label }) => foldLabel(label).includes(folded))
  const found = [...matching.filter(begins), ...matching.filter((choice) => !begins(choice))]
  const [active, setActive] = useState(() => {
    const current = isMany || folded !== "" ? undefined : optionOf(field, chosen[0] ?? field.fallback)?.label
    return Math.max(
      0,
      found.findIndex((choice) => choice.value === current)
    )
  })
  const [isMarked, setMarked] = useState(false)
  const isNew = isOpen && folded !== "" && !all.some(({ label }) => foldLabel(label) === folded)
  const clears = (isForMany || (!isMany && chosen.length > 0)) && folded === "" && isClearable(field)
  const rows: ReadonlyArray<Choice> = [
    ...found,
    ...(isNew ? [{ value: text.trim(), label: text.trim(), show: t("cell.add", { text: text.trim() }) }] : []),
    ...(clears ? [{ value: "", label: t("cell.clear"), show: t("cell.clear") }] : [])
  ]
  const place = () => {
    if (list.current === null || root.current === null) return
    list.current.style.minWidth = `max(12rem, ${root.current.offsetWidth}px)`
    put(list.current, root.current)
  }
  const left = useRef(() => undefined as void)
  useLayoutEffect(() => {
    root.current?.querySelector("input")?.focus()
    // Above all that would clip it: the table, the panel, a popup.
    list.current?.showPopover()
    const closing = new AbortController()
    const follow = ({ target }: Event) => {
      if (target !== list.current) place()
    }
    for (const event of ["scroll", "resize"]) addEventListener(event, follow, { capture: true, signal: closing.signal })
    // As a text: not every browser says that a cell which is scrolled away loses the focus.
    // A popup around it may get its place after this.
    const placing = setTimeout(place)
    return () => {
      clearTimeout(placing)
      closing.abort()
      left.current()
    }
  }, [])
  // Its height changes with the choices that are found.
  useLayoutEffect(place, [rows.length])
  useLayoutEffect(
    () => root.current?.querySelector("[data-active=true]")?.scrollIntoView({ block: "nearest" }),
    [active]
  )

  const finish = (values: ReadonlyArray<string>, next: Next) => {
    if (isDone.current) return
    isDone.current = true
    if (JSON.stringify(values) === JSON.stringify(entriesOf(seen))) return cancel(next)
    const entered = isMany && values.length > 0 ? values : (values[0] ?? null)
    done(entered, next, asJson(seen))
  }
  const choose = (choice: Choice) => {
    if (choice.value === "") {
      isDone.current = true
      return done(null, "stay", asJson(seen))
    }
    if (!isMany) return finish([choice.value], "stay")
    setText("")
    setMarked(true)
    setActive(
      Math.max(
        0,
        all.findIndex(({ value }) => value === choice.value)
      )
    )
    setChosen(
      chosen.includes(choice.value) ? chosen.filter((each) => each !== choice.value) : [...chosen, choice.value]
    )
  }
  const leave = (next: Next) => finish(chosen, next)
  left.current = () => leave("stay")
  const look = (at: number) => {
    setActive(at)
    setMarked(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const last = Math.max(rows.length - 1, 0)
    if (event.key === "Escape") {
      // What has a mark is chosen already.
      if (isMany && !isForMany) leave("stay")
      else {
        isDone.current = true
        cancel()
      }
    } else if (event.key === "ArrowDown") look(Math.min(active + 1, last))
    else if (event.key === "ArrowUp") look(Math.max(active - 1, 0))
    else if (event.key === "Enter") {
      const row = rows[active]
      // After a choice Enter is for all that is chosen.
      if (row !== undefined && !isMarked) choose(row)
      else leave("below")
    } else if (event.key === "Tab") leave(event.shiftKey ? "before" : "next")
    else return
    event.preventDefault()
  }
  return (
    <div
      class="choices"
      ref={root}
      onFocusOut={({ relatedTarget }) => {
        if (!root.current?.contains(relatedTarget as Node | null)) leave("stay")
      }}
    >
      <input
        class="cell-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="choice-list"
        aria-activedescendant={rows[active] === undefined ? undefined : `choice-${active}`}
        aria-label={field.name}
        autoComplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          look(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        class="popup choice-list"
        popover="manual"
        role="listbox"
        id="choice-list"
        aria-label={field.name}
        aria-multiselectable={isMany}
      >
        {rows.length === 0 ? <p class="faint">{t(isOpen ? "cell.typeLabel" : "cell.noneFound")}</p> : null}
        {rows.map((row, at) => (
          <div
            key={row.value}
            id={`choice-${at}`}
            class={row.value === "" ? "choice clear" : "choice"}
            role="option"
            aria-selected={chosen.includes(row.value)}
            data-active={at === active}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(row)
            }}
          >
            {row.show}
          </div>
        ))}
      </div>
    </div>
  )
}
