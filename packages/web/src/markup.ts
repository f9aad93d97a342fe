/** HTML that may go into a page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a `markup` template takes: strings are escaped, markup is not, `null` leaves nothing behind. */
export type MarkupValue = string | Markup | ReadonlyArray<Markup> | null

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text made safe between tags and inside quoted attributes (OWASP XSS Prevention, rules 1 and 2). */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

const textOf = (value: MarkupValue): string => {
  if (value === null) return ""
  if (typeof value === "string") return escapeHtml(value)
  return value instanceof Markup ? value.text : value.map((part) => part.text).join("\n")
}

/** A template of HTML that escapes every string put into it. Attributes must be in double quotes. */
export const markup = (template: TemplateStringsArray, ...values: ReadonlyArray<MarkupValue>): Markup =>
  new Markup(template.map((part, at) => part + (at < values.length ? textOf(values[at] ?? null) : "")).join(""))

/** Our own text for `style` and `script`, where nothing is escaped: never with a value from a request in it. */
export const staticText = (text: string): Markup => new Markup(text)
