import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import fc from "fast-check"

const Sample = Schema.Struct({
  name: Values.Name,
  color: Values.optional(Values.Color),
  note: Values.cleared(Values.Description),
  done: Values.changed(Values.Flag),
  who: Values.optional(Schema.Array(Values.Id).annotations({ message: () => "must be a list of ids" })),
  ...Values.PageFields
})

const decode = Values.decodeInput(Sample)
const run = (input: unknown) => Effect.runSync(Effect.either(decode(input)))
const issuesOf = (input: unknown): ReadonlyArray<Values.Issue> => {
  const result = run(input)
  return Either.isLeft(result) ? result.left.issues : assert.fail("expected the input to be refused")
}

const LONG = Array.from({ length: Values.MAX_LIST + 1 }, () => 7)

/** A list whose entries must not be read. */
const unread = (length: number): ReadonlyArray<never> =>
  new Proxy(Array.from<never>({ length }), {
    get: (target, key) => (key === "length" ? target.length : assert.fail(`read ${String(key)}`))
  })

describe("decodeInput", () => {
  it("returns the decoded input without unknown fields", () => {
    assert.deepStrictEqual(
      run({ name: " Ada ", id: "board-1", ownerId: "user-1", __proto__x: 1 }),
      Either.right({ name: "Ada" })
    )
  })

  it("treats null as absent for optional fields, and keeps it for fields that null clears", () => {
    assert.deepStrictEqual(run({ name: "Ada", color: null, who: null, page: null }), Either.right({ name: "Ada" }))
    assert.deepStrictEqual(run({ name: "Ada", note: null }), Either.right({ name: "Ada", note: null }))
  })

  it("lists every problem once, each at its path", () => {
    const input = { color: "red", note: 7, done: "yes", who: ["a", 1, "b", null], page: 0, limit: 1001 }
    assert.sameDeepMembers(
      [...issuesOf(input)],
      [
        { path: ["name"], message: "is required" },
        { path: ["color"], message: "must be a color as #RRGGBB" },
        { path: ["note"], message: "must be a string" },
        { path: ["done"], message: "must be true or false" },
        { path: ["who", "1"], message: "must be a string" },
        { path: ["who", "3"], message: "must be a string" },
        { path: ["page"], message: "must be an integer from 1" },
        { path: ["limit"], message: "must be an integer from 1 to 1000" }
      ]
    )
  })

  it("rejects null for a field that cannot be empty", () => {
    assert.deepStrictEqual(issuesOf({ name: null }), [{ path: ["name"], message: "must be a string" }])
    assert.deepStrictEqual(issuesOf({ name: "Ada", done: null }), [
      { path: ["done"], message: "must be true or false" }
    ])
  })

  it.each([[null], [undefined], ["text"], [7], [true], [[]], [["name"]]])(
    "asks for an object instead of %j, even if all fields are optional",
    (input) => {
      const expected = [{ path: [], message: "must be a JSON object" }]
      assert.deepStrictEqual(issuesOf(input), expected)
      const pages = Effect.runSync(Effect.flip(Values.decodeInput(Values.PageInput)(input)))
      assert.deepStrictEqual(pages.issues, expected)
    }
  )

  it("rejects an over-long list by its length, together with all other problems", () => {
    assert.deepStrictEqual(issuesOf({ who: LONG, color: "red" }), [
      { path: ["who"], message: "must have at most 16384 entries" },
      { path: ["name"], message: "is required" },
      { path: ["color"], message: "must be a color as #RRGGBB" }
    ])
  })

  it("checks the limit of a schema before it reads the entries", () => {
    const most = Schema.Array(Values.Id).pipe(Schema.maxItems(2))
    const decodeFew = Values.decodeInput(Schema.Struct({ few: most, some: Values.optional(most) }))
    const result = Effect.runSync(Effect.either(decodeFew({ few: unread(3), some: unread(3) })))
    assert.deepStrictEqual(Either.isLeft(result) ? result.left.issues : [], [
      { path: ["few"], message: "must have at most 2 entries" },
      { path: ["some"], message: "must have at most 2 entries" }
    ])
  })

  it("does not read the entries of an over-long list", () => {
    assert.strictEqual(issuesOf({ name: "Ada", who: unread(LONG.length) }).length, 1)
  })

  it("neither counts nor reads unknown fields", () => {
    const input = new Proxy<object>(
      { name: "Ada" },
      {
        get: (target, key) => (String(key) in Sample.fields ? Reflect.get(target, key) : assert.fail(String(key))),
        ownKeys: () => assert.fail("listed the fields")
      }
    )
    assert.deepStrictEqual(run(input), Either.right({ name: "Ada" }))
  })

  it("does not read into a value that is wrong as a whole", () => {
    for (const field of ["name", "color", "note", "done", "page"]) {
      const wrong = new Proxy<Array<unknown>>([], {
        get: (target, key) => (key === "length" ? target.length : assert.fail(`read ${String(key)} of ${field}`))
      })
      assert.strictEqual(issuesOf({ name: "Ada", [field]: wrong }).length, 1)
    }
  })

  it("accepts a list of 16,384 entries", () => {
    const who = LONG.slice(1).map(String)
    assert.deepStrictEqual(run({ name: "Ada", who }), Either.right({ name: "Ada", who }))
  })

  it("lists at most 1000 problems, and reports that there are more", () => {
    const issues = issuesOf({ name: "Ada", who: LONG.slice(1) })
    assert.strictEqual(issues.length, Values.MAX_ISSUES + 1)
    assert.deepStrictEqual(issues.at(-1), { path: [], message: "has more problems; the first 1000 are listed" })
    assert.strictEqual(issuesOf({ name: "Ada", who: LONG.slice(0, Values.MAX_ISSUES) }).length, Values.MAX_ISSUES)
  })

  it("returns for any JSON the input, or problems with a path and a message", () => {
    const json = fc.jsonValue({ maxDepth: 3 })
    const nearly = fc.record(
      { name: json, color: json, note: json, done: json, who: json, page: json, limit: json },
      { requiredKeys: [] }
    )
    fc.assert(
      fc.property(fc.oneof(json, nearly), (input) => {
        const result = run(input)
        if (Either.isRight(result)) return
        assert.isNotEmpty(result.left.issues)
        for (const { message, path } of result.left.issues) {
          assert.match(message, /^(must|is required)/)
          assert.notMatch(message, /Expected|actual|readonly/)
          assert.isTrue(path.every((part) => typeof part === "string"))
        }
      })
    )
  })
})

