/** Most characters of a value that a sentence has. */
const MOST = 80

/** The start of a text that is too long for a sentence. */
export const cut = (text: string): string => {
  const characters = [...text]
  return characters.length > MOST
    ? `${characters
        .slice(0, MOST - 1)
        .join("")
        .trimEnd()}…`
    : text
}

/** A name in a sentence; nothing for what has none. */
export const quoted = (value: unknown): string => (typeof value === "string" && value !== "" ? `“${cut(value)}”` : "")

/** What got another name, with both names if they are known. */
export const renamed = (what: string, { from, to }: { readonly from: unknown; readonly to: unknown }): string => {
  const [before, after] = [quoted(from), quoted(to)]
  return before === "" || after === "" ? `renamed ${what}` : `renamed ${what} from ${before} to ${after}`
}

/** A list in words. */
export const joined = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

/** Whether a field has no value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

/** A value in words. `nameOf` gives the names of ids that it has. */
export const valueText = (value: unknown, nameOf: (id: string) => string | undefined = () => undefined): string => {
  if (Array.isArray(value)) return cut(joined(value.map((each) => valueText(each, nameOf))))
  if (typeof value === "boolean") return value ? "checked" : "not checked"
  return cut(typeof value === "string" ? (nameOf(value) ?? value) : JSON.stringify(value))
}

/** The name of a field in words. */
export const fieldWords = (field: string): string =>
  field === "replaceWith" ? "options" : field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
