import { Board, Change, type Account, type Task, Trash, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aChange,
  aDeletion,
  aMember,
  anInvitation,
  givenBoard,
  givenTask,
  instant,
  removeWhole,
  wholeList
} from "../fixtures.js"
import { asStored, follow, placeAll, record } from "./changeFeed.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { someone, join } from "./support.js"

/** The contract of who reads a change. */
export const changeReadersSuite: Suite<BoardNeeds> = (it) => {
  it("returns to a user what that user may read now, and what is addressed to the user", function* () {
    const [feed, boards, invitations, workspaces] = [
      yield* Change.ChangeRepository,
      yield* Board.BoardRepository,
      yield* Board.InvitationRepository,
      yield* Workspace.WorkspaceRepository
    ]
    const { board, workspace } = yield* givenBoard()
    const beside = yield* givenBoard({ workspace })
    const member = (on: Board.BoardId, role: Board.Member["role"]) => Effect.tap(someone, (id) => join(on, id, role))
    const guest = (role: Board.Member["role"]) =>
      Effect.tap(someone, (userId) => invitations.invite(anInvitation({ boardId: board.id, userId, role })))
    const within = (role: Board.Member["role"]) =>
      Effect.tap(someone, (id) => workspaces.putMember(workspace.id, aMember(id, role), instant()))
    const users = {
      owner: workspace.ownerId,
      admin: yield* member(board.id, "admin"),
      editor: yield* member(board.id, "editor"),
      viewer: yield* member(board.id, "viewer"),
      invitedAdmin: yield* guest("admin"),
      invitedViewer: yield* guest("viewer"),
      neighbour: yield* member(beside.board.id, "admin"),
      stranger: yield* someone,
      teamAdmin: yield* within("admin"),
      teamViewer: yield* within("viewer"),
      teamGuest: yield* Effect.tap(someone, (userId) =>
        invitations.invite(anInvitation({ boardId: null, workspaceId: workspace.id, userId, role: "admin" }))
      )
    }
    const named = Object.entries(users)
    const { position } = yield* placeAll
    const about = { workspaceId: workspace.id, boardId: board.id }
    const all = [
      ...Change.CHANGE_TYPES.map((type) => {
        const boardId = type.startsWith("workspace") ? null : board.id
        return aChange({ ...about, boardId, type, subjectId: Change.CHANGE_READERS[type] })
      }),
      aChange({ ...about, boardId: null, type: "webhook.created", subjectId: "workspaceManagers" }),
      ...named.map(([name, recipientId]) => aChange({ ...about, type: "board.deleted", recipientId, subjectId: name }))
    ]
    yield* record(...all)

    /** Checks who reads the changes of each kind of readers, beside those addressed to them. */
    const reads = Effect.fnUntraced(function* (
      expected: Record<"workspace" | "workspaceManagers" | "board" | "managers", string>
    ) {
      const kinds: Record<string, string> = { ...expected, nobody: "" }
      for (const [name, id] of named) {
        const readable = all.filter(({ recipientId, subjectId }) =>
          recipientId === null ? kinds[subjectId]?.split(" ").includes(name) : recipientId === id
        )
        assert.deepStrictEqual(asStored(yield* follow(position, {}, id)), readable, name)
        const ofBoard = readable.filter(({ boardId }) => boardId !== null)
        assert.deepStrictEqual(asStored(yield* follow(position, { boardId: board.id }, id)), ofBoard, name)
        const { items, total } = yield* feed.listNewest({ boardId: board.id }, id, wholeList)
        assert.deepStrictEqual([asStored(items), total], [ofBoard.toReversed(), ofBoard.length], name)
      }
      assert.deepStrictEqual(asStored(yield* follow(position)), all)
      const batch = yield* feed.list(position, {}, null, all.length)
      const readers = yield* feed.readersOf(Change.readersNeeded(batch.changes))
      const shared = new Change.FeedBatch(position, batch, readers)
      for (const [name, userId] of [...named, ["operator", null] as const]) {
        const of = (filter: Change.ChangeFilter) => shared.pageFor({ userId, filter, limit: all.length }, position)
        assert.deepStrictEqual(of({})?.changes, yield* follow(position, {}, userId), name)
      }
    })

    yield* reads({
      workspace: "owner admin editor viewer invitedAdmin invitedViewer neighbour teamAdmin teamViewer teamGuest",
      workspaceManagers: "owner teamAdmin teamGuest",
      board: "owner admin editor viewer invitedAdmin invitedViewer teamAdmin teamViewer teamGuest",
      managers: "owner admin invitedAdmin teamAdmin teamGuest"
    })
    yield* boards.removeMember(board.id, users.viewer)
    yield* workspaces.removeMember(workspace.id, users.teamViewer)
    yield* workspaces.putMember(workspace.id, aMember(users.teamGuest, "viewer"), instant())
    yield* join(board.id, users.editor, "admin")
    yield* join(board.id, users.invitedAdmin, "viewer")
    const pending = yield* invitations.listForUser(users.invitedViewer, wholeList)
    for (const { id } of pending.items) yield* invitations.close(id, "declined")
    yield* reads({
      workspace: "owner admin editor invitedAdmin neighbour teamAdmin teamGuest",
      workspaceManagers: "owner teamAdmin",
      board: "owner admin editor invitedAdmin teamAdmin teamGuest",
      managers: "owner admin editor teamAdmin"
    })
    const trash = yield* Trash.TrashRepository
    const deletion = aDeletion(board)
    yield* trash.put(deletion, false)
    yield* reads({
      workspace: "owner neighbour teamAdmin teamGuest",
      workspaceManagers: "owner teamAdmin",
      board: "",
      managers: ""
    })
    yield* trash.restore(deletion)
    yield* reads({
      workspace: "owner admin editor invitedAdmin neighbour teamAdmin teamGuest",
      workspaceManagers: "owner teamAdmin",
      board: "owner admin editor invitedAdmin teamAdmin teamGuest",
      managers: "owner admin editor teamAdmin"
    })
    yield* removeWhole(deletion)
    yield* reads({
      workspace: "owner neighbour teamAdmin teamGuest",
      workspaceManagers: "owner teamAdmin",
      board: "",
      managers: ""
    })
    yield* workspaces.remove(workspace.id)
    yield* reads({ workspace: "", workspaceManagers: "", board: "", managers: "" })
  })

  it("hides the fields of changes of a task in the trash from users who may not restore it", function* () {
    const [feed, trash] = [yield* Change.ChangeRepository, yield* Trash.TrashRepository]
    const on = yield* givenBoard()
    const boardId = on.board.id
    const owner = on.workspace.ownerId
    const [editor, viewer] = [yield* someone, yield* someone]
    yield* join(boardId, editor, "editor")
    yield* join(boardId, viewer, "viewer")
    const [gone, kept] = [yield* givenTask(on), yield* givenTask(on)]
    const { position } = yield* placeAll
    const ofTask = ({ id: taskId }: Task.Task, overrides: Partial<Change.StoredChange> = {}) =>
      aChange({ workspaceId: on.workspace.id, boardId, taskId, ...overrides })
    yield* record(ofTask(gone), ofTask(kept))
    yield* placeAll
    const hides = Effect.fnUntraced(function* (...from: ReadonlyArray<Account.UserId>) {
      const batch = yield* feed.list(position, {}, null, 10)
      const readers = yield* feed.readersOf(Change.readersNeeded(batch.changes))
      const shared = new Change.FeedBatch(position, batch, readers)
      for (const userId of [null, owner, editor, viewer]) {
        const { items } = yield* feed.listNewest({ boardId }, userId, wholeList)
        const pages = [
          (yield* feed.list(position, { boardId }, userId, 10)).changes,
          items.toReversed(),
          shared.pageFor({ userId, filter: { boardId }, limit: 10 }, position)?.changes
        ]
        const isHidden = userId !== null && from.includes(userId)
        assert.deepStrictEqual(
          pages.map((changes) => changes?.map(({ fields }) => Object.keys(fields).length === 0)),
          pages.map(() => [isHidden, false])
        )
      }
    })
    yield* hides()
    const deletion = aDeletion(on.board, { kind: "task", subjectId: gone.id })
    yield* trash.put(deletion, false)
    yield* hides(viewer)
    yield* trash.restore(deletion)
    yield* hides()
    yield* trash.put(deletion, true)
    yield* hides(owner, editor, viewer)

    const { position: after } = yield* placeAll
    const fields = { description: { from: null, to: "x".repeat(Change.MAX_FIELDS_BYTES) } }
    yield* record(ofTask(gone, { fields }), ofTask(kept))
    yield* placeAll
    const listed = (userId: Account.UserId | null) =>
      Effect.map(feed.list(after, { boardId }, userId, 10), ({ changes }) => changes.length)
    assert.deepStrictEqual([yield* listed(null), yield* listed(viewer)], [1, 2])
  })
}
