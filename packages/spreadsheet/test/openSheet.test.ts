import { xlsx } from "../../../test/support/xlsx.js"
import { assert, describe, it } from "vitest"
import { formatOf, serialDateText } from "../src/excelDates.js"
import { strToU8, zipSync } from "fflate"
import type { SheetOptions } from "../src/openSheet.js"
import { cellsOf, fileOf, fixture, inferFile, readAll, refusalOf } from "./support/sheets.js"

const refusal = (name: string, content: string | Buffer, options: SheetOptions = {}) =>
  refusalOf(fileOf(name, content), options)

const zipped = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))

describe("a file", () => {
  it("that is empty, blank, or no spreadsheet says so", async () => {
    assert.strictEqual(await refusal("empty.csv", ""), "empty.csv: is empty")
    assert.strictEqual(await refusal("blank.csv", "\n ,\n"), "blank.csv: has no rows")
    assert.match(await refusal("a.pdf", "%PDF-1.7\n"), /is a PDF/)
    assert.match(await refusal("a.xls", Buffer.from("d0cf11e0a1b11ae1", "hex")), /save it as \.xlsx/)
    assert.match(await refusal("a.gz", Buffer.from("1f8b0800", "hex")), /unpack it first/)
    const png = Buffer.from("89504e470d0a1a0a0000000d494844520000", "hex")
    assert.match(await refusal("a.png", png), /^a\.png: is a binary file/)
    assert.match(await refusal("a.db", `SQLite format 3${"\0".repeat(9)}`), /is a binary file/)
    assert.match(
      await refusal("a.ods", zipped({ mimetype: "", "content.xml": "<x/>" })),
      /\(\.ods\): save it as \.xlsx or CSV/
    )
    assert.match(await refusal("a.docx", zipped({ "word/document.xml": "<x/>" })), /no Excel file/)
  })

  it("that is a board's JSON export says how to import it", async () => {
    for (const text of ['{"format":"boardwright-board","version":1}', '\n{\n  "format": "boardwright-board",\n']) {
      assert.strictEqual(
        await refusal("board.json", text),
        "board.json: is a board's JSON export, not a sheet: import it on the server with the command `boardwright import FILE`"
      )
    }
    assert.notMatch(await refusal("other.json", '{"format":"another"}'), /export/)
  })
})

