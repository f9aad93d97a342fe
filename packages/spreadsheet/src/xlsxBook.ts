import { type CellFormat, formatOf } from "./excelDates.js"
import { damaged, localName, readXml } from "./readXml.js"

/** The bytes of a part of an Excel file, or null where there is none of this name. */
export type XlsxParts = (name: string) => AsyncIterable<Uint8Array> | null

/** What the sheets of an Excel file have in common. */
export interface XlsxBook {
  /** In the order of the tabs; `part` is null for a sheet without cells, such as a chart. */
  readonly sheets: ReadonlyArray<{ readonly name: string; readonly isHidden: boolean; readonly part: string | null }>
  /** The year that days count from. */
  readonly dateSystem: 1900 | 1904
  /** The texts that cells refer to by number. */
  readonly strings: ReadonlyArray<string>
  /** By number of a style, what it shows numbers as. */
  readonly formats: ReadonlyArray<CellFormat>
}

/** Decodes the characters that Excel writes as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** Gathers the text of an element that holds `t` elements, such as `si` or `is`, without its phonetic guides. */
export class RichText {
  #text = ""
  #isText = false
  #isPhonetic = false

  open(name: string): void {
    if (name === "rPh") this.#isPhonetic = true
    else if (name === "t") this.#isText = true
  }

  add(text: string): void {
    if (this.#isText && !this.#isPhonetic) this.#text += text
  }

  close(name: string): void {
    if (name === "rPh") this.#isPhonetic = false
    else if (name === "t") this.#isText = false
  }

  get text(): string {
    return unescapeText(this.#text)
  }
}

const readStrings = async (bytes: AsyncIterable<Uint8Array>): Promise<ReadonlyArray<string>> => {
  const strings: Array<string> = []
  let item = new RichText()
  await readXml(bytes, {
    open: (name) => {
      if (name === "si") item = new RichText()
      else item.open(name)
    },
    text: (text) => item.add(text),
    close: (name) => {
      if (name === "si") strings.push(item.text)
      else item.close(name)
    }
  })
  return strings
}

const readStyles = async (bytes: AsyncIterable<Uint8Array>): Promise<ReadonlyArray<CellFormat>> => {
  const codes = new Map<string, string>()
  const formats: Array<string> = []
  let inCells = false
  await readXml(bytes, {
    open: (name, attributes) => {
      if (name === "numFmt") codes.set(attributes["numFmtId"] ?? "", attributes["formatCode"] ?? "")
      else if (name === "cellXfs") inCells = true
      else if (name === "xf" && inCells) formats.push(attributes["numFmtId"] ?? "0")
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false
    }
  })
  const known = new Map([...new Set(formats)].map((id) => [id, formatOf(Number(id), codes.get(id))]))
  return formats.map((id) => known.get(id) ?? "number")
}

interface Relation {
  readonly kind: string
  readonly part: string
}

const readRelations = async (bytes: AsyncIterable<Uint8Array>): Promise<ReadonlyMap<string, Relation>> => {
  const relations = new Map<string, Relation>()
  await readXml(bytes, {
    open: (name, { Id = "", Target = "", Type = "" }) => {
      if (name !== "Relationship") return
      const part = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`
      relations.set(Id, { kind: Type.slice(Type.lastIndexOf("/") + 1), part })
    }
  })
  return relations
}

const readWorkbook = async (bytes: AsyncIterable<Uint8Array>) => {
  const sheets: Array<{ readonly name: string; readonly isHidden: boolean; readonly relation: string }> = []
  let dateSystem: 1900 | 1904 = 1900
  await readXml(bytes, {
    open: (name, attributes) => {
      if (name === "workbookPr" && ["1", "true"].includes(attributes["date1904"] ?? "")) dateSystem = 1904
      if (name !== "sheet") return
      const relation = Object.entries(attributes).find(([key]) => key.includes(":") && localName(key) === "id")?.[1]
      // Shown (visible) is what is not said.
      const isHidden = attributes["state"]?.toLowerCase().includes("hidden") === true
      sheets.push({ name: unescapeText(attributes["name"] ?? ""), isHidden, relation: relation ?? "" })
    }
  })
  return { sheets, dateSystem }
}

/** Reads all of an Excel file but its sheets. Throws `XlsxInvalid`. */
export const readBook = async (parts: XlsxParts): Promise<XlsxBook> => {
  const [workbook, relations] = [parts("xl/workbook.xml"), parts("xl/_rels/workbook.xml.rels")]
  if (workbook === null || relations === null) throw damaged("a part is missing")
  const { dateSystem, sheets } = await readWorkbook(workbook)
  const related = await readRelations(relations)
  const partOf = (kind: string) => {
    const found = [...related.values()].find((relation) => relation.kind === kind)
    return found === undefined ? null : parts(found.part)
  }
  const [strings, styles] = [partOf("sharedStrings"), partOf("styles")]
  return {
    dateSystem,
    sheets: sheets.map(({ isHidden, name, relation }) => {
      const found = related.get(relation)
      return { name, isHidden, part: found?.kind === "worksheet" ? found.part : null }
    }),
    strings: strings === null ? [] : await readStrings(strings),
    formats: styles === null ? [] : await readStyles(styles)
  }
}
