import { Values } from "@boardwright/core"

const { MAX_DEPTH, isUnstorable } = Values

/** What is wrong with a body as such, before any schema looks at it. */
export class BodyRefused {
  readonly _tag = "BodyRefused"
  constructor(
    readonly status: 400 | 413 | 500,
    readonly issue: Values.Issue
  ) {}
}

/** A body refused as a whole. */
export const refuseBody = (message: string, path: ReadonlyArray<string> = []): BodyRefused =>
  new BodyRefused(400, { path, message })

/** A host's mistake: something in front of us has read the body. */
export const BODY_WAS_READ = new BodyRefused(500, {
  path: [],
  message: "the body was read before Boardwright got it: mount Boardwright before express.json() and other body parsers"
})

/** A body over its limit. */
export const bodyTooLarge = (limit: number): BodyRefused =>
  new BodyRefused(413, { path: [], message: `the body must have at most ${limit} bytes` })

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** Whether the content type says JSON in UTF-8. */
export const isJsonType = (contentType: string | undefined): boolean =>
  contentType !== undefined && JSON_TYPE.test(contentType.trim())

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"])
const SUSPICIOUS = /\\u|__proto__|constructor|prototype/

/** Looks for what no schema should have to see. Recursion ends with the depth that is allowed. */
const findProblem = (value: unknown, path: ReadonlyArray<string>, checkText: boolean): BodyRefused | null => {
  if (typeof value === "string") {
    return checkText && isUnstorable(value)
      ? refuseBody("must not hold a NUL character or a lone surrogate", path)
      : null
  }
  if (typeof value !== "object" || value === null) return null
  if (path.length >= MAX_DEPTH) return refuseBody(`must not be nested more than ${MAX_DEPTH} levels deep`)
  for (const [key, inner] of Object.entries(value)) {
    if (checkText && (FORBIDDEN_KEYS.has(key) || isUnstorable(key))) {
      return refuseBody("holds a field name that is not allowed", path)
    }
    if (typeof inner === "string" && !checkText) continue
    if (typeof inner !== "string" && (typeof inner !== "object" || inner === null)) continue
    const problem = findProblem(inner, [...path, key], checkText)
    if (problem !== null) return problem
  }
  return null
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Reads a body as JSON: strict UTF-8, at most 32 levels deep, no NUL character, no lone surrogate, none of the field
 * names that reach a prototype. The answer is the same whatever database is behind.
 */
export const readJson = (bytes: Uint8Array): unknown => {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
  } catch {
    return refuseBody("the body must be UTF-8")
  }
  try {
    value = JSON.parse(text)
  } catch {
    return refuseBody("the body must be JSON")
  }
  // A decoded text holds no lone surrogate and JSON no bare NUL: both can only come from an escape.
  return findProblem(value, [], SUSPICIOUS.test(text)) ?? value
}
