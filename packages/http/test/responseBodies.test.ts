import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, FastCheck } from "effect"
import { toJson, toLongJson, paged } from "../src/responseBodies.js"

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

  it("equals JSON.stringify, also where its lists are long", () => {
    const bodies = FastCheck.dictionary(FastCheck.string(), FastCheck.jsonValue({ maxDepth: 3 }))
    const rows = FastCheck.array(FastCheck.jsonValue({ maxDepth: 2 }))
    return FastCheck.assert(
      FastCheck.asyncProperty(bodies, rows, FastCheck.string(), async (body, list, name) => {
        for (const each of [body, { ...body, data: list }, { ...body, [name]: list, data: list, none: undefined }]) {
          assert.strictEqual(toJson(each), JSON.stringify(each))
          assert.strictEqual(await Effect.runPromise(toLongJson(each)), JSON.stringify(each))
        }
      })
    )
  })

  it("is written in turns of 10 ms where its lists are long", async () => {
    let turns = 0
    let now = 0n
    const clock = Object.assign(Clock.make(), {
      unsafeCurrentTimeNanos: () => (now += 1_000_000n),
      sleep: () => Effect.sync(() => void turns++)
    })
    const warnings = Array.from({ length: 100 }, (_, row) => ({ row }))
    const text = await Effect.runPromise(Effect.withClock(toLongJson({ success: true, warnings }), clock))
    assert.strictEqual(text, JSON.stringify({ success: true, warnings }))
    assert.isAtLeast(turns, 9)
  })
})
