import { useLayoutEffect, useRef } from "preact/hooks"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { useUnsaved } from "./useUnsaved.js"

/** Longest name of a task. */
export const LONGEST_NAME = 255
/** Most lines that are pasted as tasks. */
const MOST_LINES = 200

/** What is entered of a new task. */
export interface EnteredTask {
  readonly name: string
  readonly description?: string
}

const toTask = (text: string): EnteredTask =>
  text.length > LONGEST_NAME
    ? {
        name: text
          .slice(0, LONGEST_NAME)
          .replace(/[\ud800-\udbff]$/, "")
          .trim(),
        description: text
      }
    : { name: text }

/**
 * A field that adds a task by its name, on Enter and when it is left. Pasted lines become a task each; of a line that is too
 * long for a name, the whole is the description.
 */
export const AddTask = ({
  add,
  addTable,
  close,
  groupId,
  label
}: {
  label: string
  add: (...tasks: ReadonlyArray<EnteredTask>) => void
  /** Adds the rows of a table; without it each is a name. */
  addTable?: (text: string) => void
  /** Of the group at whose end it is, for the keys of the table. */
  groupId?: string
  /** Called when nothing more is to be added; without it the field is always there. */
  close?: (isByKey: boolean) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const finish = () => {
    const name = input.current?.value.trim() ?? ""
    if (name === "" || input.current === null) return
    input.current.value = ""
    add({ name })
  }
  useUnsaved(() => input.current?.value !== "")
  useLayoutEffect(() => {
    if (close !== undefined) input.current?.focus()
    // A field that is scrolled away leaves the document: not every browser says so, and none while the text can be read.
    return () => input.current?.blur()
  }, [])
  return (
    <input
      ref={input}
      class="add-task"
      maxLength={LONGEST_NAME}
      placeholder={t("table.add")}
      aria-label={label}
      data-add={groupId}
      onPaste={(event) => {
        const text = event.clipboardData?.getData("text/plain") ?? ""
        if (addTable !== undefined && text.includes("\t")) {
          event.preventDefault()
          return addTable(text)
        }
        const lines = text.split(/[\r\n]+/).map((line) => line.trim())
        const named = lines.filter((line) => line !== "")
        if (lines.length === 1 && text.length <= LONGEST_NAME) return
        event.preventDefault()
        if (named.length > MOST_LINES) notify(t("table.manyLines", { most: MOST_LINES }), { tone: "bad" })
        else add(...named.map(toTask))
      }}
      onKeyDown={(event) => {
        // What opened it has keys of its own.
        if (close !== undefined) event.stopPropagation()
        if (event.key === "Enter" && !event.isComposing) finish()
        if (event.key !== "Escape") return
        event.currentTarget.value = ""
        close?.(true)
      }}
      onBlur={() => {
        finish()
        close?.(false)
      }}
    />
  )
}
