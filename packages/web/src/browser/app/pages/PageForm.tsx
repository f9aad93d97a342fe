import { BoardwrightClientError } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import type { ComponentChildren, TargetedInputEvent } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { problemOf } from "../../form.js"
import { ruleText } from "../../text/refusals.js"
import { reasonOf, renewing } from "../api.js"

/** What is wrong with fields, by their names. */
export type Errors = Readonly<Record<string, string>>

interface Shown {
  readonly errors: Errors
  readonly alert: string
}

const NOTHING: Shown = { errors: {}, alert: "" }

/** What browsers find wrong with the fields of a form. */
const invalidIn = (form: HTMLFormElement): Errors =>
  Object.fromEntries(
    [...form.elements].flatMap((element) => {
      const error = element instanceof HTMLInputElement ? problemOf(element) : ""
      return error === "" ? [] : [[(element as HTMLInputElement).name, error]]
    })
  )

/** Why the server refused: beside the fields that it names, or above the form. */
const refusalOf = (form: HTMLFormElement, error: unknown, names: Errors, reasons: Errors): Shown => {
  const details = error instanceof BoardwrightClientError ? error.details : []
  const nameOf = (field: string) => names[field] ?? field
  const errors = Object.fromEntries(
    details.map(({ message, path }) => {
      const name = nameOf(String(path[0]))
      return [name, reasons[name] ?? ruleText(message)]
    })
  )
  const isShown = details.length > 0 && Object.keys(errors).every((name) => form.elements.namedItem(name) !== null)
  return isShown ? { errors, alert: "" } : { errors: {}, alert: reasonOf(error) }
}

/** A form of a page. What is wrong is said beside the fields, and the first of these gets the focus. */
export const PageForm = ({
  check = () => ({}),
  children,
  names = {},
  reasons = {},
  send,
  submit
}: {
  /** What is wrong with the fields besides what browsers find. */
  check?: (fields: FormData) => Errors
  /** The names here of fields that the API names otherwise. */
  names?: Readonly<Record<string, string>>
  /** Why the server refuses fields, of those where this can only be one thing. */
  reasons?: Errors
  send: (fields: FormData) => Promise<unknown>
  submit: string
  children: (errors: Errors) => ComponentChildren
}) => {
  const shown = useSignal(NOTHING)
  const isBusy = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]:not(:empty)")?.focus()
  }, [shown.value])
  const submitted = async (node: HTMLFormElement): Promise<void> => {
    const fields = new FormData(node)
    const errors = { ...check(fields), ...invalidIn(node) }
    shown.value = { errors, alert: "" }
    if (Object.keys(errors).length > 0) return
    isBusy.value = true
    try {
      await renewing(() => send(fields))
    } catch (error) {
      shown.value = refusalOf(node, error, names, reasons)
    }
    isBusy.value = false
  }
  return (
    <form
      ref={form}
      class="page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy.value) void submitted(event.currentTarget)
      }}
    >
      <p class="error" role="alert" tabIndex={-1}>
        {shown.value.alert}
      </p>
      {children(shown.value.errors)}
      <p>
        <button class="button" aria-busy={isBusy.value}>
          {submit}
        </button>
      </p>
    </form>
  )
}

/** What is wrong with the field of this name. */
export const FieldError = ({ errors, name }: { errors: Errors; name: string }) => (
  <p class="error" id={`${name}-error`} aria-live="polite">
    {errors[name] ?? ""}
  </p>
)

interface TextInputProps {
  readonly errors: Errors
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: "email" | "password" | "text"
  readonly autocomplete?: "current-password" | "email" | "name" | "new-password" | "off"
  readonly minLength?: number
  readonly maxLength?: number
  readonly inputMode?: "url"
  /** What is in it at first. */
  readonly value?: string
  /** What may be chosen instead of typed. */
  readonly suggestions?: ReadonlyArray<string>
  /** What may be unwise about what is entered. */
  readonly warning?: string
  readonly onInput?: (event: TargetedInputEvent<HTMLInputElement>) => void
}

/** A line of text in such a form. */
export const TextInput = ({
  autocomplete = "off",
  errors,
  hint,
  label,
  name,
  suggestions = [],
  type = "text",
  value,
  warning,
  ...rest
}: TextInputProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    {hint === undefined ? null : (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
    <input
      {...rest}
      id={name}
      name={name}
      // The types of Preact want one type at a time.
      type={type as "text"}
      defaultValue={value}
      autocomplete={autocomplete}
      list={suggestions.length === 0 ? undefined : `${name}-list`}
      spellcheck={type === "text" && rest.inputMode === undefined}
      required
      aria-invalid={name in errors}
      aria-describedby={[
        ...(hint === undefined ? [] : [`${name}-hint`]),
        ...(warning === undefined ? [] : [`${name}-warning`]),
        `${name}-error`
      ].join(" ")}
    />
    {suggestions.length === 0 ? null : (
      <datalist id={`${name}-list`}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    )}
    {warning === undefined ? null : (
      <p class="hint" id={`${name}-warning`} aria-live="polite">
        {warning}
      </p>
    )}
    <FieldError errors={errors} name={name} />
  </div>
)

/** The password that the user has now, which some changes take. */
export const CurrentPassword = (props: Pick<TextInputProps, "errors" | "label" | "name">) => (
  <TextInput {...props} type="password" autocomplete="current-password" />
)
