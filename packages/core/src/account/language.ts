import { Schema } from "effect"

/** The languages that mails are written in. */
export const LANGUAGES = ["en", "de"] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of mails to a user whose language is not known. */
export const DEFAULT_LANGUAGE: Language = "en"

/** A language of mails. */
export const LanguageInput = Schema.Literal(...LANGUAGES).annotations({
  message: () => ({ message: `must be one of ${LANGUAGES.join(", ")}`, override: true })
})
