import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { MAX_UNZIPPED } from "../../src/spreadsheet/xlsxLimits.js"
import { readAll, temporaryFiles } from "./support/sheets.js"
import { type Cell, xlsx, xlsxParts } from "./support/xlsx.js"
import { type Part, zip } from "./support/zip.js"

const write = temporaryFiles()

const refusal = (name: string, content: Buffer) =>
  Effect.map(Effect.flip(readAll(write(name, content))), ({ _tag, message }) => `${_tag} ${message}`)

const ROWS: ReadonlyArray<ReadonlyArray<Cell>> = [
  ["Name", "Count"],
  ["A", 1]
]

const withSheet = (change: (sheet: Part) => Part): Buffer =>
  zip(xlsxParts({ Tasks: ROWS }).map((part) => (part.name.includes("/sheet1.xml") ? change(part) : part)))

const text = (part: Part): string => part.data.toString()

describe("an Excel file", () => {
  it.effect("that unzips to too much is refused by its directory", () =>
    Effect.gen(function* () {
      const bomb = withSheet((part) => ({
        ...part,
        data: text(part).replace("<sheetData>", `${" ".repeat(MAX_UNZIPPED)}<sheetData>`),
        deflate: true
      }))
      assert.isBelow(bomb.length, 100_000)
      assert.match(
        yield* refusal("bomb.xlsx", bomb),
        /FileRefused .*unzips to 65 MiB; the most is 64 MiB: save it as CSV/
      )
    })
  )

  it.effect("whose directory lies about a size is refused while it is unzipped", () =>
    Effect.gen(function* () {
      const liar = withSheet((part) => ({
        ...part,
        data: text(part) + " ".repeat(MAX_UNZIPPED),
        deflate: true,
        statedSize: 1000
      }))
      assert.match(yield* refusal("liar.xlsx", liar), /FileRefused .*unzips to more than its directory says/)
    })
  )

  it.effect("with a cell far away is refused, not filled up", () =>
    Effect.gen(function* () {
      const far = withSheet((part) => ({
        ...part,
        data: text(part).replace("</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')
      }))
      assert.match(yield* refusal("far.xlsx", far), /1048576 rows and 16384 columns; the most is 4000000 cells/)
    })
  )

  it.effect("that is damaged, or another zip file, says so", () =>
    Effect.gen(function* () {
      const whole = xlsx({ Tasks: ROWS })
      assert.match(yield* refusal("cut.xlsx", whole.subarray(0, 900)), /it has no directory/)
      assert.match(yield* refusal("other.xlsx", zip([{ name: "a.txt", data: "x" }])), /but no Excel file/)
      const broken = withSheet((part) => ({ ...part, data: text(part).slice(0, 80) }))
      assert.match(yield* refusal("broken.xlsx", broken), /FileRefused .*damaged Excel file|FileRefused .*has no rows/)
      const odd = withSheet((part) => ({ ...part, data: text(part).replace("<v>1</v>", "<v>one</v>") }))
      assert.match(yield* refusal("odd.xlsx", odd), /FileRefused .*damaged Excel file \(.*row 2, col 2/)
    })
  )

  it.effect("packed as Excel packs it reads the same, whatever else it holds", () =>
    Effect.gen(function* () {
      const parts = xlsxParts({ Tasks: ROWS }).map((part) => ({ ...part, deflate: true }))
      const picture = { name: "xl/media/image1.png", data: Buffer.alloc(MAX_UNZIPPED + 1), deflate: true }
      const { rows } = yield* readAll(write("packed.xlsx", zip([...parts, picture])))
      assert.deepStrictEqual(rows[0]?.cells, ["A", "1"])
    })
  )
})
