import type { Json } from "../store/Operation.js"
import type { Field } from "./fields.js"
import { dayOf, exactly, isChecked, movedTo, textOf, typedDay, typedNumbers } from "./read.js"

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

/** What a click makes of a checkbox. */
export const toggled = (value: unknown): Json => !isChecked(value)
