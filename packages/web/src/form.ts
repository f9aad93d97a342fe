import { markup, type Markup } from "./markup.js"

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
}

/** The address field, alike on every page. */
export const emailField: Field = { name: "email", label: "Email address", type: "email", autocomplete: "email" }

/** The field of a password that is chosen, with its rules; the one about bytes is checked by `checkPassword`. */
export const newPasswordField: Field = {
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: "At least 8 characters and at most 72 bytes; a letter with an accent takes 2, an emoji 4.",
  warns: true,
  minLength: 8
}

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
export const form = ({ action, choices, fields, id, submit }: Form): Markup =>
  markup`<form id="${id}" method="post" action="${action}">
<p class="notice" id="${id}-alert" role="alert" tabindex="-1"></p>
${fields.map(fieldMarkup)}
${choices ?? null}
<button type="submit">${submit}</button>
</form>`

/** Where a page says that something is done. `text` may be empty at first. */
export const status = (id: string, text = ""): Markup =>
  markup`<p class="notice" id="${id}" role="status" tabindex="-1">${text}</p>`
