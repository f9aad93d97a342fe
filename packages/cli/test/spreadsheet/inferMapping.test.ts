import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { inferMapping } from "../../src/spreadsheet/inferMapping.js"
import { type MappingOverrides, parseMapOption, parseMappingFile } from "../../src/spreadsheet/MappingOverrides.js"
import { openSheet } from "../../src/spreadsheet/openSheet.js"
import { survey } from "../../src/spreadsheet/survey.js"
import { temporaryFiles } from "./support/sheets.js"

const write = temporaryFiles()
let files = 0

const infer = (rows: ReadonlyArray<string>, overrides: MappingOverrides = {}) =>
  Effect.gen(function* () {
    files += 1
    const sheet = yield* openSheet({ path: write(`${files}.csv`, rows.join("\n")) }, { delimiter: ";" })
    return inferMapping(sheet, yield* survey(sheet), overrides)
  }).pipe(Effect.scoped)

const inferred = (rows: ReadonlyArray<string>, overrides: MappingOverrides = {}) =>
  Effect.map(infer(rows, overrides), Either.getOrThrow)

const refusal = (rows: ReadonlyArray<string>, overrides: MappingOverrides) =>
  Effect.map(infer(rows, overrides), (result) => Either.getOrThrow(Either.flip(result)).message)

describe("types", () => {
  it.effect("come from headers in several languages, and from cells where headers say nothing", () =>
    Effect.gen(function* () {
      const { columns, groupIndex, nameIndex } = yield* inferred([
        "Nr;Titel;Liste;Zustand;Dringlichkeit;Frist;Zuständig;A;B;C;D;E;F;Leer",
        "1;Eins;L1;Offen;Hoch;31.12.2026;Ada;a@b.de;https://x.de;ja;1,5;19/Nov/26;in progress;",
        "2;Zwei;L2;Fertig;Tief;01.02.2027;Bob;c@d.de;http://y.de;nein;2;20/Nov/26;Done;"
      ])
      assert.deepStrictEqual([nameIndex, groupIndex], [1, 2])
      assert.deepStrictEqual(
        columns.map(({ type }) => type),
        [..."number status priority date person email url checkbox number date status".split(" ")]
      )
    })
  )

  it.effect("that headers promise and cells do not keep are text", () =>
    Effect.gen(function* () {
      const { columns } = yield* inferred(["Name;Due;Code;Created", "A;soon;007;2026-01-01", "B;later;012;2026-01-02"])
      assert.deepStrictEqual(
        columns.map(({ type }) => type),
        ["text", "text", "timestamp"]
      )
    })
  )

  it.effect("of no name column: the first that tells rows apart is the name", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 30 }, (_, n) => `${n};L${n % 3};Thing ${n}`)
      assert.strictEqual((yield* inferred(["Id;Kind;What", ...rows])).nameIndex, 2)
    })
  )
})

describe("the order of day and month", () => {
  const dates = (...values: ReadonlyArray<string>) => ["Name;Due", ...values.map((value) => `A;${value}`)]

  it.effect("is that of the one date that shows it, wherever it is", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 500 }, () => "01/02/2026")
      const orderOf = (...values: ReadonlyArray<string>) =>
        Effect.map(inferred(dates(...values)), ({ columns }) => columns[0]?.date?.order)
      assert.strictEqual(yield* orderOf(...many, "13/02/2026"), "day-first")
      assert.strictEqual(yield* orderOf(...many, "02/13/2026"), "month-first")
      assert.strictEqual(yield* orderOf("01.02.2026"), "day-first")
      assert.strictEqual(yield* orderOf("01.13.2026", "01.02.2026"), "month-first")
    })
  )

  it.effect("is asked for where no date or two dates show it, and can be said", () =>
    Effect.gen(function* () {
      const unclear = yield* inferred(dates("05/05/2026", "01/02/2026"))
      assert.deepStrictEqual(unclear.questions, [
        { column: 1, header: "Due", ask: "date-order", examples: [{ line: 3, value: "01/02/2026" }] }
      ])
      const conflict = yield* inferred(dates("13/02/2026", "02/13/2026"))
      assert.deepStrictEqual(
        conflict.questions[0]?.examples.map(({ line }) => line),
        [2, 3]
      )
      assert.strictEqual(conflict.questions[0]?.ask, "date-conflict")
      const said = yield* inferred(dates("01/02/2026"), { dateFormat: "month-first" })
      assert.deepStrictEqual([said.questions.length, said.columns[0]?.date?.order], [0, "month-first"])
      const format = yield* inferred(dates("01/02/2026"), { columns: { Due: { dateFormat: "dd/MM/yyyy" } } })
      assert.strictEqual(format.columns[0]?.date?.format, "dd/MM/yyyy")
      assert.deepStrictEqual((yield* inferred(dates("05/05/2026"))).questions, [])
    })
  )
})

