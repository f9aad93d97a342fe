import { Values } from "@boardwright/core"
import { Effect } from "effect"
import { BodyError, invalidBody, NOT_JSON } from "./BodyError.js"
import { joinBytes } from "./joinBytes.js"
import { type Container, JsonScan } from "./JsonScan.js"
import { parseJson, parsePart } from "./parseJson.js"

/** Bytes scanned in one go, about 3 ms. */
const SCAN_BYTES = 1024 * 1024

/** Bodies up to this size are parsed in one go. */
const SMALL_BYTES = 64 * 1024

const encoder = new TextEncoder()

const boundsOf = ({ cuts }: Container): readonly [open: number, close: number] => [(cuts[0] ?? 1) - 1, cuts.at(-1) ?? 0]

/** The body with `[0]`, `[1]` and so on in place of its containers: no field has another list. */
const outlineOf = (bytes: Uint8Array, containers: ReadonlyArray<Container>): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let from = 0
  for (const [at, container] of containers.entries()) {
    const [open, close] = boundsOf(container)
    parts.push(bytes.subarray(from, open), encoder.encode(`[${at}]`))
    from = close + 1
  }
  return joinBytes([...parts, bytes.subarray(from)])
}

/** The field of each container, by its index. The last of two fields with one name counts. */
const fieldsOf = (outline: object): ReadonlyMap<number, string> =>
  new Map(
    Object.entries(outline).flatMap(([field, value]) => (Array.isArray(value) ? [[Number(value[0]), field]] : []))
  )

const BRACKETS = { list: encoder.encode("[]"), object: encoder.encode("{}") }

const readContainer = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  container: Container,
  field: string,
  yieldPoint: Effect.Effect<void>
) {
  const { cuts, isList } = container
  const list: Array<unknown> = []
  const object: Record<string, unknown> = {}
  const [open, close] = boundsOf(container)
  const brackets = isList ? BRACKETS.list : BRACKETS.object
  if (bytes[open] !== brackets[0] || bytes[close] !== brackets[1]) return yield* Effect.fail(NOT_JSON)
  for (let at = 0; at + 1 < cuts.length; at++) {
    const from = (cuts[at] ?? 0) + (at === 0 ? 0 : 1)
    const text = joinBytes([brackets.subarray(0, 1), bytes.subarray(from, cuts[at + 1]), brackets.subarray(1)])
    const part = parsePart(text, field, list.length)
    if (part instanceof BodyError) return yield* Effect.fail(part)
    const entries = Array.isArray(part) ? part : Object.keys(part as object)
    // Two commas need something between them.
    if (entries.length === 0 && cuts.length > 2) return yield* Effect.fail(NOT_JSON)
    if (isList) for (const each of entries) list.push(each)
    else Object.assign(object, part)
    yield* yieldPoint
  }
  return isList ? list : object
})

const readInPieces = Effect.fnUntraced(function* (bytes: Uint8Array) {
  // The caller has just joined the pieces of a large body.
  if (bytes.byteLength > SCAN_BYTES) yield* Values.yieldToEventLoop
  const yieldPoint = yield* Values.makeYieldPoint
  const scan = new JsonScan(bytes)
  for (let to = SCAN_BYTES; to < bytes.byteLength + SCAN_BYTES; to += SCAN_BYTES) {
    const error = scan.advance(Math.min(to, bytes.byteLength))
    if (error !== null) return yield* Effect.fail(error)
    yield* yieldPoint
  }
  if (!scan.isWhole) return yield* Effect.fail(NOT_JSON)
  const outline = parseJson(outlineOf(bytes, scan.containers))
  if (outline instanceof BodyError) return yield* Effect.fail(outline)
  if (typeof outline !== "object" || outline === null || Array.isArray(outline)) {
    return yield* Effect.fail(invalidBody("must be a JSON object"))
  }
  const body: Record<string, unknown> = { ...outline }
  const fields = fieldsOf(outline)
  for (const [at, container] of scan.containers.entries()) {
    const field = fields.get(at)
    const value = yield* readContainer(bytes, container, field ?? "", yieldPoint)
    if (field !== undefined) body[field] = value
  }
  return body
})

/**
 * Parses a body as `parseJson` does. A body over 64 KiB is scanned first and parsed in pieces, so that other requests wait
 * no longer than one piece takes.
 */
export const readJsonBody = (bytes: Uint8Array): Effect.Effect<unknown, BodyError> => {
  if (bytes.byteLength > SMALL_BYTES) return readInPieces(bytes)
  const body = parseJson(bytes)
  return body instanceof BodyError ? Effect.fail(body) : Effect.succeed(body)
}