describe("isJson", () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? "leaf" : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) }

  it("accepts what JSON can write, to 32 levels", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" }),
        (value) => Values.isJson(value) || /\\u0000/.test(JSON.stringify(value))
      )
    )
    assert.isTrue(Values.isJson(nested(32)))
    assert.isFalse(Values.isJson(nested(33)))
  })

  it.each([
    ["no number", Number.NaN],
    ["an endless number", Number.POSITIVE_INFINITY],
    ["a NUL character", ["a\u0000"]],
    ["half a surrogate pair in a key", { "\uD83D": 1 }],
    ["nothing", undefined],
    ["a date", new Date(0)],
    ["a function", () => 1],
    ["a big integer", 1n]
  ])("refuses %s", (_, value) => {
    assert.isFalse(Values.isJson(value))
  })
})

describe("pages", () => {
  it("have 1000 entries by default, 50 if only the page is given, and no gaps", () => {
    assert.deepStrictEqual(Values.toSlice({}), { page: 1, limit: 1000, offset: 0 })
    assert.deepStrictEqual(Values.toSlice({ page: 3 }), { page: 3, limit: 50, offset: 100 })
    assert.deepStrictEqual(Values.toSlice({ limit: 7 }), { page: 1, limit: 7, offset: 0 })
    assert.deepStrictEqual(Values.toSlice({ page: 4, limit: 7 }), { page: 4, limit: 7, offset: 21 })
  })

  it.each([0, -1, 1.5, Number.NaN, 1e18, "1", true])("are no page %s", (page) => {
    assert.isFalse(Schema.is(Values.PageInput)({ page }))
    assert.isFalse(Schema.is(Values.PageInput)({ limit: page }))
  })
})
