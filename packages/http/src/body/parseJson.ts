import { Values } from "@boardwright/core"
import { BodyError, invalidBody, NOT_JSON } from "./BodyError.js"

const { MAX_DEPTH, isUnstorable } = Values

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** Whether the content type is JSON in UTF-8. */
export const isJsonType = (contentType: string | undefined): boolean =>
  contentType !== undefined && JSON_TYPE.test(contentType.trim())

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"])
const SUSPICIOUS = /\\u|__proto__|constructor|prototype/

const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth >= MAX_DEPTH ||
    (Array.isArray(value) ? value : Object.values(value)).some((inner) => isTooDeep(inner, depth + 1)))

/** Finds text that databases cannot store and field names that are forbidden. Builds the path on the way back. */
const findForbidden = (value: unknown): Values.Issue | null => {
  if (typeof value === "string") {
    return isUnstorable(value) ? { path: [], message: "must not hold a NUL character or a lone surrogate" } : null
  }
  if (typeof value !== "object" || value === null) return null
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = findForbidden(value[at])
      if (found !== null) return { ...found, path: [String(at), ...found.path] }
    }
    return null
  }
  const inner = value as { readonly [key: string]: unknown }
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key) || isUnstorable(key)) {
      return { path: [], message: "holds a field name that is not allowed" }
    }
    const found = findForbidden(inner[key])
    if (found !== null) return { ...found, path: [key, ...found.path] }
  }
  return null
}

const NOT_UTF8 = invalidBody("the body must be UTF-8, and not compressed")

const utf8 = new TextDecoder("utf-8", { fatal: true })
/** For parts that do not begin the body: a byte order mark in them is an error. */
const utf8Inside = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const parseWith = (decoder: typeof utf8, bytes: Uint8Array): unknown => {
  let text: string
  let value: unknown
  try {
    text = decoder.decode(bytes)
  } catch {
    return NOT_UTF8
  }
  try {
    value = JSON.parse(text)
  } catch {
    return NOT_JSON
  }
  // Before `findForbidden`, which recurses without a bound.
  if (isTooDeep(value)) return invalidBody(`must not be nested more than ${MAX_DEPTH} levels deep`)
  // Decoded text has no lone surrogate and JSON no bare NUL: both can only come from an escape.
  const found = SUSPICIOUS.test(text) ? findForbidden(value) : null
  return found === null ? value : new BodyError("InvalidInput", found)
}

/**
 * Parses a body as JSON: strict UTF-8, at most 32 levels deep, without NUL characters, lone surrogates, or field names
 * that reach a prototype. Gives a `BodyError` for anything else.
 */
export const parseJson = (bytes: Uint8Array): unknown => parseWith(utf8, bytes)

const LIST = 0x5b

/**
 * Parses a part of a body's field. The path of an error begins with the field and, in a list, counts from `offset`;
 * errors of the whole body have no path.
 */
export const parsePart = (bytes: Uint8Array, field: string, offset: number): unknown => {
  const value = parseWith(utf8Inside, bytes)
  if (!(value instanceof BodyError) || value === NOT_JSON || value === NOT_UTF8) return value
  const { message, path } = value.issue
  const [first, ...rest] = path
  if (first === undefined) return invalidBody(message, [field])
  return invalidBody(message, [field, bytes[0] === LIST ? String(Number(first) + offset) : first, ...rest])
}
