import { dateText, durationText, serialDateText } from "./excelDates.js"
import { damaged } from "./readXml.js"
import { RichText, unescapeText, type XlsxBook } from "./xlsxBook.js"
import { XlsxInvalid } from "./zipDirectory.js"

const digitsOf = (text: string): number => (text.split(/e/i, 1)[0] ?? "").replace(/^[-0.]+|\D/g, "").length

/**
 * A number with the digits of the file. Excel computes with 15 and writes 17 where they do not give the same binary fraction,
 * so 17 digits are noise where 15 are next to them, as 16 are where 12 are: 0.30000000000000004 is 0.3.
 */
const numberText = (text: string, value: number): string => {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? String(value) : text
  const rounded = Number(value.toPrecision(15))
  const most = digitsOf(text) > 16 ? 15 : 12
  const isNear = Math.abs(rounded - value) <= 2 * Number.EPSILON * Math.abs(value)
  return String(isNear && digitsOf(String(rounded)) <= most ? rounded : value)
}

const numberOf = (text: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new XlsxInvalid("not a number")
  return value
}

const isoDate = (text: string): string => {
  const millis = Date.parse(text)
  if (Number.isNaN(millis)) throw new XlsxInvalid("not a date")
  return dateText(millis)
}

const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A place in a sheet: the row counts from 1, the column from 0. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** The place that an address such as `AB12` names, or null where there is none. */
export const placeOf = (address: string | undefined): CellPlace | null => {
  if (address === undefined) return null
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? []
  if (letters === undefined || row === undefined) throw damaged("a cell without a place")
  return { row: Number(row), column: columnOf(letters) }
}

/** A cell while its element is read. */
export class XlsxCell {
  #value = ""
  #isValue = false
  readonly #rich = new RichText()
  readonly #style: number
  readonly #type: string

  constructor(
    readonly column: number,
    { s = "", t = "n" }: Readonly<Record<string, string>>
  ) {
    this.#style = Number(s)
    this.#type = t
  }

  /** Whether its value is the error of a formula. */
  get isError(): boolean {
    return this.#type === "e"
  }

  open(name: string): void {
    if (name === "v") this.#isValue = true
    else this.#rich.open(name)
  }

  add(text: string): void {
    if (this.#isValue) this.#value += text
    else this.#rich.add(text)
  }

  close(name: string): void {
    if (name === "v") this.#isValue = false
    else this.#rich.close(name)
  }

  /** What the cell shows: dates as ISO dates, durations in hours, numbers and booleans as JavaScript prints them. Throws `XlsxInvalid`. */
  text({ dateSystem, formats, strings }: XlsxBook): string {
    const value = this.#value
    if (this.#type === "inlineStr") return this.#rich.text
    if (value === "") return ""
    switch (this.#type) {
      case "s":
        return strings[numberOf(value)] ?? ""
      case "n": {
        const number = numberOf(value)
        const format = formats[this.#style]
        if (typeof format === "object" && number >= 0) return numberText(value, number).padStart(format.digits, "0")
        if (format === "duration") return durationText(number) ?? numberText(value, number)
        return (format === "date" ? serialDateText(number, dateSystem) : null) ?? numberText(value, number)
      }
      case "b":
        return String(numberOf(value) !== 0)
      case "d":
        return isoDate(value)
      default:
        return unescapeText(value)
    }
  }
}
