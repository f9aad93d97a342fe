import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { csvRows } from "../src/csvRows.js"
import { jsonElements } from "../src/jsonElements.js"
import { jsonParts } from "../src/jsonParts.js"
import { safeCell } from "../src/safeCell.js"
import { collect, fileOf, readAll } from "./support/sheets.js"

async function* cut(text: string, size: number) {
  const characters = [...text]
  for (let from = 0; from < characters.length; from += size) yield characters.slice(from, from + size).join("")
}

const unit = fc.constantFrom("a", "ü", "木", "🌲", ",", ";", "\t", '"', "'", "=", "\n", "\r\n", "\r", " ", "1")
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.array(fc.array(fc.string({ unit, maxLength: 6 }), { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 6
  })
)

const quote = (cell: string): string => `"${safeCell(cell).replaceAll('"', '""')}"`

describe("rows of delimited text", () => {
  it("come back cell by cell, however the text is cut", async () => {
    const property = fc.asyncProperty(
      ...([
        table,
        fc.constantFrom(",", ";", "\t", "|"),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 9 })
      ] as const),
      async (rows, delimiter, end, size) => {
        const text = rows.map((row) => row.map(quote).join(delimiter) + end).join("")
        const read = await collect(csvRows(cut(text, size), delimiter, "x.csv"))
        assert.deepStrictEqual(
          read.map(({ cells }) => cells),
          rows
        )
        const lines = (before: string) => before.split(/\r\n|\r|\n/).length
        const begins = rows.map((_, at) =>
          lines(
            rows
              .slice(0, at)
              .map((row) => row.map(quote).join(delimiter) + end)
              .join("")
          )
        )
        assert.deepStrictEqual(
          read.map(({ line }) => line),
          begins
        )
      }
    )
    await fc.assert(property)
  })
})

describe("quotes", () => {
  const read = async (text: string, delimiter = ",") =>
    (await collect(csvRows(cut(text, 1), delimiter, "x.csv"))).map(({ cells, warnings }) => [
      cells,
      warnings.map(({ column, message, value }) => `${column}: ${value}: ${message}`)
    ])

  it("inside a cell that does not begin with one are text, with a warning", async () => {
    const message = 'has a quote (") that is not doubled; kept as it is'
    assert.deepStrictEqual(await read('Pipe 5" long;Done\n', ";"), [
      [['Pipe 5" long', "Done"], [`0: Pipe 5" long: ${message}`]]
    ])
    assert.deepStrictEqual(await read('a,x"y"\n'), [[["a", 'x"y"'], [`1: x"y": ${message}`]]])
  })

  it("that close before the end of a cell leave the rest in it, with a warning", async () => {
    assert.deepStrictEqual(await read('"a"b,"c""d"'), [
      [["ab", 'c"d'], ["0: ab: goes on after its closing quote; read as one text"]]
    ])
    assert.deepStrictEqual(await read('"a" ,b\n'), [[["a ", "b"], []]])
  })

  it("in text with tabs are text where they do not enclose a cell", async () => {
    assert.deepStrictEqual(await read('"Quoted" title\t5" pipe\t"x\ty"\n', "\t"), [
      [['"Quoted" title', '5" pipe', "x\ty"], []]
    ])
  })
})

describe("elements of JSON", () => {
  it("come back value by value with the line they begin at, however the text is cut", async () => {
    const property = fc.asyncProperty(
      ...([fc.array(fc.jsonValue(), { maxLength: 6 }), fc.constantFrom(0, 2), fc.integer({ min: 1, max: 9 })] as const),
      async (values, indent, size) => {
        const text = JSON.stringify(values, null, indent)
        const read = await collect(jsonElements(cut(text, size), "x.json"))
        assert.deepStrictEqual(
          read.map((element) => JSON.parse(element.text)),
          JSON.parse(text)
        )
        const lines = text.split("\n")
        for (const { line, text } of read) assert.include(lines.slice(line - 1).join("\n"), text)
      }
    )
    await fc.assert(property)
  })

  it.each([
    ["[1,]", ["1", ""]],
    ["[1,,2]", ["1", "", "2"]],
    ["[]", []],
    ["[ ]", []]
  ])("%s are cut alike in chunks of any size, and a comma too many is not passed over", async (text, parts) => {
    for (const size of [1, 2, 9]) {
      const read = await collect(jsonElements(cut(text, size), "x.json"))
      assert.deepStrictEqual(
        read.map((element) => element.text),
        parts
      )
    }
  })
})

describe("parts of a JSON object with a list that is entered", () => {
  it("are its other fields and the list's elements, however the text is cut", async () => {
    const text = '{"tasks":["a",\n{"tasks":[1]}],"a":{"tasks":[2]},"b":[[],3]}'
    for (let size = 1; size <= text.length; size += 1) {
      const read = await collect(jsonParts(cut(text, size), "x.json", { list: /^\s*"tasks"\s*:\s*$/, max: 100 }))
      assert.deepStrictEqual(
        read.map(({ kind, line, text }) => [kind, line, text]),
        [
          ["list", 1, ""],
          ["element", 1, '"a"'],
          ["element", 2, '{"tasks":[1]}'],
          ["part", 2, '"a":{"tasks":[2]}'],
          ["part", 2, '"b":[[],3]']
        ]
      )
    }
  })
})

const windows1252 = (text: string): Buffer =>
  Buffer.from(text.replaceAll("€", "\x80").replaceAll("–", "\x96"), "latin1")

describe("text of any encoding", () => {
  const encoders = {
    "utf-8": (text: string) => Buffer.from(text),
    "utf-16le": (text: string) => Buffer.from(text, "utf16le"),
    "utf-16be": (text: string) => Buffer.from(text, "utf16le").swap16(),
    "windows-1252": windows1252
  }

  it.each(Object.entries(encoders))("longer than what is read at once: %s", async (encoding, encode) => {
    const western = encoding === "windows-1252"
    const names = Array.from({ length: 30_000 }, (_, n) => `Tür ${n} – 5 €${western ? "" : " 木🌲"}`)
    const sheet = await readAll(fileOf(`${encoding}.csv`, encode(["Name", ...names, ""].join("\n"))))
    assert.strictEqual(sheet.encoding, encoding)
    assert.deepStrictEqual(
      sheet.rows.map(({ cells }) => cells[0]),
      names
    )
  })
})
