import { assert, describe, it } from "vitest"
import { MAX_UNZIPPED } from "../src/xlsxLimits.js"
import { type Cell, xlsx, xlsxParts } from "../../../test/support/xlsx.js"
import { type Part, zip } from "../../../test/support/zip.js"
import { fileOf, readAll, refusalOf } from "./support/sheets.js"

const refusal = (name: string, content: Buffer) => refusalOf(fileOf(name, content))

const ROWS: ReadonlyArray<ReadonlyArray<Cell>> = [
  ["Name", "Count"],
  ["A", 1]
]

const withSheet = (change: (sheet: Part) => Part): Buffer =>
  zip(xlsxParts({ Tasks: ROWS }).map((part) => (part.name.includes("/sheet1.xml") ? change(part) : part)))

const text = (part: Part): string => part.data.toString()

describe("an Excel file", () => {
  it("that unzips to too much is refused by its directory", async () => {
    const bomb = withSheet((part) => ({
      ...part,
      data: text(part).replace("<sheetData>", `${" ".repeat(MAX_UNZIPPED)}<sheetData>`),
      deflate: true
    }))
    assert.isBelow(bomb.length, 100_000)
    assert.match(await refusal("bomb.xlsx", bomb), /.*unzips to 65 MiB; the most is 64 MiB: save it as CSV/)
  })

  it("whose directory lies about a size is refused while it is unzipped", async () => {
    const liar = withSheet((part) => ({
      ...part,
      data: text(part) + " ".repeat(MAX_UNZIPPED),
      deflate: true,
      statedSize: 1000
    }))
    assert.match(await refusal("liar.xlsx", liar), /.*unzips to more than its directory says/)
  })

  it("with a cell far away is refused, not filled up", async () => {
    const far = withSheet((part) => ({
      ...part,
      data: text(part).replace("</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')
    }))
    assert.match(await refusal("far.xlsx", far), /1048576 rows and 16384 columns; the most is 4000000 cells/)
  })

  it("that is damaged, or another zip file, says so", async () => {
    const whole = xlsx({ Tasks: ROWS })
    assert.match(await refusal("cut.xlsx", whole.subarray(0, 900)), /it has no directory/)
    assert.match(await refusal("other.xlsx", zip([{ name: "a.txt", data: "x" }])), /but no Excel file/)
    const broken = withSheet((part) => ({ ...part, data: text(part).slice(0, 80) }))
    assert.match(await refusal("broken.xlsx", broken), /.*damaged Excel file|.*has no rows/)
    const odd = withSheet((part) => ({ ...part, data: text(part).replace("<v>1</v>", "<v>one</v>") }))
    assert.match(await refusal("odd.xlsx", odd), /.*damaged Excel file \(.*row 2, col 2/)
  })

  it("packed as Excel packs it reads the same, whatever else it holds", async () => {
    const parts = xlsxParts({ Tasks: ROWS }).map((part) => ({ ...part, deflate: true }))
    const picture = { name: "xl/media/image1.png", data: Buffer.alloc(MAX_UNZIPPED + 1), deflate: true }
    const { rows } = await readAll(fileOf("packed.xlsx", zip([...parts, picture])))
    assert.deepStrictEqual(rows[0]?.cells, ["A", "1"])
  })
})
