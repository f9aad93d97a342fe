import { describe, expect, it } from "vitest"
import { curlOf } from "../src/docs/curlOf.js"
import { exampleOf } from "../src/docs/exampleOf.js"
import { fieldRows } from "../src/docs/fieldRows.js"
import type { JsonSchema, OpenApiDocument } from "../src/docs/OpenApiDocument.js"
import { limitsText, meaningOf, typeText } from "../src/docs/typeText.js"

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const text: JsonSchema = { type: "string" }
const nothing: JsonSchema = { type: "null" }

const document: OpenApiDocument = {
  info: { title: "Test", version: "1" },
  paths: {},
  components: {
    schemas: {
      Person: { type: "object", required: ["name"], properties: { name: text }, examples: [{ name: "Ada" }] },
      Folder: {
        type: "object",
        required: ["name", "owner", "folders"],
        properties: { name: text, owner: ref("Person"), folders: { type: "array", items: ref("Folder") } }
      },
      Chain: {
        type: "object",
        required: ["next"],
        properties: { next: { anyOf: [ref("Chain"), nothing] }, back: ref("Chain") }
      },
      Alias: ref("Person"),
      MaybePerson: { anyOf: [ref("Person"), nothing] }
    }
  }
}

describe("an example", () => {
  it.each<readonly [JsonSchema, unknown]>([
    [{ ...text, examples: ["seen", "other"] }, "seen"],
    [{ ...text, enum: ["admin", "editor"] }, "admin"],
    [{ ...text, minLength: 6, maxLength: 8 }, "textxx"],
    [{ ...text, maxLength: 2 }, "te"],
    [{ ...text, format: "date-time" }, "2027-03-01T00:00:00.000Z"],
    [{ type: "integer", minimum: 5 }, 5],
    [{ type: "integer", maximum: 0 }, 0],
    [{ type: "boolean" }, true],
    [nothing, null],
    [{}, null],
    [{ type: ["string", "null"] }, "text"],
    [{ anyOf: [nothing, text] }, "text"],
    [{ type: "array", items: text, minItems: 2 }, ["text", "text"]],
    [{ type: "array" }, []],
    [{ type: "object", additionalProperties: {} }, {}],
    [ref("Alias"), { name: "Ada" }],
    [ref("MaybePerson"), { name: "Ada" }]
  ])("of %j is %j", (schema, example) => {
    expect(exampleOf(document, schema)).toEqual(example)
  })

  it("of a schema within itself ends", () => {
    expect(exampleOf(document, ref("Folder"))).toEqual({ name: "text", owner: { name: "Ada" }, folders: [] })
    expect(exampleOf(document, ref("Chain"))).toEqual({ next: null })
  })

  it("of what the document does not have is refused", () => {
    expect(() => exampleOf(document, ref("Nobody"))).toThrow("#/components/schemas/Nobody")
  })
})

