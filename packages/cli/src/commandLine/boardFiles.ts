import { argument, as, choice, flag, json, remoteCommand, repeated, text, tools } from "./parameters.js"

/** `boardwright import FILE|-`. */
export const importCommand = remoteCommand(
  "Create a board from a spreadsheet or an exported board",
  async () => (await import("../commands/import.js")).importBoard,
  {
    positional: argument(
      "FILE",
      "A CSV, TSV, XLSX (at most 64 MiB unzipped), JSON or NDJSON file, an exported board, or - for standard input"
    ),
    flags: {
      board: text("NAME", "the board's name (default: the file's name)"),
      workspace: text("ID|NAME", "the workspace of the new board (default: the only one)"),
      map: repeated("HEADER=TYPE", "what a column becomes, such as Due=date, Owner=assignees or Notes=skip"),
      mapping: text("FILE", "a JSON file that says what the columns become"),
      nameColumn: text("HEADER", "the column of the task names"),
      groupColumn: text("HEADER", "the column of the groups"),
      dateFormat: text("FORMAT", "day-first, month-first, or a format such as dd.MM.yyyy"),
      numberFormat: choice(["1,234.56", "1.234,56"], "how numbers are written"),
      timeZone: text("ZONE", "the time zone of times without one, such as Europe/Berlin (default: UTC)"),
      delimiter: text("CHARACTER", "the character between cells of text, or tab"),
      encoding: choice(["utf-8", "utf-16le", "utf-16be", "windows-1252"], "the encoding of text"),
      sheet: text("NAME|N", "the sheet of an Excel file (default: the first with cells)"),
      noHeader: flag("The first row is data, not a header"),
      rejects: text("FILE", "write the rows with warnings to this CSV file, also on a dry run"),
      force: flag("Replace the file of --rejects if it exists"),
      dryRun: flag("Check everything and show the result; change nothing in the database"),
      yes: flag("Do not ask for confirmation"),
      as,
      json
    }
  }
)

/** `boardwright export BOARD`. */
export const exportCommand = remoteCommand(
  "Write a board to a file: complete as JSON, or its tasks as CSV or Excel",
  async () => (await tools()).exportBoard,
  {
    positional: argument("BOARD", "The board's id or name"),
    aliases: { o: "output" },
    flags: {
      format: choice(
        ["csv", "json", "xlsx"],
        "json is complete, the others have the tasks (default: the ending of FILE)"
      ),
      output: text("FILE", "the file to write, or - for standard output (default: -)"),
      bom: flag("Begin CSV with a byte order mark, which Excel needs"),
      force: flag("Replace FILE if it exists"),
      as
    }
  }
)
