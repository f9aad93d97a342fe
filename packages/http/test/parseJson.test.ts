import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BodyError } from "../src/body/BodyError.js"
import { isJsonType, parseJson } from "../src/body/parseJson.js"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const problemOf = (body: string | Uint8Array): unknown => {
  const read = parseJson(typeof body === "string" ? bytes(body) : body)
  return read instanceof BodyError ? [read.code, read.issue.message, read.issue.path] : "accepted"
}

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

describe("parseJson", () => {
  it("parses JSON", () => {
    expect(parseJson(bytes('{"name":"Größe 📋","list":[1,true,null]}'))).toEqual({
      name: "Größe 📋",
      list: [1, true, null]
    })
  })

  it.each([
    ["nothing", ""],
    ["half of it", '{"name":'],
    ["a name without quotes", "{name:1}"],
    ["single quotes", "{'name':'A'}"],
    ["a comma at the end", '{"name":"A",}'],
    ["a comment", '{"name":1 /* one */}'],
    ["two values", "{}{}"],
    ["a bare NUL", '{"name":"\u0000"}'],
    ["NaN", '{"name":NaN}']
  ])("rejects %s as not JSON", (_, body) => {
    expect(problemOf(body)).toEqual(["InvalidInput", "the body must be JSON", []])
  })

  it("rejects invalid UTF-8, including overlong forms and encoded surrogates", () => {
    for (const wrong of [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const bytes = Uint8Array.from([0x22, ...wrong, 0x22])
      expect(problemOf(bytes)).toEqual(["InvalidInput", "the body must be UTF-8, and not compressed", []])
    }
  })

  it("names the path of a NUL character or lone surrogate, however it is written", () => {
    const message = "must not hold a NUL character or a lone surrogate"
    expect(problemOf(String.raw`{"rows":[{"0":"ok"},{"0":"a\u0000b"}]}`)).toEqual([
      "InvalidInput",
      message,
      ["rows", "1", "0"]
    ])
    expect(problemOf(String.raw`{"name":"\ud83d"}`)).toEqual(["InvalidInput", message, ["name"]])
    expect(problemOf(String.raw`{"name":"\ud83d\ude00 \u00e9"}`)).toBe("accepted")
  })

  it("rejects field names that reach a prototype, even escaped", () => {
    for (const key of ["__proto__", "constructor", "prototype", String.raw`__proto\u005f_`, String.raw`a\u0000`]) {
      expect(problemOf(`{"columnValues":{"${key}":{}}}`)).toEqual([
        "InvalidInput",
        "holds a field name that is not allowed",
        ["columnValues"]
      ])
    }
    expect(problemOf('{"name":"__proto__"}')).toBe("accepted")
  })

  it("accepts 32 levels of nesting and no more", () => {
    expect(problemOf(nested(32))).toBe("accepted")
    expect(problemOf(nested(33))).toEqual(["InvalidInput", "must not be nested more than 32 levels deep", []])
    expect(problemOf(nested(100_000))).toEqual(["InvalidInput", "must not be nested more than 32 levels deep", []])
    const withEscape = `["\\u0041",${nested(100_000)}]`
    expect(problemOf(withEscape)).toEqual(["InvalidInput", "must not be nested more than 32 levels deep", []])
  })

  it("leaves all other JSON unchanged", () => {
    const isFine = (value: unknown) => !/\\u|__proto__|constructor|prototype/.test(JSON.stringify(value))
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }).filter(isFine), (value) => {
        const sent = JSON.stringify(value)
        expect(JSON.stringify(parseJson(bytes(sent)))).toBe(sent)
      })
    )
  })

  it("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (body) => {
        expect(() => parseJson(body)).not.toThrow()
      })
    )
  })
})

describe("isJsonType", () => {
  it.each([
    "application/json",
    "Application/JSON",
    " application/json ",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"'
  ])("accepts %s", (type) => {
    expect(isJsonType(type)).toBe(true)
  })

  it.each([
    undefined,
    "",
    "text/plain",
    "text/json",
    "application/jsonp",
    "application/json; charset=iso-8859-1",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=application/json",
    "text/plain, application/json"
  ])("rejects %s", (type) => {
    expect(isJsonType(type)).toBe(false)
  })
})
