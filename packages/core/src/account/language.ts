import { Schema } from "effect"

/** The languages that mails are written in. */
export const LANGUAGES = ["en", "de"] as const
export type Language = (typeof LANGUAGES)[number]

/** A language of mails. */
export const LanguageInput = Schema.Literal(...LANGUAGES).annotations({
  message: () => ({ message: `must be one of ${LANGUAGES.join(", ")}`, override: true })
})
