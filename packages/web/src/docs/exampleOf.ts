import type { JsonSchema, OpenApiDocument } from "./OpenApiDocument.js"
import { alternativesOf, isNullable, refOf, resolved } from "./schemas.js"

const FORMATS: { readonly [format: string]: string } = {
  "date-time": "2027-03-01T00:00:00.000Z",
  date: "2027-03-01",
  "uri-reference": "/"
}

const textOf = ({ format = "", maxLength = Infinity, minLength = 0 }: JsonSchema): string =>
  (FORMATS[format] ?? "text").padEnd(minLength, "x").slice(0, maxLength)

const numberOf = ({ maximum = Infinity, minimum = 0 }: JsonSchema): number => Math.min(Math.max(1, minimum), maximum)

const scalarOf = (schema: JsonSchema): unknown => {
  const type = typeof schema.type === "object" ? schema.type[0] : schema.type
  switch (type) {
    case "string":
      return textOf(schema)
    case "number":
    case "integer":
      return numberOf(schema)
    case "boolean":
      return true
    default:
      return null
  }
}

/**
 * A value that a schema lets pass: its own example where it has one, else one made of what it says. A schema within
 * itself ends at the first place where it may: as null, an empty list, an absent field.
 */
export const exampleOf = (document: OpenApiDocument, schema: JsonSchema): unknown => {
  const value = (wanted: JsonSchema, within: ReadonlyArray<string>): unknown => {
    const name = refOf(wanted)
    const inner = name === null ? within : [...within, name]
    const found = resolved(document, wanted)
    if (found.examples !== undefined && found.examples.length > 0) return found.examples[0]
    if (found.enum !== undefined) return found.enum[0]
    if (found.anyOf !== undefined) {
      const [first = {}] = alternativesOf(found)
      return isNullable(found) && isWithin(first, inner) ? null : value(first, inner)
    }
    if (found.properties !== undefined) return objectOf(found, inner)
    if (found.type === "array") return itemsOf(found, inner)
    return found.type === "object" ? {} : scalarOf(found)
  }

  const isWithin = (wanted: JsonSchema, within: ReadonlyArray<string>): boolean => {
    const name = refOf(wanted)
    return name !== null && within.includes(name)
  }

  const objectOf = ({ properties = {}, required = [] }: JsonSchema, within: ReadonlyArray<string>): unknown =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) =>
        isWithin(property, within) && !required.includes(name) ? [] : [[name, value(property, within)] as const]
      )
    )

  const itemsOf = ({ items, minItems = 0 }: JsonSchema, within: ReadonlyArray<string>): unknown => {
    if (items === undefined || (minItems === 0 && isWithin(items, within))) return []
    return Array.from({ length: Math.max(1, minItems) }, () => value(items, within))
  }

  return value(schema, [])
}