describe("delimited text", () => {
  it.each([",", ";", "\t", "|"])("parted by %j is recognised, quotes respected", async (delimiter) => {
    const cells = [
      ["Name", "Note"],
      ["One", '"a, b; c | d"'],
      ["Two", ""]
    ]
    const text = cells.map((row) => row.join(delimiter)).join("\r\n")
    const { rows, ...sheet } = await readAll(fileOf("any.csv", text))
    assert.strictEqual(sheet.delimiter, delimiter)
    assert.deepStrictEqual(cellsOf(rows), [
      ["One", "a, b; c | d"],
      ["Two", ""]
    ])
  })

  it("keeps the line at which a row begins, whatever cells before it hold", async () => {
    const { rows } = await readAll(fileOf("lines.csv", 'Name,Note\r\nA,"x\r\ny\nz"\r\n\r\n,\r\nB,\r\n'))
    assert.deepStrictEqual(
      rows.map(({ cells, line }) => [line, cells.length]),
      [
        [2, 2],
        [5, 0],
        [6, 0],
        [7, 2]
      ]
    )
  })

  it("with a wrong row is refused with line, column, value and rule", async () => {
    assert.strictEqual(
      await refusal("long.csv", "Name,Due\nA,1\nB,2,more\n"),
      'long.csv, line 3, column 3, "more": the row has 3 cells, where the header has 2'
    )
    assert.match(await refusal("open.csv", 'Name,Due\nA,1\nB,"2\nC,3\n'), /line 3, column 2: .*never closed/)
    assert.match(await refusal("nul.csv", "Name,Due\nA,\0\n", { encoding: "utf-8" }), /line 2, column 2, .*NUL/)
  })

  it("of one column is not cut at what its cells hold", async () => {
    for (const mark of [";", ",", "|", "\t"]) {
      const cells = [`Buy milk${mark} eggs`, `Bread${mark} butter`, "Call Ada"]
      const { headers, rows } = await readAll(fileOf("list.csv", ["Task", ...cells, ""].join("\n")))
      assert.deepStrictEqual([headers, cellsOf(rows)], [["Task"], cells.map((cell) => [cell])])
    }
    assert.deepStrictEqual(cellsOf((await readAll(fileOf("bare.csv", "Milk; eggs\nCall Ada\nSow"))).rows), [
      ["Call Ada"],
      ["Sow"]
    ])
  })

  it("may name its delimiter in a first line", async () => {
    const { headers, rows } = await readAll(fileOf("named.csv", "sep=;\r\nName;Note\r\na,b;c,d\r\n"))
    assert.deepStrictEqual([headers, cellsOf(rows)], [["Name", "Note"], [["a,b", "c,d"]]])
    assert.strictEqual(rows[0]?.line, 3)
  })

  it("with too short a row is filled up with a warning", async () => {
    const { rows } = await readAll(fileOf("short.csv", "Name,Due,Note\nA,1,x\nB\nC,2,z,,\n"))
    assert.deepStrictEqual(cellsOf(rows)[1], ["B", "", ""])
    assert.deepStrictEqual(rows[1]?.warnings, [
      { line: 3, column: 1, value: "", message: "the row has 1 of 3 cells; the others are blank" }
    ])
    assert.deepStrictEqual(cellsOf(rows)[2], ["C", "2", "z"])
  })

  it("of UTF-8 with a wrong byte, or of no encoding, is refused with its line", async () => {
    const broken = Buffer.concat([Buffer.from("Name\nJürgen\nZo"), Buffer.from([0xeb]), Buffer.from("\n")])
    assert.match(await refusal("broken.csv", broken), /broken\.csv, line 3: .*character 3 .*not utf-8/)
    assert.match(await refusal("odd.csv", Buffer.from([0x41, 0x0a, 0x81, 0x0a])), /line 2: .*not utf-8/)
    assert.match(await refusal("half.csv", Buffer.from([0xff, 0xfe, 0x41, 0, 0x42])), /line 1: .*not utf-16le/)
  })

  it("with a NUL character is refused for that, also if it is short", async () => {
    const [short, bytes] = ["Task,Bin\nA\0B,x\n", Buffer.from("中文\n水", "utf16le").swap16()]
    assert.match(await refusal("short.csv", Buffer.from(short)), /short\.csv, line 2, column 1, .* NUL/)
    assert.strictEqual((await readAll(fileOf("short.tsv", bytes))).encoding, "utf-16be")
  })

  it("restores the cells that were made safe", async () => {
    const { rows } = await readAll(fileOf("safe.csv", "Name,Note\n'=1+1,'-5\n'quoted','''=x\n"))
    assert.deepStrictEqual(cellsOf(rows), [
      ["=1+1", "-5"],
      ["'quoted'", "''=x"]
    ])
  })
})

describe("the header", () => {
  it("is found below titles, or known to be missing, or where it is said to be", async () => {
    const titled = await readAll(fileOf("titled.csv", "Plan 2026,,\n,,\nName,Due,Note\nA,2026-01-02,x\n"))
    assert.deepStrictEqual([titled.title, titled.headers.join()], ["Plan 2026", "Name,Due,Note"])
    const bare = fileOf("bare.csv", "Buy milk,2026-01-02\nCall Ada,2026-01-03\n")
    const found = await readAll(bare)
    assert.deepStrictEqual([found.headers.join(), cellsOf(found.rows).length], ["Column 1,Column 2", 2])
    assert.strictEqual((await readAll(bare, { header: { line: 1 } })).headers.join(), "Buy milk,2026-01-02")
    const words = await readAll(fileOf("words.csv", "Name,Due\nA,B\n"), { header: "none" })
    assert.strictEqual(cellsOf(words.rows).length, 2)
    assert.match(await refusal("few.csv", "Name\nA\n", { header: { line: 9 } }), /line 9: has no row/)
  })

  it("has distinct names", async () => {
    const { headers } = await readAll(fileOf("twice.csv", "Name,Label,Label, ,Label 2\nA,,,,\n"))
    assert.deepStrictEqual(headers, ["Name", "Label", "Label 2", "Column 4", "Label 2 2"])
  })
})

