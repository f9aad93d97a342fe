import { beforeAll, describe, expect, it } from "vitest"
import { MAX_TEXT } from "../src/xlsxLimits.js"
import { xlsxParts } from "../../../test/support/xlsx.js"
import { type Part, zip } from "../../../test/support/zip.js"
import { fileOf, refusalOf } from "./support/sheets.js"

/** Bytes of each sheet or part below, unzipped. */
const SIZE = 1024 * 1024

const repeated = (text: string): string => text.repeat(Math.ceil(SIZE / text.length))

const WORKSHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
const FIRST_ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
const sheetOf = (rows: string): string => `${WORKSHEET}<sheetData>${FIRST_ROW}${rows}</sheetData></worksheet>`

const rowsOf = (row: (line: number) => string): string => {
  const one = row(10_000).length
  return Array.from({ length: Math.ceil(SIZE / one) }, (_, at) => row(at + 2)).join("")
}

const ordinary = sheetOf(
  rowsOf((line) => `<row r="${line}"><c r="A${line}" t="inlineStr"><is><t>Task</t></is></c></row>`)
)

/** Replaces parts of an Excel file by others, or adds them. */
const fileWith = (parts: Readonly<Record<string, string>>): Buffer => {
  const all = new Map(xlsxParts({ Tasks: [["Name"]] }).map((part) => [part.name, part]))
  for (const [name, data] of Object.entries(parts)) all.set(name, { name, data })
  return zip([...all.values()].map((part): Part => ({ ...part, deflate: true })))
}

const SHEET = "xl/worksheets/sheet1.xml"
const RELATIONS = "xl/_rels/workbook.xml.rels"
const STRINGS = "xl/sharedStrings.xml"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const withStrings = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`

const BILLION_LAUGHS = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at} "${"&a;".repeat(10)}">`).join("")}]>`

const READ = /^read$/

/** What each file is made of, and what its reader says. */
const HOSTILE: Readonly<Record<string, readonly [file: () => Buffer, refusal: RegExp]>> = {
  "tags that never end": [() => fileWith({ [SHEET]: sheetOf(repeated("<c ")) }), /damaged Excel file/],
  "attributes that never end": [() => fileWith({ [SHEET]: sheetOf(`<c ${repeated('r="')}`) }), /damaged Excel file/],
  "a tag of attributes": [
    () => fileWith({ [SHEET]: sheetOf(`<row ${rowsOf((n) => `a${n}="" `)}/>`) }),
    /more than 1000 attributes/
  ],
  "elements in each other": [() => fileWith({ [SHEET]: sheetOf(repeated("<c>")) }), /nested deeper than 100/],
  "a comment that never ends": [() => fileWith({ [SHEET]: sheetOf(`<!--${repeated("- ")}`) }), /damaged Excel file/],
  "an entity that never ends": [() => fileWith({ [SHEET]: sheetOf(`&${repeated("a")}`) }), /damaged Excel file/],
  "entities of its own": [() => fileWith({ [SHEET]: BILLION_LAUGHS + ordinary }), /a document type/],
  "empty rows alone": [() => fileWith({ [SHEET]: sheetOf(repeated("<row/>")) }), READ],
  "blank space alone": [() => fileWith({ [SHEET]: sheetOf(repeated("\n")) }), READ],
  "a cell as long as the file": [
    () => fileWith({ [SHEET]: sheetOf(`<row><c t="inlineStr"><is><t>${repeated("_x0041")}</t></is></c></row>`) }),
    READ
  ],
  "escapes alone": [
    () => fileWith({ [SHEET]: sheetOf(`<row><c t="inlineStr"><is><t>${repeated("_x0041_")}</t></is></c></row>`) }),
    READ
  ],
  "many shared texts": [
    () => fileWith({ [RELATIONS]: withStrings, [STRINGS]: `<sst>${repeated("<si><t>a</t></si>")}</sst>` }),
    READ
  ],
  "many number formats": [
    () =>
      fileWith({
        "xl/styles.xml": `<styleSheet><numFmts>${rowsOf((n) => `<numFmt numFmtId="${n}" formatCode="[[[["/>`)}</numFmts><cellXfs>${rowsOf((n) => `<xf numFmtId="${n}"/>`)}</cellXfs></styleSheet>`
      }),
    READ
  ]
}

const outcome = (file: Buffer) => refusalOf(fileOf("hostile.xlsx", file))

/** Microseconds of processor time that reading a file takes, the better of two times. */
const costOf = async (file: Buffer): Promise<number> => {
  const costs: Array<number> = []
  for (let time = 0; time < 2; time += 1) {
    const before = process.cpuUsage()
    await outcome(file)
    const { system, user } = process.cpuUsage(before)
    costs.push(user + system)
  }
  return Math.min(...costs)
}

describe("a hostile Excel file", { timeout: 60_000 }, () => {
  let reference = Infinity
  beforeAll(async () => {
    reference = await costOf(fileWith({ [SHEET]: ordinary }))
  })

  it.each(Object.entries(HOSTILE))(
    "of %s is refused or read, at the cost of an ordinary one",
    async (_, [make, refusal]) => {
      const file = make()
      const said = await outcome(file)
      expect(said).toMatch(refusal)
      expect((await costOf(file)) / reference).toBeLessThan(5)
    }
  )

  it("of a long text that all cells refer to is refused, not multiplied", async () => {
    const text = "x".repeat(SIZE)
    const cells = "<row><c t='s'><v>0</v></c></row>".repeat(MAX_TEXT / SIZE + 1)
    const file = fileWith({
      [RELATIONS]: withStrings,
      [STRINGS]: `<sst><si><t>${text}</t></si></sst>`,
      [SHEET]: sheetOf(cells)
    })
    expect(await outcome(file)).toMatch(/more than 128 MiB of text/)
  })
})
