import { Access } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"

// The table of rights, row by row. A pending invitation counts as its role.
const WHO = ["none", "viewer", "editor", "admin", "owner"] as const
const BOARD_ROWS: Record<string, readonly [Access.BoardAction, ...ReadonlyArray<boolean>]> = {
  "read board and tasks": ["read the board", false, true, true, true, true],
  comment: ["comment on tasks", false, true, true, true, true],
  "delete any comment": ["delete any comment", false, false, false, true, true],
  "leave the board": ["leave the board", false, true, true, true, true],
  "tasks, subtasks, time entries, groups, columns": ["edit the board's content", false, false, true, true, true],
  "board settings, invite, members, delete board": ["manage the board", false, false, false, true, true]
}
const boardTable = Object.entries(BOARD_ROWS).flatMap(([row, [action, ...cells]]) =>
  WHO.map((standing, at) => ({ row, action, standing, allowed: cells[at] ?? false }))
)

const WORKSPACE_ROWS: Record<string, readonly [Access.WorkspaceAction, ...ReadonlyArray<boolean>]> = {
  "read the workspace": ["read the workspace", false, true, true, true, true, true],
  "list the members": ["see the workspace's members", false, false, true, true, true, true],
  "leave the workspace": ["leave the workspace", false, false, true, true, true, true],
  "create, duplicate or import a board in the workspace": ["create boards", false, false, false, true, true, true],
  "change the workspace, invite, members": ["manage the workspace", false, false, false, false, true, true],
  "delete the workspace or hand it over": ["give the workspace away", false, false, false, false, false, true]
}
const workspaceTable = Object.entries(WORKSPACE_ROWS).flatMap(([row, [action, ...cells]]) =>
  (["none", "shared", "viewer", "editor", "admin", "owner"] as const).map((standing, at) => ({
    row,
    action,
    standing,
    allowed: cells[at] ?? false
  }))
)

describe("the policy tables", () => {
  it.each(boardTable)("$row: $standing, $allowed", ({ action, allowed, standing }) => {
    assert.strictEqual(Access.mayOnBoard(standing, action), allowed)
  })

  it.each(workspaceTable)("$row: $standing, $allowed", ({ action, allowed, standing }) => {
    assert.strictEqual(Access.mayOnWorkspace(standing, action), allowed)
  })

  it("have no other actions", () => {
    assert.sameMembers(
      Object.keys(Access.BOARD_POLICY),
      Object.values(BOARD_ROWS).map(([action]) => action)
    )
    assert.sameMembers(
      Object.keys(Access.WORKSPACE_POLICY),
      Object.values(WORKSPACE_ROWS).map(([action]) => action)
    )
  })

  it("allow each standing everything that a lower one may do", () => {
    for (const action of Object.keys(Access.BOARD_POLICY) as ReadonlyArray<Access.BoardAction>) {
      const allowed = WHO.map((standing) => Access.mayOnBoard(standing, action))
      assert.deepStrictEqual(allowed.toSorted(), allowed, action)
    }
  })
})
