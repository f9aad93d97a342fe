import { Board } from "@boardwright/core"
import { givenAccount, givenBoard, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, asOperator, givenTeam, refused, story } from "../support.js"

describe("findBoard", () => {
  story("finds a board by its id or its exact name", function* () {
    const { board, workspace } = yield* givenBoard({ name: "Spring" })
    // The id of one board may be the name of another.
    const odd = yield* givenBoard({ name: board.id })
    const shown = yield* asOperator(Board.getBoard(board.id))
    for (const text of ["Spring", board.id]) {
      assert.deepStrictEqual(yield* asOperator(Board.findBoard(text)), shown)
      assert.deepStrictEqual(yield* as(workspace.ownerId)(Board.findBoard(text)), shown)
    }
    assert.strictEqual((yield* asOperator(Board.findBoard(odd.board.id))).name, board.id)
    for (const text of ["spring", "Spring ", "", "\u0000", "\uD83D"])
      assert.strictEqual(yield* refused(asOperator(Board.findBoard(text))), "NotFound Board")
  })

  story(
    "fails with Forbidden for an id and with NotFound for a name, if the actor may not see the board",
    function* () {
      const team = yield* givenTeam
      const { name } = yield* asOperator(Board.updateBoard(team.boardId, { name: "Spring" }))
      for (const who of [team.viewer, team.editor, team.admin, team.owner])
        assert.strictEqual((yield* as(who)(Board.findBoard(name))).id, team.boardId)
      assert.strictEqual(yield* refused(as(team.stranger)(Board.findBoard(name))), "NotFound Board")
      yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: team.stranger, role: "viewer" }))
      assert.strictEqual((yield* as(team.stranger)(Board.findBoard(name))).id, team.boardId)
    }
  )

  story("lists the ids of the oldest boards if several that the actor may see have the name", function* () {
    const workspace = yield* givenWorkspace()
    const given = (at: number) =>
      Effect.map(givenBoard({ name: "Spring", workspace, createdAt: afterNoon(at) }), ({ board }) => board.id)
    const ids = yield* Effect.forEach(Array.from({ length: 21 }).keys(), given)
    const told = { _tag: "BoardAmbiguous", name: "Spring", ids: ids.slice(0, 20), total: 21 } as const
    assert.deepInclude(yield* Effect.flip(as(workspace.ownerId)(Board.findBoard("Spring"))), told)
    const { board, workspace: theirs } = yield* givenBoard({ name: "Spring", createdAt: afterNoon(99) })
    assert.deepInclude(yield* Effect.flip(asOperator(Board.findBoard("Spring"))), { ...told, total: 22 })
    assert.strictEqual((yield* as(theirs.ownerId)(Board.findBoard("Spring"))).id, board.id)
    const { id } = yield* givenAccount()
    assert.strictEqual(yield* refused(as(id)(Board.findBoard("Spring"))), "NotFound Board")
  })
})
