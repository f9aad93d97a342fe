import { fillText, type TextValues } from "../../fillText.js"
import { documentLanguage, speakGerman } from "../../text/say.js"
import { en, type Texts } from "./en.js"

/** The languages, each with its own name for itself. English is part of the app; others are loaded. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const
export type Language = keyof typeof LANGUAGES

let texts: Texts = en
let current: Language = "en"
let plurals = new Intl.PluralRules("en")

/** The language of the texts. */
export const language = (): Language => current

/** Dates and numbers follow the browser's region as long as it speaks the language of the texts. */
export const locale = (): string => navigator.languages.find((tag) => tag.startsWith(current)) ?? current

/** Loads the texts of the document's language. Call it before anything is shown. */
export const loadTexts = async (): Promise<void> => {
  current = documentLanguage()
  if (current === "de") {
    const { de, german } = await import("./de.js")
    texts = de
    speakGerman(german)
  } else texts = en
  plurals = new Intl.PluralRules(current)
}

/** A text, with values in place of the names in braces. */
export const t = (key: keyof Texts, values: TextValues = {}): string => fillText(texts[key], values, locale())

type Counted = keyof Texts extends infer Key ? (Key extends `${infer Name}.other` ? Name : never) : never

/** A text in the form that a number needs. */
export const counted = (key: Counted, n: number, values: TextValues = {}): string =>
  t(`${key}.${plurals.select(n) === "one" ? "one" : "other"}` as keyof Texts, { ...values, n })
