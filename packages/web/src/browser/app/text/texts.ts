import { fillText, type TextValues } from "../../fillText.js"
import { en, type Texts } from "./en.js"

/** The languages, each with its own name for itself. English is part of the app; others are loaded. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const
export type Language = keyof typeof LANGUAGES

const CHOSEN = "boardwright.language"

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)

/** The chosen language, or the first of the browser's that there is. */
const preferred = (): Language =>
  [localStorage.getItem(CHOSEN) ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLanguage) ?? "en"

let texts: Texts = en
let current: Language = "en"
let plurals = new Intl.PluralRules("en")

/** The language of the texts. */
export const language = (): Language => current

/** Dates and numbers follow the browser's region as long as it speaks the language of the texts. */
export const locale = (): string => navigator.languages.find((tag) => tag.startsWith(current)) ?? current

/** Loads the texts of the user's language. Call it before anything is shown. */
export const loadTexts = async (): Promise<void> => {
  current = preferred()
  if (current === "de") texts = (await import("./de.js")).de
  plurals = new Intl.PluralRules(current)
  document.documentElement.lang = current
}

/** Chooses a language for this browser, and shows it. */
export const chooseLanguage = (name: Language): void => {
  localStorage.setItem(CHOSEN, name)
  location.reload()
}

/** A text, with values in place of the names in braces. */
export const t = (key: keyof Texts, values: TextValues = {}): string => fillText(texts[key], values, locale())

type Counted = keyof Texts extends infer Key ? (Key extends `${infer Name}.other` ? Name : never) : never

/** A text in the form that a number needs. */
export const counted = (key: Counted, n: number, values: TextValues = {}): string =>
  t(`${key}.${plurals.select(n) === "one" ? "one" : "other"}` as keyof Texts, { ...values, n })
