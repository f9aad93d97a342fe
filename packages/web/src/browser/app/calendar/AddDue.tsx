import { useLayoutEffect, useRef } from "preact/hooks"
import { t } from "../text/texts.js"
import { dayText } from "./texts.js"

/** A field that adds a task which is due on a day. */
export const AddDue = ({
  add,
  close,
  day
}: {
  day: string
  add: (name: string, day: string) => void
  /** Called when nothing more is to be added; without it the field is always there. */
  close?: ((isByKey: boolean) => void) | undefined
}) => {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (close !== undefined) input.current?.focus()
  }, [])
  const finish = () => {
    const name = input.current?.value.trim() ?? ""
    if (name === "" || input.current === null) return
    input.current.value = ""
    add(name, day)
  }
  return (
    <input
      ref={input}
      class="add-task"
      maxLength={255}
      placeholder={t("table.add")}
      aria-label={t("calendar.addOn", { date: dayText(day) })}
      onKeyDown={(event) => {
        event.stopPropagation()
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
