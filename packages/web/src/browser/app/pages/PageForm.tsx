import { BoardwrightClientError } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { reasonOf, renewing } from "../api.js"
import { p } from "../text/pageTexts.js"

/** What is wrong with fields, by their names. */
export type Errors = Readonly<Record<string, string>>

interface Shown {
  readonly errors: Errors
  readonly alert: string
}

const NOTHING: Shown = { errors: {}, alert: "" }

/** What is missing in a form. */
const missingIn = (form: HTMLFormElement): Errors =>
  Object.fromEntries(
    [...form.elements].flatMap((element) =>
      element instanceof HTMLInputElement && element.validity.valueMissing ? [[element.name, p("page.required")]] : []
    )
  )

/** Why the server refused: beside the fields that it names, or above the form. */
const refusalOf = (form: HTMLFormElement, error: unknown): Shown => {
  const details = error instanceof BoardwrightClientError ? error.details : []
  const errors = Object.fromEntries(details.map(({ message, path }) => [String(path[0]), message]))
  const isShown = details.length > 0 && Object.keys(errors).every((name) => form.elements.namedItem(name) !== null)
  return isShown ? { errors, alert: "" } : { errors: {}, alert: reasonOf(error) }
}

/** A form of a page. What is wrong is said beside the fields, and the first of these gets the focus. */
export const PageForm = ({
  check = () => ({}),
  children,
  send,
  submit
}: {
  /** What is wrong with the fields besides those that are required and empty. */
  check?: (fields: FormData) => Errors
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
    const errors = { ...check(fields), ...missingIn(node) }
    shown.value = { errors, alert: "" }
    if (Object.keys(errors).length > 0) return
    isBusy.value = true
    try {
      await renewing(() => send(fields))
    } catch (error) {
      shown.value = refusalOf(node, error)
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
  readonly hint: string
  readonly maxLength: number
  readonly inputMode?: "url"
}

/** A line of text in such a form. */
export const TextInput = ({ errors, hint, inputMode, label, maxLength, name }: TextInputProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <p class="hint" id={`${name}-hint`}>
      {hint}
    </p>
    <input
      id={name}
      name={name}
      type="text"
      inputMode={inputMode}
      autocomplete="off"
      spellcheck={inputMode === undefined}
      required
      maxLength={maxLength}
      aria-invalid={name in errors}
      aria-describedby={`${name}-hint ${name}-error`}
    />
    <FieldError errors={errors} name={name} />
  </div>
)
