import { Effect, Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readJsonBody } from "../src/body/readJsonBody.js"

const MIB = 1024 * 1024
/** As much as makes a body a large one. */
const PADDING = "x".repeat(70_000)

const read = async (body: string | Uint8Array) => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  const result = await Effect.runPromise(Effect.either(readJsonBody(bytes)))
  return Either.match(result, {
    onLeft: ({ code, issue }) => [code, issue.message, issue.path.join(".")],
    onRight: (value) => value
  })
}
const repeated = (text: string, bytes: number): string =>
  Array.from({ length: Math.floor(bytes / (text.length + 1)) }, () => text).join(",")
const refused = (message: string, path = "") => ["InvalidInput", message, path]

describe("a large body", () => {
  it("parses as JSON.parse does", async () => {
    const value = fc.jsonValue({ maxDepth: 4 }).filter((each) => !/\\u/.test(JSON.stringify(each)))
    const body = fc.dictionary(
      fc.string().filter((key) => !/^(__proto__|constructor|prototype)$/.test(key)),
      value
    )
    await fc.assert(
      fc.asyncProperty(body, fc.nat({ max: 3 }), async (fields, indent) => {
        const text = JSON.stringify(
          { PADDING, many: Array.from({ length: 300 }, () => fields), ...fields },
          null,
          indent
        )
        fc.pre(!/\\u|__proto__|constructor|prototype/.test(text))
        expect(await read(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 50 }
    )
  })

  it("may have 10,000 rows of 100 cells, and the last of two fields with one name counts", async () => {
    const row = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, `cell ${at}`]))
    const rows = Array.from({ length: 10_000 }, () => row)
    const value = { rows: [1], name: "A", rest: rows }
    expect(await read(JSON.stringify(value))).toEqual(value)
    expect(await read(`{"a":[${repeated("11111", 90_000)}],"a":{"b":"${PADDING}"},"c":1,"c":[2]}`)).toEqual({
      a: { b: PADDING },
      c: [2]
    })
  })

  it.each([
    ["two commas", `{"a":[${repeated("11111", 90_000)},,1],"p":"${PADDING}"}`],
    ["a comma at the end", `{"a":[${repeated(`"${PADDING}"`, 200_000)},],"p":1}`],
    ["a comma at the beginning", `{"a":[,${repeated(`"${PADDING}"`, 200_000)}]}`],
    ["brackets that do not match", `{"a":[${repeated("1", 30_000)}},"p":"${PADDING}"]`],
    ["a wrong bracket of a field", `{"a":[1},"p":"${PADDING}"}`],
    ["no end", `{"a":["${PADDING}"]`],
    ["a text without an end", `{"a":"${PADDING}`],
    ["two values", `{"a":"${PADDING}"}{"a":1}`],
    ["more closed than opened", `{"a":"${PADDING}"}]]`],
    ["garbage in a list", `{"a":["${PADDING}",nonsense]}`],
    ["a byte order mark inside", `{"a":[\uFEFF"${PADDING}"]}`]
  ])("with %s is not JSON", async (_, text) => {
    expect(await read(text)).toEqual(refused("the body must be JSON"))
  })

  it("follows the rules of any body", async () => {
    const rows = repeated(`{"0":"${"y".repeat(1000)}"}`, 200_000)
    const at = rows.split("},{").length
    expect(await read(`{"rows":[${rows},{"0":"\\u0000"}]}`)).toEqual(
      refused("must not hold a NUL character or a lone surrogate", `rows.${at}.0`)
    )
    expect(await read(`{"rows":[${rows},{"__proto__":1}]}`)).toEqual(
      refused("holds a field name that is not allowed", `rows.${at}`)
    )
    expect(await read(`{"values":{"a":"${PADDING}","constructor":1}}`)).toEqual(
      refused("holds a field name that is not allowed", "values")
    )
    expect(await read(Buffer.concat([Buffer.from(`{"a":["${PADDING}`), Buffer.of(0xff), Buffer.from(`"]}`)]))).toEqual(
      refused("the body must be UTF-8, and not compressed")
    )
    expect(await read(`[{"a":"${PADDING}"}]`)).toEqual(refused("must be a JSON object"))
  })
})

/** Bodies that `JSON.parse` would take long over, and what refuses them before it is called. */
const ATTACKS: ReadonlyArray<readonly [what: string, body: () => string, message: string]> = [
  [
    "a list of 8 million numbers",
    () => `[${repeated("1", 16 * MIB)}]`,
    "a list or object must have at most 16384 entries"
  ],
  [
    "1.2 million fields",
    () => `{${Array.from({ length: 1_200_000 }, (_, at) => `"${at}":1`).join(",")}}`,
    "a list or object must have at most 16384 entries"
  ],
  [
    "lists in lists",
    () => `{"rows":[[${repeated(`[${repeated("[]", 8_000)}]`, 16 * MIB)}]]}`,
    "an entry must have at most 8192 values"
  ],
  [
    "many lists",
    () => `{"rows":[${repeated(`[${repeated("[]", 8_000)}]`, 16 * MIB)}]}`,
    "the body must have at most 1200000 values"
  ],
  ["a million brackets", () => "[".repeat(MIB), "must not be nested more than 32 levels deep"],
  ["a text of 16 MB", () => `{"a":"${"é".repeat(8 * MIB)}"}`, "a text must have at most 1048576 bytes"]
]

describe("rejected by its shape, before parsing", () => {
  it.each(ATTACKS)("%s", async (_, body, message) => {
    const text = body()
    const { parse } = JSON
    try {
      JSON.parse = () => expect.unreachable("parsed")
      expect(await read(text)).toEqual(refused(message))
    } finally {
      JSON.parse = parse
    }
  })
})
