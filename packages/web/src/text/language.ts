import type { PageRequest } from "../Page.js"
import type { Texts } from "./en.js"

/** The texts of each language, which are loaded with its first page. */
const TEXTS = {
  de: async () => (await import("./de.js")).de,
  en: async () => (await import("./en.js")).en
} as const satisfies Readonly<Record<string, () => Promise<Texts>>>

export type Language = keyof typeof TEXTS

type Headers = Pick<PageRequest, "header">

/** The cookie of the language that was chosen in the app. */
const CHOSEN = "boardwright-language="

const isLanguage = (name: string): name is Language => Object.hasOwn(TEXTS, name)

const partsOf = (text: string, separator: string): ReadonlyArray<string> =>
  text.split(separator).map((part) => part.trim())

/** The languages of `Accept-Language` that there are texts of, by preference (RFC 9110, 12.5.4). */
const accepted = (header: string): ReadonlyArray<Language> =>
  partsOf(header.toLowerCase(), ",")
    .map((range) => {
      const [tag = "", ...parameters] = partsOf(range, ";")
      const [name = ""] = tag.split("-")
      const quality = parameters.find((parameter) => parameter.startsWith("q="))
      return { name, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ name }) => name)
    .filter(isLanguage)

/** The language of a page: the one chosen in the app, or the first of the browser's that there is. */
export const languageOf = ({ header }: Headers): Language => {
  const cookie = partsOf(header("cookie") ?? "", ";").find((each) => each.startsWith(CHOSEN))
  const chosen = cookie?.slice(CHOSEN.length) ?? ""
  return isLanguage(chosen) ? chosen : (accepted(header("accept-language") ?? "")[0] ?? "en")
}

/** The texts of a language. */
export const loadTexts = (language: Language): Promise<Texts> => TEXTS[language]()

/** The texts in the language of a page. */
export const textsOf = (page: Headers): Promise<Texts> => loadTexts(languageOf(page))
