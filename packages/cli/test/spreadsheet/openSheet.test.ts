import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { openSheet, type SheetOptions } from "../../src/spreadsheet/openSheet.js"
import { cellsOf, fixture, readAll, temporaryFiles } from "./support/sheets.js"

const write = temporaryFiles()

/** What reading a file says that is refused, without the folder. */
const refusal = (name: string, content: string | Buffer, options: SheetOptions = {}) =>
  Effect.map(Effect.flip(readAll(write(name, content), options)), ({ message }) =>
    message.slice(message.lastIndexOf(`/${name}`) + 1)
  )

/** Makes temporary files go to a folder of their own for a while. */
const ownTemporaryFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const before = process.env["TMPDIR"]
    process.env["TMPDIR"] = mkdtempSync(join(tmpdir(), "own-"))
    return { before, folder: process.env["TMPDIR"] }
  }),
  ({ before, folder }) =>
    Effect.sync(() => {
      if (before === undefined) delete process.env["TMPDIR"]
      else process.env["TMPDIR"] = before
      rmSync(folder, { recursive: true })
    })
).pipe(Effect.map(({ folder }) => folder))

describe("a file", () => {
  it.effect("that is missing, or a folder, is one clear line", () =>
    Effect.gen(function* () {
      const missing = yield* Effect.flip(readAll("/nowhere/tasks.csv"))
      assert.strictEqual(missing.message, "/nowhere/tasks.csv: there is no such file")
      assert.strictEqual(missing._tag, "FileUnreadable")
      assert.strictEqual((yield* Effect.flip(readAll(tmpdir()))).message, `${tmpdir()}: is a folder`)
    })
  )

  it.effect("that is empty, blank, or no spreadsheet says so", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusal("empty.csv", ""), "empty.csv: is empty")
      assert.strictEqual(yield* refusal("blank.csv", "\n ,\n"), "blank.csv: has no rows")
      assert.match(yield* refusal("a.pdf", "%PDF-1.7\n"), /is a PDF/)
      assert.match(yield* refusal("a.xls", Buffer.from("d0cf11e0a1b11ae1", "hex")), /save it as \.xlsx/)
      assert.match(yield* refusal("a.gz", Buffer.from("1f8b0800", "hex")), /unpack it first/)
    })
  )

  it.effect("from standard input is read as often as one likes, and its copy goes with the scope", () =>
    Effect.gen(function* () {
      const folder = yield* ownTemporaryFolder
      const sheet = openSheet({ stdin: Readable.from(["Name,Due\nA,2026", "-11-19\n"]) })
      const [first, second] = yield* Effect.scoped(
        Effect.gen(function* () {
          const { rows } = yield* sheet
          assert.lengthOf(readdirSync(folder), 1)
          const read = Effect.map(Stream.runCollect(rows), Chunk.toReadonlyArray)
          return yield* Effect.all([read, read])
        })
      )
      assert.deepStrictEqual(first, second)
      assert.deepStrictEqual(cellsOf(first), [["A", "2026-11-19"]])
      assert.lengthOf(readdirSync(folder), 0)
    }).pipe(Effect.scoped)
  )
})

describe("delimited text", () => {
  it.effect.each([",", ";", "\t", "|"])("parted by %j is recognised, quotes respected", (delimiter) =>
    Effect.gen(function* () {
      const cells = [
        ["Name", "Note"],
        ["One", '"a, b; c | d"'],
        ["Two", ""]
      ]
      const text = cells.map((row) => row.join(delimiter)).join("\r\n")
      const { rows, ...sheet } = yield* readAll(write("any.csv", text))
      assert.strictEqual(sheet.delimiter, delimiter)
      assert.deepStrictEqual(cellsOf(rows), [
        ["One", "a, b; c | d"],
        ["Two", ""]
      ])
    })
  )

  it.effect("keeps the line at which a row begins, whatever cells before it hold", () =>
    Effect.gen(function* () {
      const { rows } = yield* readAll(write("lines.csv", 'Name,Note\r\nA,"x\r\ny\nz"\r\n\r\n,\r\nB,\r\n'))
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
  )

  it.effect("with a wrong row is refused with line, column, value and rule", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusal("long.csv", "Name,Due\nA,1\nB,2,more\n"),
        'long.csv, line 3, column 3, "more": the row has 3 cells, where the header has 2'
      )
      assert.match(yield* refusal("open.csv", 'Name,Due\nA,1\nB,"2\nC,3\n'), /line 3, column 2: .*never closed/)
      assert.match(yield* refusal("inch.csv", 'Name,Due\n5" pipe,1\n'), /line 2, column 1, "5": .*must be doubled/)
      assert.match(yield* refusal("nul.csv", "Name,Due\nA,\0\n", { encoding: "utf-8" }), /line 2, column 2, .*NUL/)
    })
  )

  it.effect("with too short a row is filled up with a warning", () =>
    Effect.gen(function* () {
      const { rows } = yield* readAll(write("short.csv", "Name,Due,Note\nA,1,x\nB\nC,2,z,,\n"))
      assert.deepStrictEqual(cellsOf(rows)[1], ["B", "", ""])
      assert.deepStrictEqual(rows[1]?.warnings, [
        { line: 3, column: 1, value: "", message: "the row has 1 of 3 cells; the others are blank" }
      ])
      assert.deepStrictEqual(cellsOf(rows)[2], ["C", "2", "z"])
    })
  )

  it.effect("of UTF-8 with a wrong byte, or of no encoding, is refused with its line", () =>
    Effect.gen(function* () {
      const broken = Buffer.concat([Buffer.from("Name\nJürgen\nZo"), Buffer.from([0xeb]), Buffer.from("\n")])
      assert.match(yield* refusal("broken.csv", broken), /broken\.csv, line 3: .*character 3 .*not utf-8/)
      assert.match(yield* refusal("odd.csv", Buffer.from([0x41, 0x0a, 0x81, 0x0a])), /line 2: .*not utf-8/)
      assert.match(yield* refusal("half.csv", Buffer.from([0xff, 0xfe, 0x41, 0, 0x42])), /line 1: .*not utf-16le/)
    })
  )

  it.effect("restores the cells that were made safe", () =>
    Effect.gen(function* () {
      const { rows } = yield* readAll(write("safe.csv", "Name,Note\n'=1+1,'-5\n'quoted','''=x\n"))
      assert.deepStrictEqual(cellsOf(rows), [
        ["=1+1", "-5"],
        ["'quoted'", "''=x"]
      ])
    })
  )
})

