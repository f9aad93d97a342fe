import { type Task, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { READ_CELL } from "./codecs.js"

/** The expressions of a cell, which is JSON or null. */
interface Cell {
  readonly sql: Statement.Constructor
  /** In PostgreSQL the JSON value, in SQLite its text. */
  readonly json: string
}

const codes = Array.from(Values.WHITESPACE, (each) => each.charCodeAt(0))
const escaped = codes.map((code) => `\\u${code.toString(16).padStart(4, "0")}`).join("")

const isPg = ({ sql }: Cell): boolean => sql.onDialectOrElse({ pg: () => true, orElse: () => false })

const isType = (cell: Cell, pg: string, first: string): string =>
  isPg(cell) ? `json_typeof(${cell.json}) = '${pg}'` : `substr(${cell.json}, 1, 1) = '${first}'`

const isText = (cell: Cell): string => isType(cell, "string", '"')
const isList = (cell: Cell): string => isType(cell, "array", "[")

/** The text of a JSON text. */
const textIn = (cell: Cell, json: string): string => (isPg(cell) ? `(${json} #>> '{}')` : `(${json} ->> '$')`)
const trimmed = (cell: Cell, text: string): string =>
  `${isPg(cell) ? "btrim" : "trim"}(${text}, ${isPg(cell) ? `E'${escaped}'` : `char(${codes.join(", ")})`})`
const lengthOf = (cell: Cell, text: string): string => `${isPg(cell) ? "char_length" : "length"}(${text})`

const isLabel = (cell: Cell, text: string): string =>
  `${trimmed(cell, text)} <> '' and ${lengthOf(cell, trimmed(cell, text))} <= ${Values.NAME_LENGTH}`

/** Whether an entry of the list is no text, or breaks the rule. */
const hasOther = (cell: Cell, fits: (text: string) => string | null): string => {
  const [entries, isText, text] = isPg(cell)
    ? [`json_array_elements(${cell.json}) as e`, "json_typeof(e.value) = 'string'", "(e.value #>> '{}')"]
    : [`json_each(${cell.json}) as e`, "e.type = 'text'", "e.value"]
  const rule = fits(text)
  // Checked one after the other, since SQLite has no text of a list.
  const wrong = rule === null ? `not (${isText})` : `case when ${isText} then not (${rule}) else true end`
  return `exists (select 1 from ${entries} where ${wrong})`
}

const firstOf = (cell: Cell): string => `(${cell.json} ->> 0)`

// As in `readCell`, with at most 300 digits in a row; PostgreSQL counts repetitions up to 255.
const DIGITS = "[0-9]{1,255}[0-9]{0,45}"
const NUMBER = `^[-+]?${DIGITS}(\\.${DIGITS})?(e[-+]?[0-9]{1,3})?$`

const numberOf = (cell: Cell): string => {
  const text = trimmed(cell, textIn(cell, cell.json))
  const exact = `${text}::numeric`
  // What PostgreSQL refuses to convert: numbers that round to infinity are none, and the smallest are 0.
  return `case json_typeof(${cell.json}) when 'number' then ${textIn(cell, cell.json)}::float8
    when 'string' then case when ${text} ~* '${NUMBER}' then
      case when abs(${exact}) >= 1.7976931348623158079e308 then null
        when abs(${exact}) <= 2.4703282292062328e-324 then 0 else ${exact}::float8 end end end`
}

const lists = (words: ReadonlyArray<string>): string => words.map((word) => `'${word}'`).join(", ")
// With í in either case: only A to Z are alike in every collation.
const CHECKED = lists(["true", "yes", "ja", "wahr", "oui", "sí", "sÍ", "si", "x", "[x]", "☑", "✓", "✔"])
const UNCHECKED = lists(["false", "no", "nein", "falsch", "non", "[ ]", "☐"])

const checkedOf = (cell: Cell): string => {
  const text = textIn(cell, cell.json)
  const word = `lower(${trimmed(cell, text)} collate "C")`
  return `case json_typeof(${cell.json}) when 'boolean' then ${text}::boolean::int
    when 'string' then case when ${word} in (${CHECKED}) then 1 when ${word} in (${UNCHECKED}) then 0 end end`
}

const ISO =
  "^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?(?:(Z)|([+-])([0-9]{2}):([0-9]{2}))?)?$"
const NUMERIC = "^([0-9]{1,2})([./-])([0-9]{1,2})\\2([0-9]{4})$"

/** Whether there is the day, in the years from the first one to 9999. */
const isDay = (firstYear: number, year: string, month: string, day: string): string => {
  const leap = `(${year} % 4 = 0 and (${year} % 100 <> 0 or ${year} % 400 = 0))::int`
  return `${year} between ${firstYear} and 9999 and ${month} between 1 and 12 and ${day} between 1 and
    case when ${month} = 2 then 28 + ${leap} else 30 + (${month} + ${month} / 8) % 2 end`
}

const dayOf = (firstYear: number, year: string, month: string, day: string): string =>
  `case when ${isDay(firstYear, year, month, day)} then (make_date(${year}, ${month}, ${day}) - date '1970-01-01')::bigint * 86400000 end`

/** Milliseconds since 1970, as `readDate` reads it. */
const instantOf = (cell: Cell, firstYear: number): string => {
  const text = trimmed(cell, textIn(cell, cell.json))
  const part = (at: number): string => `coalesce(iso[${at}]::int, 0)`
  const offset = `(${part(10)} * 60 + ${part(11)}) * case when iso[9] = '-' then -1 else 1 end`
  const time = `((${part(4)} * 60 + ${part(5)} - ${offset}) * 60 + ${part(6)}) * 1000
    + left(rpad(coalesce(iso[7], ''), 3, '0'), 3)::int`
  const dayFirst = dayOf(firstYear, "n[4]::int", "n[3]::int", "n[1]::int")
  const monthFirst = dayOf(firstYear, "n[4]::int", "n[1]::int", "n[3]::int")
  return `case when ${isText(cell)} then (select case
    when iso is not null then case when ${part(4)} <= 23 and ${part(5)} <= 59 and ${part(6)} <= 59 and ${part(10)} <= 23
      and ${part(11)} <= 59 then (select case when at between ${Date.UTC(firstYear, 0)} and 253402300799999 then at end
        from (select ${dayOf(firstYear, "iso[1]::int", "iso[2]::int", "iso[3]::int")} + ${time} as at) as instant) end
    when n is not null then (select case when d is null or m is null or d = m then coalesce(d, m) end
      from (select ${dayFirst} as d, ${monthFirst} as m) as days) end
    from (select regexp_match(${text}, '${ISO}', 'i') as iso, regexp_match(${text}, '${NUMERIC}') as n) as found) end`
}

/** Ends a subselect: keeps a database from reading a cell again for each place where its meaning is used. */
export const readOnce = (sql: Statement.Constructor): Statement.Fragment =>
  sql.literal(sql.onDialectOrElse({ pg: () => "offset 0", orElse: () => "limit -1" }))

/** An expression: a text as `Task.labelKey` makes it. */
export const folded = (sql: Statement.Constructor, text: string): string => {
  const cell: Cell = { sql, json: "" }
  return isPg(cell) ? `lower(${trimmed(cell, `(${text})`)} collate "C")` : `lower(${trimmed(cell, `(${text})`)})`
}

/** A condition: an entry of a cell of labels or people meets the condition. Null or false for a cell that means nothing. */
export const someEntry = (
  sql: Statement.Constructor,
  sort: Task.CellSort,
  json: string,
  meets: (entry: string) => Statement.Fragment
): Statement.Fragment => {
  const cell: Cell = { sql, json }
  const key = (text: string) => (sort === "person" ? text : folded(sql, text))
  const entries = isPg(cell) ? `json_array_elements_text(${json}) as e` : `json_each(${json}) as e`
  const rule = (text: string) => (sort === "person" ? null : isLabel(cell, text))
  const ofList = sql`case when ${sql.literal(isList(cell))} then case when not ${sql.literal(hasOther(cell, rule))}
    then exists (select 1 from ${sql.literal(entries)} where ${meets(key("e.value"))}) end end`
  if (sort === "labels") return ofList
  const one = textIn(cell, json)
  const fits = sort === "person" ? isText(cell) : `case when ${isText(cell)} then ${isLabel(cell, one)} end`
  const ofText = sql`case when ${sql.literal(fits)} then ${meets(key(one))} end`
  return sort === "person" ? sql`coalesce(${ofText}, ${ofList})` : ofText
}

/** An expression: what a cell is sorted by, or null. Labels are texts, which `taskOrder` gives their places. */
export const cellReading = (sql: Statement.Constructor, sort: Task.CellSort, json: string): string => {
  const cell: Cell = { sql, json }
  const text = textIn(cell, json)
  switch (sort) {
    case "text":
      return `case when ${isText(cell)} then case when ${trimmed(cell, text)} <> '' then ${text} end
        when ${isPg(cell) ? `json_typeof(${json}) in ('number', 'boolean')` : `substr(${json}, 1, 1) not in ('[', '{')`}
        then ${isPg(cell) ? text : json} end`
    case "label":
      return `case when ${isText(cell)} then case when ${isLabel(cell, text)} then ${trimmed(cell, text)} end end`
    case "labels":
      return `case when ${isList(cell)} then case when not ${hasOther(cell, (each) => isLabel(cell, each))}
        then ${trimmed(cell, firstOf(cell))} end end`
    case "person":
      return `case when ${isText(cell)} then case when ${trimmed(cell, text)} <> '' then ${text} end
        when ${isList(cell)} then case when not ${hasOther(cell, () => null)} and ${trimmed(cell, firstOf(cell))} <> ''
        then ${firstOf(cell)} end end`
    case "number":
      return isPg(cell) ? numberOf(cell) : `${READ_CELL.number}(${json})`
    case "date":
      return isPg(cell) ? instantOf(cell, Values.Timestamp.FIRST_DATE_YEAR) : `${READ_CELL.date}(${json})`
    case "dueDate":
      return isPg(cell) ? instantOf(cell, Values.Timestamp.FIRST_YEAR) : `${READ_CELL.dueDate}(${json})`
    case "checkbox":
      return isPg(cell) ? checkedOf(cell) : `${READ_CELL.checkbox}(${json})`
  }
}
