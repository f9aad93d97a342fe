import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { toJson, paged } from "../src/responseBodies.js"

const items = [
  { id: "a", name: 'quoted "name"' },
  { id: "b", name: "ünïcode 🌱" }
]
const listed = { items, page: 1, limit: 2, total: 5 }

describe("a body as JSON", () => {
  it("has a list under both of its names", () => {
    const body = paged("tasks", { page: 1 })(listed)
    assert.deepStrictEqual(JSON.parse(toJson(body)), {
      tasks: items,
      data: items,
      pagination: { page: 1, limit: 2, total: 5, totalPages: 3 }
    })
  })

  it("equals JSON.stringify", () => {
    const bodies = FastCheck.dictionary(FastCheck.string(), FastCheck.jsonValue({ maxDepth: 3 }))
    const rows = FastCheck.array(FastCheck.jsonValue({ maxDepth: 2 }))
    FastCheck.assert(
      FastCheck.property(bodies, rows, FastCheck.string(), (body, list, name) => {
        for (const each of [body, { ...body, data: list }, { ...body, [name]: list, data: list, none: undefined }]) {
          assert.strictEqual(toJson(each), JSON.stringify(each))
        }
      })
    )
  })
})
