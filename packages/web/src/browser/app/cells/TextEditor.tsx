import type { TargetedKeyboardEvent } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useUnsaved } from "../ui/useUnsaved.js"
import type { EditorProps, Next } from "./EditorProps.js"
import type { Field } from "./fields.js"
import { asJson, typedValue, written } from "./typedValue.js"

/** A host of two names at least, and what may follow it. */
const HOST = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u

/** A link as a browser reads it, which needs no scheme. */
const withScheme = (text: string): string => (HOST.test(text.trim()) ? `https://${text.trim()}` : text)

/** The keys that a phone shows. */
const KEYBOARDS: Partial<Record<Field["kind"], "decimal" | "email" | "numeric" | "url">> = {
  date: "numeric",
  email: "email",
  link: "url",
  number: "decimal"
}

/** Whether a key begins a text. */
const isStart = ({ altKey, ctrlKey, key, metaKey }: KeyboardEvent): boolean =>
  /^[\p{L}\d]$/u.test(key) && !altKey && !ctrlKey && !metaKey

/** The editor of a value that is typed. */
export const TextEditor = ({ cancel, done, field, isForMany = false, typed, value }: EditorProps) => {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const seen = useRef(value)
  // As a field of several lines has line breaks.
  const initial = written(field, seen.current).replace(/\r\n?/g, "\n")
  // A field of one line would leave out the line breaks of a text.
  useUnsaved(() => input.current?.value !== initial)
  const isLong = field.kind === "longText" || /[\r\n]/.test(typed ?? initial)
  const finish = (next: Next) => {
    if (isDone.current || input.current === null) return
    isDone.current = true
    const text = input.current.value
    // A date that is half typed, or of no such day, has no value: it would clear the cell.
    const clears = isForMany && text === "" && next === "below"
    if ((text === initial && !clears) || input.current.validity.badInput) cancel(next)
    else
      done(typedValue(field, field.kind === "link" ? withScheme(text) : text, seen.current), next, asJson(seen.current))
  }
  useLayoutEffect(() => {
    const node = input.current
    node?.focus()
    // The caret goes behind the text that began the edit.
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
    onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement & HTMLTextAreaElement>) => {
      event.stopPropagation()
      if (event.key === "Escape") {
        isDone.current = true
        cancel()
      } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault()
        finish("below")
      } else if (event.key === "Tab") {
        event.preventDefault()
        finish(event.shiftKey ? "before" : "next")
      } else if (event.currentTarget.type === "date" && isStart(event)) {
        // A browser reads only figures, in its own order. Its picker is still opened by the mouse.
        event.preventDefault()
        event.currentTarget.type = "text"
        event.currentTarget.value = event.key
      }
    }
  }
  const given = { ...shared, defaultValue: typed ?? initial }
  if (isLong) return <textarea {...given} rows={4} />
  // No text can begin a date in a field of dates.
  if (field.kind === "date" && typed === null) return <input {...given} type="date" />
  // A field of addresses would rewrite those that are not of ASCII.
  return <input {...given} type="text" inputMode={KEYBOARDS[field.kind] ?? "text"} />
}
