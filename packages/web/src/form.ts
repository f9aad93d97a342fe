import { markup, type Markup } from "./markup.js"
import type { Texts } from "./text/en.js"

/** A labelled input. `name` is its key in the JSON body, in the `path` of a validation failure, and its id. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly type: "email" | "password" | "text"
  readonly autocomplete: "email" | "username" | "current-password" | "new-password" | "name" | "off"
  readonly hint?: string
  /** Whether a line below the input can warn of what is entered. */
  readonly warns?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  /** What is in it, and stays. */
  readonly fixed?: string
}

/** A form whose fields are sent as JSON to `action`; the form script does that and shows what is answered. */
export interface Form {
  readonly id: string
  readonly action: string
  readonly fields: ReadonlyArray<Field>
  /** What is chosen below the fields; its script sends it. */
  readonly choices?: Markup
  readonly submit: string
  /** What the page says when it is done, unless its script says it. */
  readonly done?: string
}

/** The address field, alike on every page. */
export const emailField = (texts: Texts): Field => ({
  name: "email",
  label: texts["field.email"],
  type: "email",
  autocomplete: "email"
})

/** The field of the password that an account has. */
export const passwordField = (texts: Texts): Field => ({
  name: "password",
  label: texts["field.password"],
  type: "password",
  autocomplete: "current-password"
})

/** The field of a password that is chosen, with its rules; the one about bytes is checked by `checkPassword`. */
export const newPasswordField = (texts: Texts): Field => ({
  name: "password",
  label: texts["field.newPassword"],
  type: "password",
  autocomplete: "new-password",
  hint: texts["field.newPassword.hint"],
  warns: true,
  minLength: 8
})

const attribute = (name: string, value: number | string | undefined): Markup | null =>
  value === undefined ? null : markup` ${name}="${String(value)}"`

const fieldMarkup = ({ autocomplete, fixed, hint, label, maxLength, minLength, name, type, warns }: Field): Markup =>
  markup`<div class="field">
<label for="${name}">${label}</label>
${hint === undefined ? null : markup`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${attribute("minlength", minLength)}${attribute("maxlength", maxLength)}${attribute("value", fixed)}${fixed === undefined ? null : markup` readonly`} aria-describedby="${hint === undefined ? "" : `${name}-hint `}${warns === true ? `${name}-warning ` : ""}${name}-error">
${warns === true ? markup`<p class="hint" id="${name}-warning" aria-live="polite"></p>` : null}
<p class="error" id="${name}-error" aria-live="polite"></p>
</div>`

/**
 * The form with an alert above its fields and an aria-live line below each.
 * It is a POST even where no script runs: a GET would put the password into the address.
 */
export const form = ({ action, choices, done, fields, id, submit }: Form): Markup =>
  markup`<form id="${id}" method="post" action="${action}"${attribute("data-done", done)}>
<p class="notice" id="${id}-alert" role="alert" tabindex="-1"></p>
${fields.map(fieldMarkup)}
${choices ?? null}
<button type="submit">${submit}</button>
</form>`

/** Where a page says that something is done. `text` may be empty at first. */
export const status = (id: string, text = ""): Markup =>
  markup`<p class="notice" id="${id}" role="status" tabindex="-1">${text}</p>`