describe("the header", () => {
  it.effect("is found below titles, or known to be missing, or where it is said to be", () =>
    Effect.gen(function* () {
      const titled = yield* readAll(write("titled.csv", "Plan 2026,,\n,,\nName,Due,Note\nA,2026-01-02,x\n"))
      assert.deepStrictEqual([titled.title, titled.headers.join()], ["Plan 2026", "Name,Due,Note"])
      const bare = write("bare.csv", "Buy milk,2026-01-02\nCall Ada,2026-01-03\n")
      const found = yield* readAll(bare)
      assert.deepStrictEqual([found.headers.join(), cellsOf(found.rows).length], ["Column 1,Column 2", 2])
      assert.strictEqual((yield* readAll(bare, { header: { line: 1 } })).headers.join(), "Buy milk,2026-01-02")
      const words = yield* readAll(write("words.csv", "Name,Due\nA,B\n"), { header: "none" })
      assert.strictEqual(cellsOf(words.rows).length, 2)
      assert.match(yield* refusal("few.csv", "Name\nA\n", { header: { line: 9 } }), /line 9: has no row/)
    })
  )

  it.effect("has distinct names", () =>
    Effect.gen(function* () {
      const { headers } = yield* readAll(write("twice.csv", "Name,Label,Label, ,Label 2\nA,,,,\n"))
      assert.deepStrictEqual(headers, ["Name", "Label", "Label 2", "Column 4", "Label 2 2"])
    })
  )
})

describe("JSON", () => {
  it.effect("of objects has the keys of all of them as columns, nested values as JSON", () =>
    Effect.gen(function* () {
      const text = '[\n {"name": "A", "tags": ["x", {"y": null}]},\n {"name": "B", "done": true, "n": 1.50}\n]\n'
      const { rows, ...sheet } = yield* readAll(write("tasks.json", text))
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
  )

  it.effect("of arrays has a header row; lines of objects are NDJSON; a wrapped list is found", () =>
    Effect.gen(function* () {
      const arrays = yield* readAll(write("arrays.json", '[["Name","N"],["A",1],["B",null]]'))
      assert.deepStrictEqual([arrays.headers.join(), cellsOf(arrays.rows).join("|")], ["Name,N", "A,1|B,"])
      const lines = yield* readAll(write("lines.json", '{"a":1}\n\n{"a":2,"b":"x"}\n'))
      assert.deepStrictEqual([lines.format, lines.rows.map(({ line }) => line).join()], ["ndjson", "1,3"])
      const one = yield* readAll(write("one.ndjson", '{"a":1}'))
      assert.deepStrictEqual([one.format, cellsOf(one.rows).join()], ["ndjson", "1"])
      const wrapped = yield* readAll(write("wrapped.json", '{"name": "Plan", "total": 1, "items": [{"a": "x"}]}'))
      assert.deepStrictEqual([wrapped.title, cellsOf(wrapped.rows).join()], ["Plan", "x"])
    })
  )

  it.effect("that is broken is refused with its line", () =>
    Effect.gen(function* () {
      assert.match(yield* refusal("bad.json", '[\n{"a": 1},\n{"a": 2,}\n]'), /bad\.json, line 3, .*is not JSON/)
      assert.match(yield* refusal("bad.ndjson", '{"a": 1}\n{"a": \n'), /bad\.ndjson, line 2, .*is not JSON/)
      assert.match(yield* refusal("cut.json", '[\n{"a": 1},\n'), /line 3: ends before its JSON does/)
      assert.match(yield* refusal("more.json", '[{"a":1}]\nx'), /line 2, "x": goes on/)
      assert.match(yield* refusal("mixed.json", '[{"a":1},\n[2]]'), /line 2, .*must be an object/)
      assert.match(yield* refusal("hole.json", '[{"a":1},,{"a":2}]'), /is not JSON/)
      assert.match(yield* refusal("none.json", '{"a": 1}'), /0 lists of rows/)
    })
  )
})

it.effect("what is said of a file goes before what it looks like", () =>
  Effect.gen(function* () {
    const path = write("said.txt", "a;b,c\n1;2,3\n")
    assert.strictEqual((yield* readAll(path, { delimiter: "," })).headers.join("/"), "a;b/c")
    assert.match((yield* Effect.flip(readAll(path, { format: "xlsx" }))).message, /is text, not an Excel file/)
    assert.match((yield* Effect.flip(readAll(fixture("excel-us.xlsx"), { format: "csv" }))).message, /is an Excel file/)
    assert.match((yield* Effect.flip(readAll(path, { format: "ndjson" }))).message, /is not JSON/)
    assert.match(
      (yield* Effect.flip(readAll(fixture("excel-german.xlsx"), { sheet: "Tasks" }))).message,
      /Available sheets: Aufgaben, Leer/
    )
  })
)
