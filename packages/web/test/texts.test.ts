import { describe, expect, it } from "vitest"
import { de } from "../src/browser/app/text/de.js"
import { en } from "../src/browser/app/text/en.js"
import { de as pagesDe } from "../src/browser/app/text/pages/de.js"
import { en as pagesEn } from "../src/browser/app/text/pages/en.js"
import { german } from "../src/browser/text/de.js"
import { en as scriptsEn } from "../src/browser/text/en.js"
import { de as renderedDe } from "../src/text/de.js"
import { en as renderedEn } from "../src/text/en.js"

const namesIn = (text: string): ReadonlyArray<string> => (text.match(/\{\w+\}/g) ?? []).toSorted()

type TextsByKey = Readonly<Record<string, string>>

describe.each<readonly [string, TextsByKey, TextsByKey]>([
  ["of the app", en, de],
  ["of the pages beside the board", pagesEn, pagesDe],
  ["of the pages before the app", renderedEn, renderedDe],
  ["of their scripts", scriptsEn, german.texts]
])("the texts %s", (_, english, german) => {
  const keys = Object.keys(english)

  it("are in order, and in German are those in English", () => {
    expect(keys).toEqual(keys.toSorted())
    expect(Object.keys(german)).toEqual(keys)
  })

  it.each(keys)("%s has the same values in each language, and words", (key) => {
    const texts = [german[key] ?? "", english[key] ?? ""]
    const [values, same] = texts.map((text) => new Set(namesIn(text)))
    expect(values).toEqual(same)
    for (const text of texts) expect(text).toMatch(/^\S(.*\S)?$/s)
  })

  it("have both forms of each number", () => {
    const formsOf = (form: string) => keys.filter((key) => key.endsWith(form)).map((key) => key.slice(0, -form.length))
    expect(formsOf(".one")).toEqual(formsOf(".other"))
  })
})
