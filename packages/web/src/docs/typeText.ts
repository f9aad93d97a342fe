import type { JsonSchema } from "./OpenApiDocument.js"
import { alternativesOf, isNullable, refOf, valuesOf } from "./schemas.js"

/** A type inside another one: what may be one thing or another stands in brackets. */
const innerText = (schema: JsonSchema): string => {
  const text = typeText(schema)
  return text.includes(" or ") ? `(${text})` : text
}

const plainType = (schema: JsonSchema): string => {
  const values = valuesOf(schema)
  if (values !== null && schema.properties === undefined) return `object of ${innerText(values)}`
  if (schema.type === "array") return `array of ${innerText(schema.items ?? {})}`
  if (schema.type === undefined) return schema.properties === undefined ? "any value" : "object"
  const types = typeof schema.type === "string" ? [schema.type] : schema.type.filter((type) => type !== "null")
  return schema.format === undefined ? types.join(" or ") : `${types.join(" or ")} (${schema.format})`
}

const withoutNull = (schema: JsonSchema): string => {
  const name = refOf(schema)
  if (name !== null) return name
  return schema.enum === undefined ? plainType(schema) : schema.enum.map((value) => JSON.stringify(value)).join(" or ")
}

/** What a value may be, in words: `string or null`, `array of Group`, `"admin" or "editor"`. */
export const typeText = (schema: JsonSchema): string => {
  const types = new Set(
    alternativesOf(schema).map((each) => (each.anyOf === undefined ? withoutNull(each) : typeText(each)))
  )
  return [...types, ...(isNullable(schema) ? ["null"] : [])].join(" or ")
}

const range = (from: number | undefined, to: number | undefined, unit: string): ReadonlyArray<string> => {
  if (from !== undefined && to !== undefined) return [from === to ? `${from}${unit}` : `${from} to ${to}${unit}`]
  if (from !== undefined && from > 0) return [`at least ${from}${unit}`]
  return to === undefined ? [] : [`at most ${to}${unit}`]
}

const minimumOf = ({ minimum }: JsonSchema): ReadonlyArray<string> => (minimum === 0 ? ["at least 0"] : [])

/** Besides its type, what a value has to keep to: `1 to 255 characters`. */
export const limitsText = (schema: JsonSchema): string =>
  alternativesOf(schema)
    .flatMap((each) => [
      ...range(each.minLength, each.maxLength, " characters"),
      ...range(each.minItems, each.maxItems, " entries"),
      ...(each.maximum === undefined ? minimumOf(each) : []),
      ...range(each.minimum, each.maximum, ""),
      ...(each.pattern === undefined ? [] : [`matches ${each.pattern}`]),
      ...(each.items === undefined ? [] : inEntries(each.items))
    ])
    .join("; ")

const inEntries = (items: JsonSchema): ReadonlyArray<string> => {
  const limits = limitsText(items)
  return limits === "" ? [] : [`each ${limits}`]
}

// A title of the form `maxItems(100)` stands where the description was made of the rule, which the limits say.
const isMade = ({ title }: JsonSchema): boolean => title !== undefined && /^\w+\(.*\)$/.test(title)

/** What the document says of a value in words of its own. */
export const meaningOf = (schema: JsonSchema): string => {
  const alternatives = alternativesOf(schema)
  const entries = alternatives.flatMap(({ items }) => items ?? [])
  const said = [schema, ...alternatives, ...entries]
    .filter((each) => !isMade(each))
    .map(({ description }) => description)
  const known = said.find((description) => description !== undefined) ?? ""
  const values = alternatives.flatMap(({ examples = [] }) => (examples.length > 1 ? examples : []))
  const seen = values.filter((value) => typeof value === "string").map((value) => JSON.stringify(value))
  return [known, seen.length === 0 ? "" : `Such as ${seen.join(", ")}`].filter((text) => text !== "").join(". ")
}
