import { fillText, type TextValues } from "../fillText.js"
import { de } from "./de.js"
import { en, type ScriptTexts } from "./en.js"

/** The language of the document, which the server has chosen. */
export const documentLanguage = (): "de" | "en" => (document.documentElement.lang === "de" ? "de" : "en")

/** A text in the language of the document, with values in place of the names in braces. */
export const say = (key: keyof ScriptTexts, values: TextValues = {}): string => {
  const language = documentLanguage()
  return fillText((language === "de" ? de : en)[key], values, language)
}