describe("a type in words", () => {
  it.each<readonly [JsonSchema, string]>([
    [text, "string"],
    [{ ...text, format: "date-time" }, "string (date-time)"],
    [{ anyOf: [text, nothing] }, "string or null"],
    [{ type: ["string", "number", "null"] }, "string or number or null"],
    [{ enum: ["admin", "editor"] }, `"admin" or "editor"`],
    [{ type: "boolean", enum: [true] }, "true"],
    [{ type: "array", items: ref("Person") }, "array of Person"],
    [{ type: "object", additionalProperties: { type: "number" } }, "object of number"],
    [{ type: "object", additionalProperties: {} }, "object of any value"],
    [{ anyOf: [ref("Person"), nothing] }, "Person or null"],
    [{ anyOf: [text, text] }, "string"],
    [{ type: "array", items: { anyOf: [text, nothing] } }, "array of (string or null)"],
    [{ type: "object", additionalProperties: { type: ["string", "null"] } }, "object of (string or null)"],
    [{}, "any value"]
  ])("of %j is %s", (schema, words) => {
    expect(typeText(schema)).toBe(words)
  })

  it.each<readonly [JsonSchema, string]>([
    [text, ""],
    [{ ...text, minLength: 1, maxLength: 255 }, "1 to 255 characters"],
    [{ ...text, maxLength: 8192 }, "at most 8192 characters"],
    [{ anyOf: [{ ...text, minLength: 8 }, nothing] }, "at least 8 characters"],
    [{ type: "integer", minimum: 1, maximum: 1000 }, "1 to 1000"],
    [{ type: "number", minimum: 0 }, "at least 0"],
    [{ ...text, pattern: "^#[0-9a-f]{6}$" }, "matches ^#[0-9a-f]{6}$"],
    [{ type: "array", maxItems: 3, items: { ...text, maxLength: 5 } }, "at most 3 entries; each at most 5 characters"]
  ])("has the limits of %j: %s", (schema, words) => {
    expect(limitsText(schema)).toBe(words)
  })

  it("has the words of the document, but those that only say the rule again", () => {
    expect(meaningOf({ ...text, description: "The author" })).toBe("The author")
    expect(meaningOf({ title: "maxItems(3)", description: "an array of at most 3 item(s)" })).toBe("")
    expect(meaningOf({ anyOf: [{ ...text, description: "A color" }, nothing] })).toBe("A color")
    expect(meaningOf({ ...text, description: "A label", examples: ["a", "b"] })).toBe(`A label. Such as "a", "b"`)
    expect(meaningOf({ ...text, examples: ["a"] })).toBe("")
    expect(meaningOf({ type: "array", items: { ...text, description: "A name" } })).toBe("A name")
  })
})

describe("the fields", () => {
  const pathsOf = (schema: JsonSchema) => fieldRows(document, schema).map(({ path, type }) => `${path}: ${type}`)

  it("are listed with those inside them, and say which are required", () => {
    const schema: JsonSchema = {
      type: "object",
      required: ["rows"],
      properties: {
        rows: { type: "array", items: { type: "object", properties: { cell: text } } },
        by: { type: "object", additionalProperties: ref("Person") },
        maybe: { anyOf: [{ type: "object", properties: { value: text } }, nothing] },
        person: ref("MaybePerson")
      }
    }
    expect(pathsOf(schema)).toEqual([
      "rows: array of object",
      "rows[].cell: string",
      "by: object of Person",
      "by.*.name: string",
      "maybe: object or null",
      "maybe.value: string",
      "person: MaybePerson",
      "person.name: string"
    ])
    expect(
      fieldRows(document, schema)
        .filter(({ required }) => required)
        .map(({ path }) => path)
    ).toEqual(["rows", "by.*.name", "person.name"])
  })

  it("of a list are those of its entries, and a value without fields has none", () => {
    expect(pathsOf({ type: "array", items: ref("Person") })).toEqual(["[].name: string"])
    expect(pathsOf(text)).toEqual([])
  })

  it("of what comes again, also within itself, are where it came first", () => {
    const rows = fieldRows(document, { type: "object", properties: { first: ref("Person"), again: ref("Person") } })
    expect(rows.map(({ meaning, path }) => [path, meaning])).toEqual([
      ["first", ""],
      ["first.name", ""],
      ["again", "Its fields are those of first"]
    ])
    expect(fieldRows(document, ref("Folder")).map(({ meaning, path }) => [path, meaning])).toEqual([
      ["name", ""],
      ["owner", ""],
      ["owner.name", ""],
      ["folders", "Its fields are those of the whole"]
    ])
  })
})

describe("the command", () => {
  const endpoint = { operationId: "a.b", tags: ["a"], path: "/api/a/{id}", responses: {} }

  it("has the token, the required query and the body that an operation wants", () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: text },
      { name: "a", in: "query", required: true, schema: text },
      { name: "b", in: "query", required: false, schema: text }
    ]
    expect(curlOf({ ...endpoint, method: "GET", parameters, security: [{ bearer: [] }] }, undefined)).toBe(
      `curl -sS 'http://localhost:3000/api/a/{id}?a={a}' \\\n  -H "Authorization: Bearer $TOKEN"`
    )
    expect(curlOf({ ...endpoint, method: "PATCH" }, { name: "it's" })).toBe(
      `curl -sS -X PATCH 'http://localhost:3000/api/a/{id}' \\\n  -H 'Content-Type: application/json' \\\n` +
        String.raw`  -d '{"name":"it'\''s"}'`
    )
  })
})
