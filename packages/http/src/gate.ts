import { Values } from "@boardwright/core"

const { MAX_DEPTH, isUnstorable } = Values

/** What is wrong with a body as such, before any schema looks at it. */
export class BodyRefused {
  readonly _tag = "BodyRefused"
  constructor(
    readonly code: "InvalidInput" | "PayloadTooLarge" | "RequestTimeout" | "Unexpected",
    readonly issue: Values.Issue
  ) {}
}

/** A body refused as a whole. */
export const refuseBody = (message: string, path: ReadonlyArray<string> = []): BodyRefused =>
  new BodyRefused("InvalidInput", { path, message })

/** A host's mistake: something in front of us has read the body. The mend is for the one who mounted us. */
export const bodyWasRead = (mend: string): BodyRefused =>
  new BodyRefused("Unexpected", { path: [], message: `the body was read before Boardwright got it: ${mend}` })

/** A body over its limit. */
export const bodyTooLarge = (limit: number): BodyRefused =>
  new BodyRefused("PayloadTooLarge", { path: [], message: `the body must have at most ${limit} bytes` })

/** How long a body may take to arrive, in milliseconds. */
export const BODY_MILLIS = 30_000

/** A body that did not arrive in time. */
export const BODY_TIMEOUT = new BodyRefused("RequestTimeout", { path: [], message: "Request timeout" })

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** Whether the content type says JSON in UTF-8. */
export const isJsonType = (contentType: string | undefined): boolean =>
  contentType !== undefined && JSON_TYPE.test(contentType.trim())

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"])
const SUSPICIOUS = /\\u|__proto__|constructor|prototype/

const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth >= MAX_DEPTH ||
    (Array.isArray(value) ? value : Object.values(value)).some((inner) => isTooDeep(inner, depth + 1)))

/** Looks for text that no schema should have to see. Its path is put together on the way back from it. */
const findText = (value: unknown): Values.Issue | null => {
  if (typeof value === "string") {
    return isUnstorable(value) ? { path: [], message: "must not hold a NUL character or a lone surrogate" } : null
  }
  if (typeof value !== "object" || value === null) return null
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = findText(value[at])
      if (found !== null) return { ...found, path: [String(at), ...found.path] }
    }
    return null
  }
  const inner = value as { readonly [key: string]: unknown }
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key) || isUnstorable(key)) {
      return { path: [], message: "holds a field name that is not allowed" }
    }
    const found = findText(inner[key])
    if (found !== null) return { ...found, path: [key, ...found.path] }
  }
  return null
}

/** What is not JSON as a whole. */
export const NOT_JSON = refuseBody("the body must be JSON")
const NOT_UTF8 = refuseBody("the body must be UTF-8")

const utf8 = new TextDecoder("utf-8", { fatal: true })
/** For what is not the beginning of a body, where a byte order mark is an error. */
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
  // Before what recurses into it without a bound.
  if (isTooDeep(value)) return refuseBody(`must not be nested more than ${MAX_DEPTH} levels deep`)
  // A decoded text holds no lone surrogate and JSON no bare NUL: both can only come from an escape.
  const found = SUSPICIOUS.test(text) ? findText(value) : null
  return found === null ? value : new BodyRefused("InvalidInput", found)
}

/**
 * Reads a body as JSON: strict UTF-8, at most 32 levels deep, no NUL character, no lone surrogate, none of the field
 * names that reach a prototype. The answer is the same whatever database is behind.
 */
export const readJson = (bytes: Uint8Array): unknown => parseWith(utf8, bytes)

const LIST = 0x5b

/**
 * Parses a part of a body's field; the path of a refusal begins with the field and, in a list, counts from `offset`. A
 * refusal of the whole body stays as it is.
 */
export const parsePart = (bytes: Uint8Array, field: string, offset: number): unknown => {
  const value = parseWith(utf8Inside, bytes)
  if (!(value instanceof BodyRefused) || value === NOT_JSON || value === NOT_UTF8) return value
  const { message, path } = value.issue
  const [first, ...rest] = path
  if (first === undefined) return refuseBody(message, [field])
  return refuseBody(message, [field, bytes[0] === LIST ? String(Number(first) + offset) : first, ...rest])
}
