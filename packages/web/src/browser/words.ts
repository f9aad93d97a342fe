import { fillText, type TextValues } from "./fillText.js"
import type { FieldTexts, SentenceTexts } from "./sentenceTexts/en.js"

/** Most characters of a value that a sentence has. */
const MOST = 80

/** Most decimals of a number, as in a cell. */
const DECIMALS = 10

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

/** Whether a field has no value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

const ENGLISH: Readonly<Record<string, string>> = { replaceWith: "options", visible: "visibility" }

/** The name of a field in English words. */
export const fieldWords = (field: string): string =>
  ENGLISH[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** What the sentences of a language need. */
export interface Language {
  readonly texts: SentenceTexts
  readonly fields: FieldTexts
  readonly locale: string
  /** A date as people read it; other text as it is. */
  readonly dateText: (value: string) => string
  /** A duration in words; the unit is the client's. */
  readonly durationText: (duration: number) => string
  /** The word for a known value of a field, such as a status; undefined for any other. */
  readonly knownText: (field: string, value: string) => string | undefined
}

/** What sentences are put together from, in a language. */
export const wordsIn = ({ dateText, durationText, fields, knownText, locale, texts }: Language) => {
  const say = (key: keyof SentenceTexts, values: TextValues = {}): string => fillText(texts[key], values, locale)

  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS })

  /** A list in words. */
  const joined = (parts: ReadonlyArray<string>): string =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}${say("and")}${parts.at(-1)}`

  /** A name in a sentence; nothing for what has none. */
  const quoted = (value: unknown): string =>
    typeof value === "string" && value !== "" ? say("quoted", { text: cut(value) }) : ""

  /** What got another name, with both names if they are known. */
  const renamed = (what: string, names: { readonly from: unknown; readonly to: unknown }): string => {
    const [from, to] = [quoted(names.from), quoted(names.to)]
    return from === "" || to === "" ? say("renamed", { what }) : say("renamed.fromTo", { what, from, to })
  }

  /** A value in words. `nameOf` gives the names of ids that it has. */
  const valueText = (value: unknown, nameOf: (id: string) => string | undefined = () => undefined): string => {
    if (Array.isArray(value)) return cut(joined(value.map((each) => valueText(each, nameOf))))
    if (typeof value === "number") return numbers.format(value)
    if (typeof value === "boolean") return say(value ? "checked" : "checked.not")
    return cut(typeof value === "string" ? (nameOf(value) ?? value) : JSON.stringify(value))
  }

  /** A field of what changed, in words. */
  const fieldText = (field: string): string => fields[field] ?? say("field", { field: fieldWords(field) })

  return { say, joined, quoted, renamed, valueText, fieldText, dateText, durationText, knownText }
}

export type Words = ReturnType<typeof wordsIn>
