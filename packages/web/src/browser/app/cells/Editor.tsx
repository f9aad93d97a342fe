import type { Person } from "@boardwright/client"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Json } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { useUnsaved } from "../ui/useUnsaved.js"
import { entriesOf, type Field, foldLabel, isClearable, optionOf } from "./fields.js"
import { dayOf, exactly, isChecked, movedTo, textOf, typedDay, typedNumbers } from "./read.js"
import { Chip, Face, nameOf } from "./Value.js"

export interface EditorProps {
  readonly field: Field
  readonly value: unknown
  /** The text that began the edit; it replaces the value. */
  readonly typed: string | null
  readonly people: ReadonlyMap<string, Person>
  /**
   * Stores a value that differs from the one that the editor was opened with, `seen`. `next` says where to go on: to the cell
   * below, the next one, or nowhere.
   */
  readonly done: (value: Json, next: "below" | "next" | "stay", seen: Json) => void
  /** Whether the value is for several tasks, which Escape leaves as they are. */
  readonly isForMany?: boolean
  /** Leaves the value as it is. */
  readonly cancel: (next?: "below" | "next" | "stay") => void
}

/** A value as the API gave it. */
export const asJson = (value: unknown): Json => (value ?? null) as Json

/** A value as it is edited. */
export const written = ({ kind }: Field, value: unknown): string => {
  if (kind === "date") return dayOf(value) ?? ""
  return kind === "number" ? typedNumbers().write(value) : textOf(value)
}

/** Reads what was typed in place of a value, as the type of the field. */
export const typedValue = (field: Field, text: string, value: unknown): Json => {
  const trimmed = text.trim()
  if (trimmed === "") return null
  if (field.kind === "number") {
    const number = exactly(typedNumbers().read(trimmed))
    return Number.isNaN(number) ? trimmed : number
  }
  if (field.kind === "date") {
    const day = typedDay(trimmed)
    return day === null ? trimmed : movedTo(value, day, field.column === null)
  }
  return field.kind === "longText" ? text : trimmed
}

const TextEditor = ({ cancel, done, field, isForMany = false, typed, value }: EditorProps) => {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const seen = useRef(value)
  // As a field of several lines has line breaks.
  const initial = written(field, seen.current).replace(/\r\n?/g, "\n")
  // A field of one line would leave out the line breaks of a text.
  useUnsaved(() => input.current?.value !== initial)
  const isLong = field.kind === "longText" || /[\r\n]/.test(typed ?? initial)
  const finish = (next: "below" | "next" | "stay") => {
    if (isDone.current || input.current === null) return
    isDone.current = true
    const text = input.current.value
    // A date that is half typed, or of no such day, has no value: it would clear the cell.
    const clears = isForMany && text === "" && next === "below"
    if ((text === initial && !clears) || input.current.validity.badInput) cancel(next)
    else done(typedValue(field, text, seen.current), next, asJson(seen.current))
  }
  useLayoutEffect(() => {
    const node = input.current
    node?.focus()
    // The caret goes behind the text that began the edit; fields of email addresses take no selection.
    if (typed !== null && node) {
      node.value = ""
      node.value = typed
    } else if (field.kind !== "date") node?.select()
    // A cell that is scrolled away leaves the document: not every browser says so, and none while the text can be read.
    return () => node?.blur()
  }, [])
  const shared = {
    ref: input,
    class: "cell-input",
    "aria-label": field.name,
    onBlur: () => finish("stay"),
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation()
      if (event.key === "Escape") {
        isDone.current = true
        cancel()
      } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault()
        finish("below")
      } else if (event.key === "Tab" && !event.shiftKey) {
        event.preventDefault()
        finish("next")
      }
    }
  }
  const given = { ...shared, defaultValue: typed ?? initial }
  if (isLong) return <textarea {...given} rows={4} />
  switch (field.kind) {
    case "date":
      // No text can begin a date there.
      return typed === null ? <input {...given} type="date" /> : <input {...given} type="text" inputMode="numeric" />
    case "email":
      return <input {...given} type="email" />
    case "link":
      return <input {...given} type="url" />
    default:
      return <input {...given} type="text" inputMode={field.kind === "number" ? "decimal" : "text"} />
  }
}

