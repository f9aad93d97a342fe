import { DEFAULT_LANGUAGE, type Language } from "../../account/language.js"
import { de } from "./de.js"
import { en, type MailTexts } from "./en.js"

const TEXTS: Record<Language, MailTexts> = { de, en }

/** The texts of mails to a user of that language; English if it is not known. */
export const textsIn = (language: Language | null | undefined): MailTexts => TEXTS[language ?? DEFAULT_LANGUAGE]
