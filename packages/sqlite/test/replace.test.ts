import { Board, Ports, Task, Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aTask, givenBoards, onFile } from "./storage.js"

const changes: Readonly<Record<string, Partial<Task.PlacedTask>>> = {
  group: { groupId: Board.GroupId.make("another") },
  rank: { rank: Values.Rank.make("b1") },
  status: { status: "done" },
  others: {
    name: "Another name",
    description: "More of it",
    priority: "low",
    dueDate: Values.Timestamp.fromMillis(1_800_000_000_000),
    columnValues: { column: [1, null] },
    updatedAt: Values.Timestamp.fromMillis(1_800_000_001_000)
  }
}
const names = Object.keys(changes)
const subsets = Array.from({ length: 1 << names.length }, (_, key) => names.filter((_, at) => (key & (1 << at)) !== 0))

describe("replacing a task, given its previous state", () => {
  for (const subset of subsets) {
    it.effect(`writes what changed: ${subset.join(", ") || "nothing"}`, () =>
      onFile(function* () {
        yield* givenBoards("one")
        const boards = yield* Board.BoardRepository
        const tasks = yield* Task.TaskRepository
        const group = { id: Board.GroupId.make("another"), name: "Another", color: "#579BFC" }
        yield* boards.insertGroup(Board.BoardId.make("one"), { ...group, rank: Values.FIRST_RANK })
        const before = aTask("changed", "one", "one-group")
        const untouched = aTask("untouched", "one", "one-group")
        yield* tasks.insert([before, untouched])
        const after: Task.PlacedTask = Object.assign({ ...before }, ...subset.map((name) => changes[name]))
        const replace = Effect.flatMap(tasks.lock(before.id, null), (found) =>
          tasks.replace(after, Option.getOrUndefined(found)?.task)
        )
        yield* Ports.transactional(replace)
        assert.deepStrictEqual(Option.getOrNull(yield* tasks.lock(before.id, null))?.task, after)
        assert.deepStrictEqual(Option.getOrNull(yield* tasks.lock(untouched.id, null))?.task, untouched)
      })
    )
  }
})