interface Choice {
  /** Empty for the one that clears: no label is. */
  readonly value: string
  readonly label: string
  readonly show: preact.ComponentChildren
}

/** A list of choices with a search field, for one value or several. */
const ChoiceEditor = ({
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
  const isDone = useRef(false)
  const folded = foldLabel(text)
  const found = choices.filter(({ label }) => foldLabel(label).includes(folded))
  const [active, setActive] = useState(() => {
    const current = isMany ? undefined : optionOf(field, chosen[0] ?? field.fallback)?.label
    return Math.max(
      0,
      found.findIndex((choice) => choice.value === current)
    )
  })
  const [isMarked, setMarked] = useState(false)
  const isNew = isOpen && folded !== "" && !choices.some(({ label }) => foldLabel(label) === folded)
  const clears = (isForMany || (!isMany && chosen.length > 0)) && folded === "" && isClearable(field)
  const rows: ReadonlyArray<Choice> = [
    ...found,
    ...(isNew ? [{ value: text.trim(), label: text.trim(), show: t("cell.add", { text: text.trim() }) }] : []),
    ...(clears ? [{ value: "", label: t("cell.clear"), show: t("cell.clear") }] : [])
  ]
  const left = useRef(() => undefined as void)
  useLayoutEffect(() => {
    root.current?.querySelector("input")?.focus()
    // As a text: not every browser says that a cell which is scrolled away loses the focus.
    return () => left.current()
  }, [])
  useLayoutEffect(
    () => root.current?.querySelector("[data-active=true]")?.scrollIntoView({ block: "nearest" }),
    [active]
  )

  const finish = (values: ReadonlyArray<string>, next: "below" | "next" | "stay") => {
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
        choices.findIndex(({ value }) => value === choice.value)
      )
    )
    setChosen(
      chosen.includes(choice.value) ? chosen.filter((each) => each !== choice.value) : [...chosen, choice.value]
    )
  }
  const leave = (next: "below" | "next" | "stay") => finish(chosen, next)
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
    } else if (event.key === "Tab" && !event.shiftKey) leave("next")
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
      <div class="choice-list" role="listbox" id="choice-list" aria-label={field.name} aria-multiselectable={isMany}>
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

const labelChoices = ({ options }: Field, value: unknown): ReadonlyArray<Choice> => {
  const known = entriesOf(value).flatMap((label) => optionOf({ options }, label) ?? [])
  const others = known.filter(({ label }) => !options.some((option) => option.label === label))
  return [...options, ...others].map(({ color, label, text }) => ({
    value: label,
    label: text,
    show: <Chip text={text} color={color} />
  }))
}

const peopleChoices = (people: ReadonlyMap<string, Person>, value: unknown): ReadonlyArray<Choice> => {
  const chosen = entriesOf(value)
  const ids = [...new Set([...chosen, ...[...people.values()].filter(({ role }) => role !== null).map(({ id }) => id)])]
  return ids.map((id) => {
    const name = nameOf(people, id)
    return {
      value: id,
      label: name,
      show: (
        <span class="person">
          <Face id={id} name={name} avatar={people.get(id)?.avatar} /> {name}
        </span>
      )
    }
  })
}

/** The editor of a cell, by the type of its field. A checkbox has none: it changes at once. */
export const Editor = (props: EditorProps) => {
  const { field, people, value } = props
  switch (field.kind) {
    case "option":
    case "labels":
      return (
        <ChoiceEditor
          {...props}
          choices={labelChoices(field, value)}
          isMany={field.kind === "labels"}
          isOpen={field.column?.strict !== true}
        />
      )
    case "people":
      return <ChoiceEditor {...props} choices={peopleChoices(people, value)} isMany={true} isOpen={false} />
    default:
      return <TextEditor {...props} />
  }
}

/** What a click makes of a checkbox. */
export const toggled = (value: unknown): Json => !isChecked(value)
