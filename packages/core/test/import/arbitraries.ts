import { Import, Values } from "@boardwright/core"
import { Effect, Either } from "effect"
import fc from "fast-check"

export type Decoded = typeof Import.BoardImport.Type

const decode = Values.decodeInput(Import.BoardImport)

/** The decoded input or its problems. */
export const decoded = (input: unknown) => Effect.runSync(Effect.either(decode(input)))

/** An import of these rows and mappings. */
export const anImport = (overrides: Partial<Decoded> = {}): Decoded => ({
  name: "Imported",
  workspaceId: "workspace-1",
  columnMappings: [],
  rows: [],
  ...overrides
})

const blank = fc.constantFrom("", " ", "\t\n", "\u00A0", null)
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("Done", "IN PROGRESS", "Critical", "2026-11-21", "25/12/2024", "01/02/2024", "x".repeat(60))
)
const usable = fc.oneof(blank, text, fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const any = fc.oneof({ weight: 9, arbitrary: usable }, fc.jsonValue({ maxDepth: 1 }), fc.constant("x".repeat(65_536)))
const index = fc.integer({ min: 0, max: 6 })
const key = fc.oneof({ weight: 12, arbitrary: index.map(String) }, fc.constantFrom("-1", "01", "1.5", "x", "99999"))
const type = fc.constantFrom(
  "text",
  "status",
  "Status",
  "priority",
  "date",
  "DATE",
  "person",
  "constructor",
  "__proto__"
)

const field = fc.constantFrom(null, null, ...Import.MAPPED_FIELDS)

const mapping = (indexes: fc.Arbitrary<number>) =>
  fc.record(
    { index: indexes, name: fc.option(text, { nil: null }), type, field, isFirstColumn: fc.boolean() },
    { requiredKeys: ["index"], noNullPrototype: true }
  )

const importOf = (rows: fc.Arbitrary<unknown>, mappings: fc.Arbitrary<unknown>) =>
  fc.record(
    {
      name: fc.constant("Imported"),
      workspaceId: fc.constant("workspace-1"),
      firstColumnIndex: index,
      columnMappings: mappings,
      rows,
      headers: fc.array(fc.option(text, { nil: null }), { maxLength: 7 })
    },
    { requiredKeys: ["name", "workspaceId", "columnMappings", "rows"], noNullPrototype: true }
  )

const rowsOf = (cell: fc.Arbitrary<unknown>, keys: fc.Arbitrary<string>) =>
  fc.array(fc.dictionary(keys, cell, { maxKeys: 6, noNullPrototype: true }), { maxLength: 12 })

/** Valid and invalid inputs: keys that are not an index, cells that are not text, contradictions. */
export const rough = importOf(rowsOf(any, key), fc.array(mapping(index), { maxLength: 6 }))

const isUsable = ({ columnMappings, firstColumnIndex }: Decoded): boolean => {
  const marked = columnMappings.filter(({ isFirstColumn }) => isFirstColumn === true)
  const nameIndex = marked[0]?.index ?? firstColumnIndex ?? 0
  const fields = columnMappings.filter(({ field }) => field !== undefined)
  if (fields.some(({ field, index }) => index === nameIndex || field === "parent")) return false
  if (new Set(fields.map(({ field }) => field)).size < fields.length) return false
  return marked.length === 0 || (marked.length === 1 && [undefined, marked[0]?.index].includes(firstColumnIndex))
}

/** Imports without contradictions or invalid cells, in which every row that is not blank is a task. */
export const sound: fc.Arbitrary<Decoded> = importOf(
  rowsOf(usable, index.map(String)),
  fc.uniqueArray(mapping(index), { maxLength: 6, selector: ({ index }) => index })
)
  .map(decoded)
  .filter(Either.isRight)
  .map(({ right }) => right)
  .filter(isUsable)

/** The stored text of a cell, or null for blanks and values that are not cells. */
export const cellText = (cell: unknown): string | null => {
  const text = typeof cell === "number" || typeof cell === "boolean" ? String(cell) : cell
  return typeof text === "string" && text.trim() !== "" ? text : null
}
