import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { type Codec, columnOf, count, flag, json, listOf, nullable, number, text, timestamp } from "../src/columns.js"

const DIALECTS = ["sqlite", "pg"] as const
const instants = fc.integer({ min: 0, max: 253_402_300_799_999 }).map(Values.Timestamp.fromMillis)

// What node-pg makes of a stored value: jsonb comes parsed, timestamptz as a Date.
const asRead = <A>(codec: Codec<A>, value: A, dialect: "sqlite" | "pg", read: (stored: unknown) => unknown) => {
  const stored = codec.encode(value, dialect)
  return codec.decode(dialect === "pg" && stored !== null ? read(stored) : stored, dialect)
}

describe("columns", () => {
  for (const dialect of DIALECTS) {
    it(`hold every instant, flag, number and JSON value on ${dialect}`, () => {
      fc.assert(
        fc.property(instants, fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue()), (at, yes, values) => {
          assert.strictEqual(
            asRead(timestamp, at, dialect, (stored) => new Date(String(stored))),
            at
          )
          assert.strictEqual(
            asRead(flag, yes, dialect, (stored) => stored),
            yes
          )
          assert.deepEqual(
            asRead(json<unknown>(), values, dialect, (stored) => JSON.parse(String(stored))),
            JSON.parse(JSON.stringify(values))
          )
        })
      )
    })

    it(`keep null apart on ${dialect}`, () => {
      assert.isNull(nullable(timestamp).decode(nullable(timestamp).encode(null, dialect), dialect))
      assert.isNull(nullable(number).decode(nullable(number).encode(null, dialect), dialect))
    })
  }

  it("give drivers what they take: 0 and 1 to SQLite, and count what PostgreSQL counts as text", () => {
    assert.strictEqual(flag.encode(true, "sqlite"), 1)
    assert.strictEqual(flag.encode(true, "pg"), true)
    assert.strictEqual(count.decode("10000", "pg"), 10_000)
  })

  it("read rows that the database gathered as JSON", () => {
    const rows = listOf({ id: text(), done: flag, at: timestamp, tags: json<ReadonlyArray<string>>() })
    const read = [{ id: "a", done: true, at: Values.Timestamp.fromMillis(3), tags: ["x"] }]
    assert.deepStrictEqual(rows.decode('[["a",1,"1970-01-01T00:00:00.003Z","[\\"x\\"]"]]', "sqlite"), read)
    assert.deepStrictEqual(rows.decode([["a", true, "1970-01-01T01:00:00.003+01:00", ["x"]]], "pg"), read)
    assert.deepStrictEqual(rows.decode("[]", "sqlite"), [])
  })

  it("are named in snake case", () => {
    assert.strictEqual(columnOf("hasCompletedOnboarding"), "has_completed_onboarding")
    assert.strictEqual(columnOf("id"), "id")
  })
})
