import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { type Place } from "./userRuns.js"

/** The lines of a dump after its header, which names the time and the kind of database. */
export const bodyOf = (file: string): string => {
  const text = gunzipSync(readFileSync(file)).toString("utf8")
  return text.slice(text.indexOf("\n") + 1)
}

/** The rows of a table in a dump, each by column. */
export const rowsOf = (file: string, table: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const lines = bodyOf(file).trimEnd().split("\n")
  const at = lines.findIndex((line) => line.startsWith(`{"table":"boardwright_${table}"`))
  const end = lines.findIndex((line, index) => index > at && line.startsWith("{"))
  const { columns } = JSON.parse(lines[at] ?? "") as { columns: ReadonlyArray<string> }
  return lines.slice(at + 1, end).map((line) => {
    const values = JSON.parse(line) as ReadonlyArray<unknown>
    return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
  })
}

/** The columns of a dump that have a value in no row. */
export const columnsWithoutValue = (file: string): ReadonlyArray<string> => {
  const tables = [...bodyOf(file).matchAll(/^\{"table":"boardwright_(\w+)","columns":(.*)\}$/gm)]
  return tables.flatMap(([, table = "", columns = ""]) => {
    const rows = rowsOf(file, table)
    const names = JSON.parse(columns) as ReadonlyArray<string>
    return names.filter((name) => rows.every((row) => row[name] === null)).map((name) => `${table}.${name}`)
  })
}

/** Runs a command that must succeed. */
export const succeed = async ({ run }: Place, ...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await run(words)
  if (code !== 0) throw new Error(`boardwright ${words.join(" ")}: exit ${code}: ${stderr}`)
  return stdout
}

/** Dumps a place into a file in its folder. Returns the file. */
export const dumpOf = async (place: Place, name = "boardwright.dump"): Promise<string> => {
  const file = join(place.environment["DATA_DIR"] ?? "", name)
  await succeed(place, "dump", file)
  return file
}
