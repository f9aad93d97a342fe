import type { JsonSchema, OpenApiDocument } from "./OpenApiDocument.js"
import { alternativesOf, refOf, resolved, valuesOf } from "./schemas.js"
import { limitsText, meaningOf, typeText } from "./typeText.js"

/** A field of an object, or of one inside it: `groups[].name`. */
export interface FieldRow {
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly limits: string
  readonly meaning: string
}

/**
 * The fields of a schema, each followed by those inside it. A named schema is taken apart where it comes first; where it
 * comes again, also inside itself, its row says where that was.
 */
export const fieldRows = (document: OpenApiDocument, schema: JsonSchema): ReadonlyArray<FieldRow> => {
  const shown = new Map<string, string>()

  const inside = (wanted: JsonSchema, path: string): ReadonlyArray<FieldRow> =>
    alternativesOf(wanted).flatMap((each) => {
      const name = refOf(each)
      if (name !== null) shown.set(name, shown.get(name) ?? path)
      const found = resolved(document, each)
      if (found !== each && found.anyOf !== undefined) return inside(found, path)
      const { items, properties } = found
      const values = valuesOf(found)
      if (items !== undefined) return inside(items, `${path}[]`)
      if (properties !== undefined) return fieldsOf(found, path)
      return values === null ? [] : inside(values, `${path}.*`)
    })

  const fieldsOf = ({ properties = {}, required = [] }: JsonSchema, path: string): ReadonlyArray<FieldRow> =>
    Object.entries(properties).flatMap(([name, property]) => {
      const own = path === "" ? name : `${path}.${name}`
      const names = namesIn(property)
      const known = names.map((each) => shown.get(each)).find((each) => each !== undefined)
      const meaning = meaningOf(refOf(property) === null ? property : resolved(document, property))
      const row = {
        path: own,
        type: typeText(property),
        required: required.includes(name),
        limits: limitsText(property)
      }
      if (known === undefined) return [{ ...row, meaning }, ...inside(property, own)]
      return [{ ...row, meaning: `Its fields are those of ${known === "" ? "the whole" : known}` }]
    })

  return inside(schema, "")
}

/** The named schemas that a field's value is, or has for entries. */
const namesIn = (schema: JsonSchema): ReadonlyArray<string> =>
  alternativesOf(schema).flatMap((each) => {
    const name = refOf(each)
    const inner = each.items ?? valuesOf(each)
    return name !== null ? [name] : inner === null ? [] : namesIn(inner)
  })
