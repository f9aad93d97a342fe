import { Change } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"

const CURSOR = /^[0-9a-f]{1,64}\.\d{1,15}$/

describe("a cursor", () => {
  it("is read back as it was made", () => {
    const epoch = fc.stringMatching(/^[0-9a-f]{1,64}$/)
    fc.assert(
      fc.property(epoch, fc.integer({ min: 0, max: 10 ** 15 - 1 }), (epoch, position) => {
        assert.deepStrictEqual(Change.parseCursor(Change.cursorAt(epoch, position)), { epoch, position })
      })
    )
  })

  it("is nothing else", () => {
    const parts = fc.oneof(fc.string(), fc.constantFrom("a", "0", ".", "-", "\n", "9999999999"))
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 5 }), (texts) => {
        const text = texts.join("")
        assert.strictEqual(Change.parseCursor(text) !== null, CURSOR.test(text), text)
      })
    )
  })

  it("is current from the start to the head of its own epoch", () => {
    const position = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(position, position, position, fc.boolean(), (start, length, at, isSame) => {
        const head = { epoch: "a", start, position: start + length }
        const isCurrent = Change.isCurrent(head, { epoch: isSame ? "a" : "b", position: at })
        assert.strictEqual(isCurrent, isSame && start <= at && at <= start + length)
      })
    )
  })
})

const cells = fc.dictionary(fc.constantFrom("c1", "c2", "c3"), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
const entity = fc.record(
  {
    id: fc.constant("e"),
    name: fc.constantFrom("", "a", "b"),
    tags: fc.array(fc.constantFrom("x", "y"), { maxLength: 2 }),
    dueDate: fc.option(fc.constantFrom("1", "2")),
    columnValues: cells,
    rank: fc.string(),
    createdAt: fc.string(),
    updatedAt: fc.string()
  },
  { noNullPrototype: true }
)

type Plain = Record<string, unknown>

/** The recorded fields of an entity, each custom value as one. */
const flat = ({ columnValues, name, tags, dueDate }: Plain): Plain => {
  const values = Object.entries(columnValues as Plain).map(([id, value]) => [`columnValues.${id}`, value] as const)
  return { name, tags, dueDate, ...Object.fromEntries(values) }
}

/** The fields with the changes applied, without what is null. */
const applied = (before: Plain, changes: Change.FieldChanges, side: "from" | "to"): Plain => {
  const after = {
    ...before,
    ...Object.fromEntries(Object.entries(changes).map(([field, each]) => [field, each[side]]))
  }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null))
}

const isEmpty = (value: unknown) => value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0)
const present = (fields: Plain): Plain =>
  Object.fromEntries(Object.entries(fields).filter(([, each]) => !isEmpty(each)))

describe("the fields of a change", () => {
  it("turn one version into the other, and back, and are no more than what differs", () => {
    fc.assert(
      fc.property(entity, entity, (before, after) => {
        const changes = Change.changedFields(before, after)
        assert.deepStrictEqual(applied(flat(before), changes, "to"), applied(flat(after), {}, "to"))
        assert.deepStrictEqual(applied(flat(after), changes, "from"), applied(flat(before), {}, "from"))
        for (const { from, to } of Object.values(changes)) assert.notDeepEqual(from, to)
      })
    )
  })

  it("of a copy are none", () => {
    fc.assert(
      fc.property(entity, (before) => {
        const copy: typeof before = JSON.parse(JSON.stringify(before))
        assert.deepStrictEqual(Change.changedFields(before, { ...copy, rank: "other", updatedAt: "later" }), {})
      })
    )
  })

  it("of something new or removed are those that are not empty", () => {
    fc.assert(
      fc.property(entity, (it) => {
        const [created, removed] = [Change.createdFields(it), Change.removedFields(it)]
        assert.deepStrictEqual(applied({}, created, "to"), present(flat(it)))
        assert.deepStrictEqual(applied({}, removed, "from"), present(flat(it)))
        assert.deepStrictEqual([applied({}, created, "from"), applied({}, removed, "to")], [{}, {}])
      })
    )
  })
})
