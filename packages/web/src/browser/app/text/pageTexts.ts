import { fillText, type TextValues } from "../../fillText.js"
import { en, type PageTexts } from "./pages/en.js"
import { language, locale } from "./texts.js"

let texts: PageTexts = en
let plurals = new Intl.PluralRules("en")

/** Loads the texts of the pages beside the board, in the user's language. Call it before any of them is shown. */
export const loadPageTexts = async (): Promise<void> => {
  texts = language() === "de" ? (await import("./pages/de.js")).de : en
  plurals = new Intl.PluralRules(language())
}

/** A text of these pages, with values in place of the names in braces. */
export const p = (key: keyof PageTexts, values: TextValues = {}): string => fillText(texts[key], values, locale())

type Counted = keyof PageTexts extends infer Key ? (Key extends `${infer Name}.other` ? Name : never) : never

/** A text of these pages in the form that a number needs. */
export const countedInPage = (key: Counted, n: number, values: TextValues = {}): string =>
  p(`${key}.${plurals.select(n) === "one" ? "one" : "other"}` as keyof PageTexts, { ...values, n })
