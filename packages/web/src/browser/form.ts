import { busily, byId } from "./dom.js"
import type * as MostUsedPasswords from "./mostUsedPasswords.js"
import { reasonOf, type Refusal, request, type Response } from "./request.js"
import { say } from "./text/say.js"

/** An error of a field, by the field's name. */
export type FieldError = readonly [name: string, message: string]

type Fields = Readonly<Record<string, string>>

// Those with a line for their errors; the script of the page reads other choices itself.
const inputsOf = (form: HTMLFormElement): ReadonlyArray<HTMLInputElement> =>
  [...form.elements].filter(
    (element) => element instanceof HTMLInputElement && document.getElementById(`${element.id}-error`) !== null
  ) as Array<HTMLInputElement>

/** Shows errors next to their fields and an alert above the form, and focuses the first. Whether there are any. */
export const showErrors = (form: HTMLFormElement, errors: ReadonlyArray<FieldError>, alert: string): boolean => {
  let first: HTMLElement | undefined
  for (const input of inputsOf(form)) {
    const text = errors
      .filter(([name]) => name === input.name)
      .map(([, message]) => message)
      .join(" ")
    byId(`${input.id}-error`).textContent = text
    if (text === "") input.removeAttribute("aria-invalid")
    else input.setAttribute("aria-invalid", "true")
    if (text !== "") first ??= input
  }
  const general = byId(`${form.id}-alert`)
  general.textContent = alert
  if (first) first.focus()
  else if (alert !== "") general.focus()
  return errors.length > 0
}

const showRefusal = (form: HTMLFormElement, refusal: Refusal): void => {
  const known = new Set(inputsOf(form).map((input) => input.name))
  const all = (refusal.details ?? []).map(({ message, path }): FieldError => [String(path[0]), message])
  const rest = all.filter(([name]) => !known.has(name)).map(([, text]) => text)
  showErrors(
    form,
    all.filter(([name]) => known.has(name)),
    [reasonOf(refusal), ...rest].join(". ")
  )
}

/** What the browser finds wrong with an input; "" if it is valid. */
export const problemOf = ({ minLength, validationMessage, validity }: HTMLInputElement): string => {
  if (validity.valueMissing) return say("field.required")
  if (validity.typeMismatch) return say("field.address")
  return validity.tooShort ? say("field.tooShort", { n: minLength }) : validationMessage
}

/** What a form does with its fields and with the answer to them. */
export interface Submission<Answer> {
  /** Errors that an input element cannot find. */
  readonly check?: (fields: Fields) => ReadonlyArray<FieldError>
  /** What is sent for the fields, by default the fields themselves. */
  readonly body?: (fields: Fields) => unknown
  /** Sends it, by default to the form's action. */
  readonly send?: (body: unknown) => Promise<Response<Answer>>
  readonly done: (answer: Answer) => unknown
  readonly refused?: (refusal: Refusal) => void
}

/** Sends the fields of a form as JSON and shows a refusal next to its fields or above the form. */
export const onSubmit = <Answer>(
  form: HTMLFormElement,
  { body = (fields) => fields, check = () => [], done, refused, send }: Submission<Answer>
): void => {
  const button = form.querySelector("button")
  form.noValidate = true
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    if (button === null) return
    const fields = Object.fromEntries(inputsOf(form).map((input) => [input.name, input.value]))
    const invalid = inputsOf(form).filter((input) => !input.validity.valid)
    void busily(button, async () => {
      const wrong =
        invalid.length > 0 ? invalid.map((input): FieldError => [input.name, problemOf(input)]) : check(fields)
      if (showErrors(form, wrong, "")) return
      const sent = body(fields)
      const response = await (send ? send(sent) : request<Answer>(form.getAttribute("action") ?? "", { body: sent }))
      if (response.ok) return done(response.answer)
      showRefusal(form, response.answer)
      refused?.(response.answer)
    })
  })
}

/** Whether a password has more than the 72 bytes that are allowed, which an input element cannot check. */
export const isPasswordTooLong = (password: string): boolean => new TextEncoder().encode(password).length > 72

export const checkPassword = (password = ""): ReadonlyArray<FieldError> =>
  isPasswordTooLong(password) ? [["password", say("password.tooLong")]] : []

const MOST_USED: string = "/account/most-used-passwords.js"

/** Loads the list of the most used passwords. */
export const loadMostUsed = (): Promise<typeof MostUsedPasswords> => import(MOST_USED)

/** Says, while a new password is typed, that it is one of the most used ones. The list is loaded at the first key. */
export const warnOfMostUsed = (form: HTMLFormElement): void => {
  const input = inputsOf(form).find(({ autocomplete }) => autocomplete === "new-password")
  input?.addEventListener("input", async () => {
    const { isMostUsed } = await loadMostUsed()
    byId(`${input.id}-warning`).textContent = isMostUsed(input.value) ? say("password.mostUsed") : ""
  })
}
