import { Schema } from "effect"

/** Counts characters as Unicode code points, as JSON Schema's `maxLength` and PostgreSQL do. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Bytes of the text in UTF-8. */
export const bytesOf = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Each half of a surrogate pair counts two of the pair's four bytes.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}

/** Whether the text has at most `max` characters. */
export const fits = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max)

/** Most characters of a name. */
export const NAME_LENGTH = 255
/** Most characters of a label: a status, a priority, a column type. */
export const LABEL_LENGTH = 50
/** Most characters of a description, a comment or a cell. */
export const TEXT_LENGTH = 65_535

const NUL = String.fromCharCode(0)

/** Whether the text holds what no database stores alike: a NUL character or half of a surrogate pair. */
export const isUnstorable = (text: string): boolean => text.includes(NUL) || !text.isWellFormed()

const PlainString = Schema.String.annotations({ message: () => "must be a string" })

const storable = (jsonSchema: object = {}) =>
  PlainString.pipe(
    Schema.filter((value) => !isUnstorable(value) || "must not hold a NUL character or a lone surrogate", {
      jsonSchema
    })
  )

/** Any text of at most `max` characters that a database can hold. */
export const text = (max: number) =>
  storable().pipe(
    Schema.filter((value) => fits(value, max) || `must have at most ${max} characters`, {
      jsonSchema: { maxLength: max }
    })
  )

const trimmed = (max: number) =>
  Schema.transform(storable({ minLength: 1, maxLength: max }), Schema.String, {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  }).pipe(Schema.filter((value) => (value.length > 0 && fits(value, max)) || `must have 1 to ${max} characters`))

/** A name: trimmed, 1 to 255 characters. */
export const Name = trimmed(NAME_LENGTH)
/** An open label with known values: trimmed, 1 to 50 characters. */
export const Label = trimmed(LABEL_LENGTH)
/** A description: at most 65,535 characters, kept as sent. */
export const Description = text(TEXT_LENGTH)
/** Text that must say something: 1 to 65,535 characters, not only blanks, kept as sent. */
export const Content = text(TEXT_LENGTH).pipe(
  Schema.filter((value) => value.trim().length > 0 || "must not be empty", { jsonSchema: { minLength: 1 } })
)
/** An id in an input: opaque, so that any form of an unknown one is "not found" rather than invalid. */
export const Id = PlainString

/** A true or false. */
export const Flag = Schema.Boolean.annotations({ message: () => "must be true or false" })

/** A field that may be left out; null means the same. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { nullable: true })

/** A field of a PATCH: left out, it changes nothing. */
export const changed = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(schema)

/** A field of a PATCH that null clears to what it is when never set. */
export const cleared = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))
