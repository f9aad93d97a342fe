import type { JsonSchema, OpenApiDocument } from "./OpenApiDocument.js"

const PREFIX = "#/components/schemas/"

/** The name that a schema refers to, or null where it refers to none. */
export const refOf = ({ $ref }: JsonSchema): string | null =>
  $ref !== undefined && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : null

/** The schema itself, or the one that it refers to. Throws where there is none of that name. */
export const resolved = (document: OpenApiDocument, schema: JsonSchema): JsonSchema => {
  if (schema.$ref === undefined) return schema
  const name = refOf(schema)
  const found = name === null ? undefined : document.components?.schemas?.[name]
  if (found === undefined) throw new Error(`the document refers to ${schema.$ref}, which it does not have`)
  return resolved(document, found)
}

const isNull = ({ type }: JsonSchema): boolean => type === "null"

/** What a value may be, but for null. */
export const alternativesOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> =>
  schema.anyOf === undefined ? [schema] : schema.anyOf.filter((each) => !isNull(each))

/** Whether a value may be null. */
export const isNullable = ({ anyOf = [], type }: JsonSchema): boolean =>
  anyOf.some(isNull) || (typeof type === "object" && type.includes("null"))

/** The schema of a dictionary's values, or null where a schema is no dictionary. */
export const valuesOf = ({ additionalProperties }: JsonSchema): JsonSchema | null => {
  if (additionalProperties === true) return {}
  return additionalProperties === undefined || additionalProperties === false ? null : additionalProperties
}