describe("JSON", () => {
  it("of objects has the keys of all of them as columns, nested values as JSON", async () => {
    const text = '[\n {"name": "A", "tags": ["x", {"y": null}]},\n {"name": "B", "done": true, "n": 1.50}\n]\n'
    const { rows, ...sheet } = await readAll(fileOf("tasks.json", text))
    assert.deepStrictEqual(sheet.headers, ["name", "tags", "done", "n"])
    assert.deepStrictEqual(cellsOf(rows), [
      ["A", '["x",{"y":null}]', "", ""],
      ["B", "", "true", "1.5"]
    ])
    assert.deepStrictEqual(
      rows.map(({ line }) => line),
      [2, 3]
    )
  })

  it("of arrays has a header row; lines of objects are NDJSON; a wrapped list is found", async () => {
    const arrays = await readAll(fileOf("arrays.json", '[["Name","N"],["A",1],["B",null]]'))
    assert.deepStrictEqual([arrays.headers.join(), cellsOf(arrays.rows).join("|")], ["Name,N", "A,1|B,"])
    const lines = await readAll(fileOf("lines.json", '{"a":1}\n\n{"a":2,"b":"x"}\n'))
    assert.deepStrictEqual([lines.format, lines.rows.map(({ line }) => line).join()], ["ndjson", "1,3"])
    const one = await readAll(fileOf("one.ndjson", '{"a":1}'))
    assert.deepStrictEqual([one.format, cellsOf(one.rows).join()], ["ndjson", "1"])
    // Numbers that JavaScript would change, and keys that are no headers.
    const exact = await readAll(
      fileOf(
        "exact.json",
        '[{"Id":12345678901234567890,"":1e3,"Dup":0.1,"Dup ":1e400,"T":"1e5 \\" 12345678901234567"}]'
      )
    )
    assert.deepStrictEqual(exact.headers, ["Id", "Column 2", "Dup", "Dup 2", "T"])
    assert.deepStrictEqual(cellsOf(exact.rows), [
      ["12345678901234567890", "1000", "0.1", "1e400", '1e5 " 12345678901234567']
    ])
    const fields = ["1", "2", "3"].map((id) => ({ id, name: "Size", options: [] }))
    const items = fields.map(({ id }) => ({ idCustomField: id, value: { number: `${id}${id}` } }))
    const cards = [{ id: "c", name: "Card", idList: "l", customFieldItems: items }]
    const trello = await readAll(fileOf("trello.json", JSON.stringify({ lists: [], cards, customFields: fields })))
    assert.deepStrictEqual(trello.headers.slice(-3), [
      "Size",
      "Size (custom field)",
      "Size (custom field) (custom field)"
    ])
    assert.deepStrictEqual(cellsOf(trello.rows)[0]?.slice(-3), ["11", "22", "33"])
    const wrapped = await readAll(fileOf("wrapped.json", '{"name": "Plan", "total": 1, "items": [{"a": "x"}]}'))
    assert.deepStrictEqual([wrapped.title, cellsOf(wrapped.rows).join()], ["Plan", "x"])
  })

  it("that is broken is refused with its line", async () => {
    assert.match(await refusal("bad.json", '[\n{"a": 1},\n{"a": 2,}\n]'), /bad\.json, line 3, .*is not JSON/)
    assert.match(await refusal("bad.ndjson", '{"a": 1}\n{"a": \n'), /bad\.ndjson, line 2, .*is not JSON/)
    assert.match(await refusal("cut.json", '[\n{"a": 1},\n'), /line 3: ends before its JSON does/)
    assert.match(await refusal("more.json", '[{"a":1}]\nx'), /line 2, "x": goes on/)
    assert.match(await refusal("mixed.json", '[{"a":1},\n[2]]'), /line 2, .*must be an object/)
    assert.match(await refusal("hole.json", '[{"a":1},,{"a":2}]'), /is not JSON/)
    assert.match(await refusal("none.json", '{"a": 1}'), /0 lists of rows/)
  })
})

it("what is said of a file goes before what it looks like", async () => {
  const path = fileOf("said.txt", "a;b,c\n1;2,3\n")
  assert.strictEqual((await readAll(path, { delimiter: "," })).headers.join("/"), "a;b/c")
  assert.match(await refusalOf(path, { format: "xlsx" }), /is text, not an Excel file/)
  assert.match(await refusalOf(fixture("excel-us.xlsx"), { format: "csv" }), /is an Excel file/)
  assert.match(await refusalOf(path, { format: "ndjson" }), /is not JSON/)
  assert.match(await refusalOf(fixture("excel-german.xlsx"), { sheet: "Tasks" }), /Available sheets: Aufgaben, Leer/)
})

