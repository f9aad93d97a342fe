import { assert, describe, it } from "@effect/vitest"
import { inferMapping, surveyOf } from "@boardwright/spreadsheet"
import { Effect } from "effect"
import {
  checkMapping,
  choicesOf,
  type MappingOverrides,
  parseMapOption,
  parseMappingFile,
  unknownTypes
} from "../../src/spreadsheet/MappingOverrides.js"

const HEADERS = ["Name", "Title", "Stage", "Due", "Notes"]

const checked = (overrides: MappingOverrides, headers: ReadonlyArray<string> = HEADERS, cells = headers) =>
  Effect.gen(function* () {
    const choices = yield* choicesOf(overrides, headers)
    const survey = surveyOf(headers)
    survey.add({ line: 2, cells, warnings: [] })
    const mapping = inferMapping({ format: "csv" }, survey.found(), choices)
    yield* checkMapping(mapping, choices)
    return mapping
  })

const refusal = (...given: Parameters<typeof checked>) =>
  Effect.map(Effect.flip(checked(...given)), ({ message }) => message)

describe("what is said of columns", () => {
  it.effect("names them by their headers, in any case", () =>
    Effect.gen(function* () {
      const { groupIndex, left, nameIndex } = yield* checked({
        name: "title",
        group: "Stage",
        columns: { Notes: { type: "skip" } }
      })
      assert.deepStrictEqual([nameIndex, groupIndex, left.map(({ index }) => index)], [1, 2, [4]])
    })
  )

  it.effect("is refused for a column that the sheet does not have, with the most similar names", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusal({ columns: { Titel: { type: "date" } } }),
        '--map: there is no column "Titel"; did you mean "Title"?'
      )
      assert.match(yield* refusal({ name: "xyzxyz" }), /--name-column: .*the columns are "Name", "Title"/)
      assert.match(yield* refusal({ timeZone: "Berlin" }), /--time-zone: there is no time zone "Berlin"/)
      assert.match(yield* refusal({ columns: { Name: { type: "skip" } }, name: "Name" }), /skipped/)
    })
  )

  it.effect("has to leave some out where they are more than a board has", () =>
    Effect.gen(function* () {
      const wide = Array.from({ length: 120 }, (_, n) => `C${n}`)
      assert.match(yield* refusal({}, wide), /120 columns .*the most is 100.*skip/)
      const mapping = yield* checked({}, ["Name", ...wide], ["A", "x", ...wide.slice(1).fill("")])
      assert.deepStrictEqual([mapping.columns.length, mapping.left.length], [1, 119])
    })
  )

  it.effect("comes from a file or an option", () =>
    Effect.gen(function* () {
      const text = '{"name": "A", "group": null, "columns": {"Due": "date", "Cost": {"numberFormat": "1.234,56"}}}'
      assert.deepStrictEqual(yield* parseMappingFile(text, "m.json"), {
        name: "A",
        group: null,
        columns: { Due: { type: "date" }, Cost: { numberFormat: "1.234,56" } }
      })
      const wrong = (text: string) =>
        Effect.map(Effect.flip(parseMappingFile(text, "m.json")), ({ message }) => message)
      assert.strictEqual(yield* wrong("{"), "m.json: is not JSON")
      for (const text of ["[1]", "null", '"A"']) {
        assert.strictEqual(yield* wrong(text), "m.json: must be a JSON object")
      }
      assert.match(yield* wrong('{"nam": "A"}'), /^m\.json: nam: .*unexpected/)
      assert.match(yield* wrong('{"numberFormat": "de"}'), /^m\.json: numberFormat: /)
      for (const text of ['{"dateFormat": "foo"}', '{"columns": {"Due": {"dateFormat": "dd.MM."}}}'])
        assert.match(yield* wrong(text), /must be day-first, month-first, or a format of a whole date/)
      assert.deepStrictEqual(yield* parseMapOption("a=b = date"), ["a=b", { type: "date" }])
      assert.match((yield* Effect.flip(parseMapOption("date"))).message, /must be "HEADER=TYPE"/)
    })
  )

  it("names types that nothing knows, with the likeliest one", () => {
    const columns = {
      Who: { type: "asignees" },
      Due: { type: "Date" },
      Kind: { name: "Sort" },
      Sum: { type: "currency" }
    }
    assert.deepStrictEqual(unknownTypes({ columns }), [
      '"Who" becomes text: no type is called "asignees"; did you mean "assignees"?',
      '"Sum" becomes text: no type is called "currency"'
    ])
  })
})
