import fc from "fast-check"
import { expect, it } from "vitest"
import { applied, newTask, type Operation } from "../../src/browser/app/store/Operation.js"

const ids = ["a", "b", "c", "d", "e"]
const id = fc.constantFrom(...ids, "new", "gone")
const groupId = fc.constantFrom("g", "h")
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constant("create" as const), ref: id, task: fc.record({ name: fc.constant("Sow"), groupId }) }),
  fc.record({ op: fc.constant("update" as const), id, patch: fc.record({ name: fc.string() }) }),
  fc.record({ op: fc.constant("move" as const), id, groupId, beforeTaskId: fc.option(id) }),
  fc.record({ op: fc.constant("move" as const), id, groupId, beforeTaskId: fc.constant(null) }),
  fc.record({ op: fc.constant("delete" as const), id })
)
const tasks = new Map(ids.map((each) => [each, newTask(each, "board", { name: each, groupId: "g" }, "")]))

it("operations that are applied together leave what they leave one after another, and the tasks before as they were", () => {
  const before = [...tasks]
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 20 }), (operations) => {
      const each = operations.reduce(
        (all, one) => applied(all, [one], "board", ""),
        tasks as ReturnType<typeof applied>
      )
      expect([...applied(tasks, operations, "board", "")]).toEqual([...each])
      expect([...tasks]).toEqual(before)
    })
  )
})