describe("of the sheets of an Excel file", () => {
  const rows = (name: string) => [["Task", "Area"], [name]]
  const book = xlsx(
    // A key that is a number comes first.
    { "3": rows("Rake"), Cover: [], Old: rows("Sow"), Plan: rows("Dig"), More: rows("Mow") },
    { "3": { isHidden: true }, Old: { isHidden: true } }
  )
  const read = async (sheet?: string) => {
    const { rows: found, sheets } = await readAll(fileOf("book.xlsx", book), sheet === undefined ? {} : { sheet })
    return [sheets?.read, ...cellsOf(found).flat()]
  }

  it("the first with cells that is not hidden is read, or the one that is asked for", async () => {
    assert.deepStrictEqual(await read(), ["Plan", "Dig", ""])
    assert.deepStrictEqual(await read("Old"), ["Old", "Sow", ""])
    assert.deepStrictEqual(await read("4"), ["Plan", "Dig", ""])
    assert.deepStrictEqual(await read("3"), ["3", "Rake", ""])
    assert.match(await refusalOf(fileOf("book.xlsx", book), { sheet: "Cover" }), /has no rows/)
  })

  it("those that are not hidden are named", async () => {
    const { sheets } = await readAll(fileOf("book.xlsx", book))
    assert.deepStrictEqual(sheets?.names, ["Cover", "Plan", "More"])
  })
})

it("a format of nothing but zeros, beside texts and countries, is one of codes", () => {
  const found = ["00000", "[$-407]00000", '"D-"00000', "0.00", "#,##0.00", "0.00E-00", "# ??/100", "0 000", "0"]
  assert.deepStrictEqual(
    found.map((code) => formatOf(164, code)),
    [{ digits: 5 }, { digits: 5 }, { digits: 5 }, ...Array.from({ length: 6 }, () => "number" as const)]
  )
})

it("a postcode that an Excel file holds as a number has the zero that Excel shows", async () => {
  const rows = [
    ["Task", "PLZ"],
    ["Dig", { postcode: 1067 }],
    ["Sow", { postcode: 80331 }]
  ] as const
  const { mapping, sheet } = await inferFile(fileOf("codes.xlsx", xlsx({ Plan: rows })))
  assert.deepStrictEqual(cellsOf(sheet.rows), [
    ["Dig", "01067"],
    ["Sow", "80331"]
  ])
  assert.strictEqual(mapping.columns[0]?.type, "text")
})

describe("merged cells of an Excel file", () => {
  const rows = [
    ["Task", "Area", "Due"],
    ["Dig", "Beds", "today"],
    ["Sow", null, "soon"],
    ["Rake", null, null],
    ["Mow", "Lawn", null]
  ]
  const read = async (merged: ReadonlyArray<string>) =>
    cellsOf((await readAll(fileOf("merged.xlsx", xlsx({ Plan: rows }, { Plan: { merged } })))).rows)

  it("are filled downwards, and not beside", async () => {
    assert.deepStrictEqual(await read(["B2:B4", "C3:D3", "C5:C9"]), [
      ["Dig", "Beds", "today"],
      ["Sow", "Beds", "soon"],
      ["Rake", "Beds", ""],
      ["Mow", "Lawn", ""]
    ])
  })

  it("that overlap, go beyond the rows or write over others do no harm", async () => {
    const [, sow, rake, mow] = await read(["B2:B4", "B2:B1048576", "B1:B1048576", "A2:B1048576"])
    assert.deepStrictEqual([sow?.[0], rake?.[1], mow?.[1]], ["Sow", "Area", "Lawn"])
  })
})

it("day numbers of Excel are its days, also before the day that it made up, and to the end of its years", () => {
  const days = [0.5, 1, 2, 59, 61, 2_958_465, 2_958_465.999_999_99].map((serial) => serialDateText(serial, 1900))
  const last = "9999-12-31"
  assert.deepStrictEqual(days, [
    "12:00:00",
    "1900-01-01",
    "1900-01-02",
    "1900-02-28",
    "1900-03-01",
    last,
    `${last}T23:59:59`
  ])
  assert.deepStrictEqual([serialDateText(2_958_466, 1900), serialDateText(0, 1904)], [null, "1904-01-01"])
})
