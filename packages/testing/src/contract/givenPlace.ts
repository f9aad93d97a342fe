import { Access, type Account, Board, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { givenBoard, givenTask } from "../fixtures.js"
import { valueOf } from "./support.js"

const access = Effect.serviceFunctions(Access.AccessRepository)
const boards = Effect.serviceFunctions(Board.BoardRepository)

/** A board with a task, and checks of a user's access to board, task and workspace. */
export const givenPlace = Effect.fnUntraced(function* () {
  const tasks = yield* Task.TaskRepository
  const given = yield* givenBoard()
  const task = yield* givenTask(given)
  const { board, groups, workspace } = given
  const stands = Effect.fnUntraced(function* (
    userId: Account.UserId | null,
    onBoard: Access.BoardStanding,
    onWorkspace: Access.WorkspaceStanding
  ) {
    const { id: workspaceId, ownerId } = workspace
    const expected = { boardId: board.id, workspaceId, ownerId, standing: onBoard }
    assert.deepStrictEqual(valueOf(yield* access.board(board.id, userId)), expected)
    assert.deepStrictEqual(valueOf(yield* access.task(task.id, userId)), expected)
    assert.deepStrictEqual(valueOf(yield* tasks.find(task.id, userId)).access, expected)
    assert.deepStrictEqual(valueOf(yield* tasks.lock(task.id, userId)).access, expected)
    for (const groupId of [null, groups[1].id]) {
      const place = valueOf(yield* boards.findPlace(board.id, groupId, userId))
      assert.deepStrictEqual(place.access, expected)
    }
    const inWorkspace = valueOf(yield* access.workspace(workspaceId, userId))
    assert.deepStrictEqual(inWorkspace, { workspaceId, ownerId, standing: onWorkspace })
  })
  return { ...given, stands }
})
