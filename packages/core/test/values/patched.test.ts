import { Task, Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"

const { fromMillis } = Values.Timestamp

interface Thing {
  readonly name: string
  readonly size: number | null
  readonly tags: ReadonlyArray<string>
  readonly paint: { readonly type: string; readonly value: string }
  readonly updatedAt: Values.Timestamp.Timestamp
}

const BEFORE = fromMillis(0)
const AT = fromMillis(60_000)
const LATER = fromMillis(120_000)

const fields = {
  name: fc.string(),
  size: fc.option(fc.integer()),
  tags: fc.array(fc.string(), { maxLength: 4 }),
  paint: fc.record({ type: fc.string(), value: fc.string() }, { noNullPrototype: true })
}
const thing: fc.Arbitrary<Thing> = fc
  .record(fields, { noNullPrototype: true })
  .map((own) => ({ ...own, updatedAt: BEFORE }))
const changes = fc.record(fields, { requiredKeys: [], noNullPrototype: true })
const copyOf = <A>(value: A): A => JSON.parse(JSON.stringify(value))

describe("patched", () => {
  it("returns the same object for no changes", () => {
    fc.assert(
      fc.property(thing, (before) => {
        assert.strictEqual(Values.patched(before, {}, AT), before)
        assert.strictEqual(Values.patched(before, { name: undefined, tags: undefined }, AT), before)
      })
    )
  })

  it("returns the same object for equal values, also copies", () => {
    fc.assert(
      fc.property(thing, (before) => {
        const { updatedAt: _, ...own } = before
        assert.strictEqual(Values.patched(before, copyOf(own), AT), before)
      })
    )
  })

  it("changes the given fields and updatedAt, and keeps the others", () => {
    fc.assert(
      fc.property(thing, changes, (before, given) => {
        const after = Values.patched(before, given, AT)
        assert.deepStrictEqual({ ...after, updatedAt: BEFORE }, { ...before, ...given })
        assert.strictEqual(after.updatedAt, after === before ? BEFORE : AT)
      })
    )
  })

  it("is idempotent", () => {
    fc.assert(
      fc.property(thing, changes, (before, given) => {
        const once = Values.patched(before, given, AT)
        assert.strictEqual(Values.patched(once, copyOf(given), LATER), once)
      })
    )
  })
})

const key = fc.constantFrom("column-1", "column-2", "column-3", "__proto__", "constructor")
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Task.Json>
const valuesOf = (value: fc.Arbitrary<Task.Json>) =>
  fc.array(fc.tuple(key, value), { maxLength: 5 }).map((entries): Task.ColumnValues => Object.fromEntries(entries))
const stored = valuesOf(json.filter((value) => value !== null))
const patch = valuesOf(fc.oneof(json, fc.constant(null)))

describe("mergeColumnValues", () => {
  it("changes nothing for {}", () => {
    fc.assert(
      fc.property(stored, (before) => {
        assert.deepStrictEqual(Task.mergeColumnValues(before, {}), before)
      })
    )
  })

  it("sets the given keys, removes those that are null, and keeps the others", () => {
    fc.assert(
      fc.property(stored, patch, (before, given) => {
        const after = Task.mergeColumnValues(before, given)
        for (const name of new Set([...Object.keys(before), ...Object.keys(given)])) {
          const wanted = Object.hasOwn(given, name) ? given[name] : before[name]
          assert.strictEqual(Object.hasOwn(after, name), wanted !== null)
          if (wanted !== null) assert.deepStrictEqual(after[name], wanted)
        }
        assert.isTrue(Object.keys(after).every((name) => Object.hasOwn(before, name) || Object.hasOwn(given, name)))
      })
    )
  })

  it("is idempotent and does not change its arguments", () => {
    fc.assert(
      fc.property(stored, patch, (before, given) => {
        const copies = copyOf([before, given])
        const once = Task.mergeColumnValues(before, given)
        assert.deepStrictEqual(Task.mergeColumnValues(once, given), once)
        assert.deepStrictEqual(copyOf([before, given]), copies)
      })
    )
  })

  it("merges two patches of different keys in either order alike", () => {
    fc.assert(
      fc.property(stored, json, json, (before, left, right) => {
        const [a, b] = [{ "column-1": left }, { "column-2": right }]
        const merge = Task.mergeColumnValues
        assert.deepStrictEqual(merge(merge(before, a), b), merge(merge(before, b), a))
      })
    )
  })
})
