import type { ClientErrorCode } from "@boardwright/client"
import { fillText, type TextValues } from "../fillText.js"
import { en, type ScriptTexts } from "./en.js"

/** What is said in a language. */
export interface Spoken {
  /** Every text of the scripts of the pages before the app. */
  readonly texts: ScriptTexts
  /** What error codes mean. Codes that people do not see, or whose text is the host's, are left out. */
  readonly refusals: { readonly [Code in ClientErrorCode]?: string }
  /** The rules of fields in place of those in English, which the server says. */
  readonly rules: ReadonlyArray<readonly [RegExp, string]>
}

const english: Spoken = {
  texts: en,
  // Where the server's own text is one word.
  refusals: { Forbidden: "You are not allowed to do that." },
  rules: []
}

let german = english

/** Makes German known: pages before the app have it in their script, the app loads it. */
export const speakGerman = (known: Spoken): void => {
  german = known
}

/** The language of the document, which the server has chosen. */
export const documentLanguage = (): "de" | "en" => (document.documentElement.lang === "de" ? "de" : "en")

/** What is said in the language of the document. */
export const spoken = (): Spoken => (documentLanguage() === "de" ? german : english)

/** A text in the language of the document, with values in place of the names in braces. */
export const say = (key: keyof ScriptTexts, values: TextValues = {}): string =>
  fillText(spoken().texts[key], values, documentLanguage())
