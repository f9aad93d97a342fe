import { Access, Account, Change, Task } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, story } from "../support.js"
import { givenBoards } from "../task/support.js"

describe("listTaskActivity", () => {
  story("for an API token with places has none of what was done to the task on another board", function* () {
    const { other, task, team } = yield* givenBoards
    yield* as(team.editor)(Task.addComment(task.id, { content: "Between us" }))
    yield* as(team.editor)(Task.moveTaskToBoard(task.id, { boardId: other.boardId }))
    yield* as(team.editor)(Task.updateTask(task.id, { name: "Moved" }))
    const types = Effect.map(Change.listTaskActivity(task.id), ({ items }) => items.map(({ type }) => type))
    const all = yield* as(team.editor)(types)
    assert.includeMembers(all, ["comment.created", "task.transferred", "task.updated"])
    const { token } = yield* as(team.editor)(
      Account.createApiToken({ name: "CI", scopes: ["read"], boardIds: [other.boardId] })
    )
    const actor = yield* Account.authenticate(token)
    const seen = yield* Effect.provideService(types, Access.CurrentActor, actor)
    assert.notInclude(seen, "comment.created")
    assert.include(seen, "task.updated")
    assert.isBelow(seen.length, all.length)
  })
})