it.effect("the format of numbers is that of the number that shows it, and asked for where none does", () =>
  Effect.gen(function* () {
    const numbers = (...values: ReadonlyArray<string>) => ["Name;N", ...values.map((value) => `A;${value}`)]
    assert.strictEqual((yield* inferred(numbers("1.234", "1.234,5"))).columns[0]?.number, "1.234,56")
    assert.strictEqual((yield* inferred(numbers("1,234", "0.5"))).columns[0]?.number, "1,234.56")
    const unclear = yield* inferred(numbers("5", "1.234"))
    assert.deepStrictEqual(
      unclear.questions.map(({ ask }) => ask),
      ["number-format"]
    )
    const said = yield* inferred(numbers("1.234"), { numberFormat: "1.234,56" })
    assert.deepStrictEqual([said.questions.length, said.columns[0]?.number], [0, "1.234,56"])
    assert.strictEqual((yield* inferred(numbers("1.5", "1,5"))).columns[0]?.number, null)
  })
)

describe("what is said", () => {
  const rows = ["Name;Title;Stage;Due;Notes", "A;B;To do;2026-01-02;x"]

  it.effect("goes before what is inferred", () =>
    Effect.gen(function* () {
      const mapping = yield* inferred(rows, {
        name: "title",
        group: "Stage",
        columns: { Due: { type: "text", name: "Fällig" }, Notes: { type: "skip" } }
      })
      assert.deepStrictEqual([mapping.nameIndex, mapping.groupIndex], [1, 2])
      assert.deepStrictEqual(
        mapping.columns.map(({ name, type }) => `${name}: ${type}`),
        ["Name: text", "Stage: status", "Fällig: text"]
      )
      assert.deepStrictEqual(mapping.left, [{ index: 4, header: "Notes", reason: "skipped" }])
    })
  )

  it.effect("of a column that there is not is refused with the likest names", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusal(rows, { columns: { Titel: { type: "date" } } }),
        '--map: there is no column "Titel"; did you mean "Title"?'
      )
      assert.match(yield* refusal(rows, { name: "xyzxyz" }), /--name-column: .*the columns are "Name", "Title"/)
      assert.match(yield* refusal(rows, { timeZone: "Berlin" }), /no time zone "Berlin"/)
      assert.match(yield* refusal(rows, { columns: { Name: { type: "skip" } }, name: "Name" }), /skipped/)
    })
  )

  it.effect("of more columns than a board has is asked for", () =>
    Effect.gen(function* () {
      const wide = Array.from({ length: 120 }, (_, n) => `C${n}`)
      assert.match(yield* refusal([wide.join(";"), wide.join(";")], {}), /120 columns .*the most is 100.*skip/)
      const blank = yield* inferred([["Name", ...wide].join(";"), `A;x${";".repeat(119)}`])
      assert.deepStrictEqual([blank.columns.length, blank.left.length], [1, 119])
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
      assert.match(yield* wrong('{"nam": "A"}'), /^m\.json: nam: .*unexpected/)
      assert.match(yield* wrong('{"numberFormat": "de"}'), /^m\.json: numberFormat: /)
      assert.deepStrictEqual(yield* parseMapOption("a=b = date"), ["a=b", { type: "date" }])
      assert.match((yield* Effect.flip(parseMapOption("date"))).message, /must be "HEADER=TYPE"/)
    })
  )
})
