import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { type Codec, columnOf, count, flag, json, listOf, nullable, number, text, timestamp } from "../src/codecs.js"

const DIALECTS = ["sqlite", "pg"] as const
const instants = fc.integer({ min: 0, max: 253_402_300_799_999 }).map(Values.Timestamp.fromMillis)

/** An instant as PostgreSQL writes it in a row, without zeros at the end, in a session so many minutes from UTC. */
const inRow = (at: string, offset: number): string => {
  const local = new Date(Date.parse(at) + offset * 60_000).toISOString()
  const away = Math.abs(offset)
  const [hours, minutes] = [Math.floor(away / 60), away % 60].map((part) => String(part).padStart(2, "0"))
  const zone = `${offset < 0 ? "-" : "+"}${hours}${minutes === "00" ? "" : `:${minutes}`}`
  return `${local
    .replace("+0", "")
    .replace("T", " ")
    .replace(/\.?0*Z$/, "")}${zone}`
}
/** As it writes it into JSON. */
const inJson = (at: string): string => `${inRow(at, 0).replace(" ", "T")}:00`

// As the driver reads a stored value: json parsed.
const asRead = <A>(codec: Codec<A>, value: A, dialect: "sqlite" | "pg", read: (stored: unknown) => unknown) => {
  const stored = codec.encode(value, dialect)
  return codec.decode(dialect === "pg" && stored !== null ? read(stored) : stored, dialect)
}

describe("codecs", () => {
  for (const dialect of DIALECTS) {
    it(`round-trip every instant, flag and JSON value on ${dialect}`, () => {
      fc.assert(
        fc.property(instants, fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue()), (at, yes, values) => {
          const writtenBy = [inJson, ...[0, 330, 60, -300].map((offset) => (stored: string) => inRow(stored, offset))]
          for (const write of writtenBy) {
            assert.strictEqual(
              asRead(timestamp, at, dialect, (stored) => write(String(stored))),
              at
            )
          }
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

    it(`store null as null on ${dialect}`, () => {
      assert.isNull(nullable(timestamp).decode(nullable(timestamp).encode(null, dialect), dialect))
      assert.isNull(nullable(number).decode(nullable(number).encode(null, dialect), dialect))
    })
  }

  it("decode the last instant in every zone of a session", () => {
    const last = Values.Timestamp.fromMillis(Values.Timestamp.LAST_MILLIS)
    for (const offset of [0, 330, 840, -720]) assert.strictEqual(timestamp.decode(inRow(last, offset), "pg"), last)
  })

  it("encode flags as 0 and 1 for SQLite and decode counts that PostgreSQL returns as text", () => {
    assert.strictEqual(flag.encode(true, "sqlite"), 1)
    assert.strictEqual(flag.encode(true, "pg"), true)
    assert.strictEqual(count.decode("10000", "pg"), 10_000)
  })

  it("decode rows that the database aggregated as JSON", () => {
    const rows = listOf({ id: text(), done: flag, at: timestamp, tags: json<ReadonlyArray<string>>() })
    const read = [{ id: "a", done: true, at: Values.Timestamp.fromMillis(3), tags: ["x"] }]
    assert.deepStrictEqual(rows.decode('[["a",1,"1970-01-01T00:00:00.003Z","[\\"x\\"]"]]', "sqlite"), read)
    assert.deepStrictEqual(rows.decode([["a", true, "1970-01-01T01:00:00.003+01:00", ["x"]]], "pg"), read)
    assert.deepStrictEqual(rows.decode("[]", "sqlite"), [])
  })

  it("name columns in snake case", () => {
    assert.strictEqual(columnOf("hasCompletedOnboarding"), "has_completed_onboarding")
    assert.strictEqual(columnOf("id"), "id")
  })
})
