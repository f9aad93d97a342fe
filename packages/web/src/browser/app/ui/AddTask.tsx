import { useLayoutEffect, useRef } from "preact/hooks"
import { t } from "../text/texts.js"

/** A field that adds a task by its name, on Enter and when it is left. */
export const AddTask = ({
  add,
  close,
  groupId,
  label
}: {
  label: string
  add: (name: string) => void
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
    add(name)
  }
  useLayoutEffect(() => {
    if (close !== undefined) input.current?.focus()
    // A field that is scrolled away leaves the document: not every browser says so, and none while the text can be read.
    return () => input.current?.blur()
  }, [])
  return (
    <input
      ref={input}
      class="add-task"
      maxLength={255}
      placeholder={t("table.add")}
      aria-label={label}
      data-add={groupId}
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
