import { describe, expect, it } from "vitest"
import { de } from "../../src/browser/app/text/de.js"
import { en } from "../../src/browser/app/text/en.js"

const keys = Object.keys(en) as ReadonlyArray<keyof typeof en>
const namesIn = (text: string): ReadonlyArray<string> => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe("the texts of the app", () => {
  it("are in order, and in German are those in English", () => {
    expect(keys).toEqual(keys.toSorted())
    expect(Object.keys(de)).toEqual(keys)
  })

  it.each(keys)("%s has the same values in each language, and words", (key) => {
    expect(new Set(namesIn(de[key]))).toEqual(new Set(namesIn(en[key])))
    for (const text of [de[key], en[key]]) expect(text).toMatch(/^\S(.*\S)?$/s)
  })

  it("have both forms of each number", () => {
    const formsOf = (form: string) => keys.filter((key) => key.endsWith(form)).map((key) => key.slice(0, -form.length))
    expect(formsOf(".one")).toEqual(formsOf(".other"))
  })
})
