import { createTestBoardwright } from "@boardwright/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyChange } from "../../src/browser/app/store/applyChange.js"
import type { Tasks } from "../../src/browser/app/store/Operation.js"
import { boardOfHub, byGroup } from "./boardOfHub.js"
import { anyStep, take } from "./steps.js"

/** What a drawn sequence may happen to leave out. */
const MAIN_STEPS = (
  ["create", "create", "update", "move", "comment", "subtask", "updateColumn", "delete"] as const
).map((what) => ({ what, name: `By ${what}`, status: "done", at: what === "move" ? 1 : 0, by: 0 }))

describe("the changes of the feed", () => {
  it("leave the tasks of a board as a fresh list has them, in any sequence", async () => {
    await using hub = createTestBoardwright()
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 15 }), async (steps) => {
        const board = await boardOfHub(hub)
        let tasks: Tasks = await board.list()
        for (const step of steps) {
          hub.clock.advance({ seconds: 1 })
          await take(board, [...tasks.keys()], step)
          const fresh = await board.list()
          for (const change of await board.changes()) {
            seen.add(change.type)
            const after = applyChange(tasks, change)
            tasks = after.stale === "tasks" ? fresh : after.tasks
          }
          expect(byGroup(tasks)).toEqual(byGroup(fresh))
        }
      }),
      { numRuns: 25, examples: [[MAIN_STEPS]] }
    )
    const some = [
      "task.created",
      "task.updated",
      "task.moved",
      "task.deleted",
      "comment.created",
      "subtask.updated",
      "column.updated"
    ]
    expect([...seen]).toEqual(expect.arrayContaining(some))
  }, 60_000)

  it("loads the tasks again when an option has another label or value, and not when it has another color", () => {
    const staleAfter = (changed: object) => {
      const option = { id: "o1", label: "Erledigt", color: "#00C875", value: null }
      const options = { from: [option], to: [{ ...option, ...changed }] }
      const change = {
        type: "column.updated",
        at: "",
        boardId: "b1",
        taskId: null,
        subjectId: "c1",
        fields: { options }
      }
      return applyChange(new Map(), change as unknown as Parameters<typeof applyChange>[1]).stale
    }
    const seen = [{ label: "Done" }, { value: "done" }, { color: "#FF0000" }].map(staleAfter)
    expect(seen).toEqual(["tasks", "tasks", "board"])
  })
})
