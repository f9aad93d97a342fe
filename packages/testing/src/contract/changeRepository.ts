import { type Account, Board, Change, Ports, type Task, Trash, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aChange,
  aDeletion,
  aMember,
  anInvitation,
  fresh,
  givenAccount,
  givenBoard,
  instant,
  removeWhole,
  wholeList
} from "../fixtures.js"
import { aBoardId, aPlace, asStored, aWorkspaceId, follow, many, pages, placeAll, record } from "./changeFeed.js"
import { changePlacementSuite } from "./changePlacement.js"
import { contract, type Suite } from "./Suite.js"
import { AWKWARD_TEXTS, pick } from "./support.js"

type Needed =
  | Change.ChangeRepository
  | Ports.Transactor
  | Account.AccountRepository
  | Workspace.WorkspaceRepository
  | Board.BoardRepository
  | Board.InvitationRepository
  | Trash.TrashRepository

/** The contract of `ChangeRepository`. */
export const changeRepositorySuite: Suite<Needed> = (it) => {
  it("returns changes as they were stored, those of a transaction in order, each with its position and id", function* () {
    const { position } = yield* placeAll
    const place = aPlace()
    const full = aChange({
      ...place,
      type: "member.removed",
      recipientId: fresh("user") as Account.UserId,
      actorId: fresh("user") as Account.UserId,
      requestId: "a request",
      tokenId: "a token",
      batchId: "a batch",
      fields: Object.fromEntries(AWKWARD_TEXTS.map((text, at) => [`field ${at}`, { from: null, to: text }]))
    })
    const bare = aChange({ ...place, boardId: null, taskId: null, type: "workspace.updated", fields: {} })
    const nested = aChange({ ...place, fields: { it: { from: [1.5, { a: [true, null] }], to: { "": -0.1 } } } })
    const rest = many(5, place)
    yield* record(full)
    yield* record(bare, nested, ...rest)
    const found = yield* follow(position)
    assert.deepStrictEqual(asStored(found), [full, bare, nested, ...rest])
    assert.deepStrictEqual(
      found.map((change) => change.position),
      found.map((_, at) => position + at + 1)
    )
    assert.strictEqual(new Set(found.map(({ id }) => id)).size, found.length)
  })

  it("returns the changes that match every filter", function* () {
    const { position } = yield* placeAll
    const [a, b, other] = [aPlace(), aBoardId(), aPlace()]
    const taskId = fresh("task") as Task.TaskId
    yield* record(
      aChange({ ...a, boardId: null, taskId: null, type: "workspace.updated" }),
      aChange({ ...a, taskId }),
      aChange({ ...a, boardId: b, taskId }),
      aChange({ ...a, type: "comment.created", taskId }),
      aChange({ ...other, type: "task.moved" })
    )
    const cases: ReadonlyArray<readonly [Change.ChangeFilter, ReadonlyArray<number>]> = [
      [{}, [0, 1, 2, 3, 4]],
      [{ workspaceId: a.workspaceId }, [0, 1, 2, 3]],
      [{ boardId: a.boardId }, [1, 3]],
      [{ taskId }, [1, 2, 3]],
      [{ types: ["task.moved", "comment.created"] }, [3, 4]],
      [{ types: [] }, []],
      [{ boardId: b, taskId }, [2]],
      [{ taskId, types: ["task.updated"] }, [1, 2]],
      [{ workspaceId: other.workspaceId, boardId: a.boardId }, []],
      [{ workspaceId: a.workspaceId, boardId: a.boardId, taskId, types: ["comment.created"] }, [3]],
      [{ boardId: aBoardId() }, []],
      [{ workspaceId: aWorkspaceId() }, []]
    ]
    const all = yield* follow(position)
    for (const [filter, expected] of cases) {
      assert.deepStrictEqual(yield* follow(position, filter), pick(all, expected), JSON.stringify(filter))
    }
  })

  it("empties the fields of one change", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    yield* record(...many(3, aPlace()))
    const changes = yield* follow(position)
    yield* Ports.transactional(feed.eraseFields(changes[1]?.id ?? ""))
    const expected = changes.map((change, at) => (at === 1 ? { ...change, fields: {} } : change))
    assert.deepStrictEqual(yield* follow(position), expected)
  })

  it("finds a change by its id, and the changes of a batch in order, also before they are placed", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [place, batchId] = [aPlace(), fresh("batch")]
    const reader = () => ({ recipientId: fresh("user") as Account.UserId })
    const first = aChange({ ...place, ...reader(), batchId, fields: { a: { from: null, to: [1, { b: 2 }] } } })
    const alone = aChange({ ...place, ...reader() })
    yield* record(first, alone, aChange({ ...place, batchId }))
    const unplaced = yield* feed.find(batchId, null)
    const found = (yield* follow(position)).map(({ position: _, ...change }) => change)
    const idOf = (at: number) => found[at]?.id ?? ""
    assert.deepStrictEqual(unplaced, pick(found, [0, 2]))
    assert.deepStrictEqual(yield* feed.find(idOf(1), null), pick(found, [1]))
    for (const id of ["", "0", "-1", `${idOf(0)}.0`, ` ${idOf(0)}`, "9".repeat(15), "9".repeat(40)]) {
      assert.deepStrictEqual(yield* feed.find(id, null), [], id)
    }
    assert.deepStrictEqual(yield* feed.find(idOf(1), alone.recipientId), pick(found, [1]))
    assert.deepStrictEqual(yield* feed.find(idOf(1), first.recipientId), [])
    assert.deepStrictEqual(yield* feed.find(batchId, first.recipientId), [])
  })

  it("lists the changes of a board or of a task newest first, in pages", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [place, taskId] = [aPlace(), fresh("task") as Task.TaskId]
    const actorId = fresh("user") as Account.UserId
    yield* record(
      aChange({ ...place, actorId }),
      aChange({ ...place, taskId, type: "comment.created" }),
      aChange({ ...aPlace(), taskId, actorId }),
      aChange({ ...place, taskId, actorId }),
      aChange(aPlace())
    )
    const { boardId } = place
    const cases: ReadonlyArray<readonly [Change.ActivityFilter, ReadonlyArray<number>]> = [
      [{ boardId }, [3, 1, 0]],
      [{ taskId }, [3, 2, 1]],
      [{ boardId, taskId }, [3, 1]],
      [{ boardId, actorId }, [3, 0]],
      [{ taskId, type: "comment.created" }, [1]],
      [{ boardId, actorId, type: "comment.created" }, []],
      [{ boardId: aBoardId() }, []]
    ]
    const all = yield* follow(position)
    for (const [filter, expected] of cases) {
      const items = pick(all, expected)
      const total = items.length
      assert.deepStrictEqual(yield* feed.listNewest(filter, null, wholeList), { items, total })
      const second = { page: 2, limit: 2, offset: 2 }
      assert.deepStrictEqual(yield* feed.listNewest(filter, null, second), { items: items.slice(2), total })
    }
  })

  it("pages of any size continue each other", function* () {
    const { position } = yield* placeAll
    const [place, other] = [aPlace(), aPlace()]
    for (const change of many(12, place)) yield* record(change, aChange(other))
    for (const filter of [{}, { boardId: place.boardId }, { workspaceId: place.workspaceId }]) {
      const all = yield* follow(position, filter)
      assert.strictEqual(all.length, "boardId" in filter || "workspaceId" in filter ? 12 : 24)
      for (const limit of [1, 2, 7, 12, 24]) {
        const found = yield* pages(position, filter, null, limit)
        assert.deepStrictEqual(
          found.flatMap(({ changes }) => changes),
          all
        )
        const full = found.filter(({ changes }) => changes.length === limit)
        assert.strictEqual(full.length, Math.floor(all.length / limit))
      }
    }
  })

  it("a page ends with the change that fills it", function* () {
    const { position } = yield* placeAll
    const place = aPlace()
    // Each is 0.3 of a page, in characters of two bytes.
    const fields = { name: { from: null, to: "é".repeat(Change.MAX_FIELDS_BYTES * 0.15) } }
    yield* Effect.forEach(many(9, { ...place, fields }), (change) => record(change))
    yield* record(aChange({ ...place, fields: { name: { from: null, to: "x".repeat(Change.MAX_FIELDS_BYTES) } } }))
    for (const filter of [{}, { boardId: place.boardId }]) {
      const found = yield* pages(position, filter)
      assert.deepStrictEqual(
        found.map(({ changes }) => changes.length),
        [4, 4, 2]
      )
    }
    const newest = yield* (yield* Change.ChangeRepository).listNewest({ boardId: place.boardId }, null, wholeList)
    assert.deepStrictEqual([newest.items.length, newest.total], [1, 10])
  })

  it("a page examines a bounded part of a long feed, a page of one board all of it", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [place, rare] = [aPlace(), aChange({ ...aPlace(), type: "board.created" })]
    for (let left = Change.MAX_EXAMINED; left > 0; left -= 2000) yield* record(...many(2000, place))
    yield* record(rare)
    assert.strictEqual((yield* placeAll).position, position + Change.MAX_EXAMINED + 1)
    const filter = { types: [rare.type] }
    const [first, last] = yield* pages(position, filter)
    assert.deepStrictEqual([first?.changes, first?.position], [[], position + Change.MAX_EXAMINED])
    assert.deepStrictEqual(asStored(last?.changes ?? []), [rare])
    for (const one of [{ boardId: rare.boardId ?? undefined }, { taskId: rare.taskId ?? undefined }]) {
      assert.deepStrictEqual(asStored((yield* feed.list(position, one, null, 1)).changes), [rare])
    }
  })

  it("returns to a user what that user may read now, and what is addressed to the user", function* () {
    const [feed, boards, invitations, workspaces] = [
      yield* Change.ChangeRepository,
      yield* Board.BoardRepository,
      yield* Board.InvitationRepository,
      yield* Workspace.WorkspaceRepository
    ]
    const { board, workspace } = yield* givenBoard()
    const beside = yield* givenBoard({ workspace })
    const someone = Effect.map(givenAccount(), ({ id }) => id)
    const member = (on: Board.BoardId, role: Board.Member["role"]) =>
      Effect.tap(someone, (id) => boards.putMember(on, aMember(id, role), instant()))
    const guest = (role: Board.Member["role"]) =>
      Effect.tap(someone, (userId) => invitations.invite(anInvitation({ boardId: board.id, userId, role })))
    const users = {
      owner: workspace.ownerId,
      admin: yield* member(board.id, "admin"),
      editor: yield* member(board.id, "editor"),
      viewer: yield* member(board.id, "viewer"),
      invitedAdmin: yield* guest("admin"),
      invitedViewer: yield* guest("viewer"),
      neighbour: yield* member(beside.board.id, "admin"),
      stranger: yield* someone
    }
    const named = Object.entries(users)
    const { position } = yield* placeAll
    const about = { workspaceId: workspace.id, boardId: board.id }
    const all = [
      ...Change.CHANGE_TYPES.map((type) => {
        const boardId = Change.CHANGE_READERS[type] === "workspace" || type === "workspace.deleted" ? null : board.id
        return aChange({ ...about, boardId, type, subjectId: Change.CHANGE_READERS[type] })
      }),
      ...named.map(([name, recipientId]) => aChange({ ...about, type: "board.deleted", recipientId, subjectId: name }))
    ]
    yield* record(...all)

    /** Checks who reads the changes of each kind of readers, beside those addressed to them. */
    const reads = Effect.fnUntraced(function* (expected: Record<"workspace" | "board" | "managers", string>) {
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
      workspace: "owner admin editor viewer invitedAdmin invitedViewer neighbour",
      board: "owner admin editor viewer invitedAdmin invitedViewer",
      managers: "owner admin invitedAdmin"
    })
    yield* boards.removeMember(board.id, users.viewer)
    yield* boards.putMember(board.id, aMember(users.editor, "admin"), instant())
    yield* boards.putMember(board.id, aMember(users.invitedAdmin, "viewer"), instant())
    const pending = yield* invitations.listForUser(users.invitedViewer, wholeList)
    for (const { id } of pending.items) yield* invitations.close(id, "declined")
    yield* reads({
      workspace: "owner admin editor invitedAdmin neighbour",
      board: "owner admin editor invitedAdmin",
      managers: "owner admin editor"
    })
    const trash = yield* Trash.TrashRepository
    const deletion = aDeletion(board)
    yield* trash.put(deletion, false)
    yield* reads({ workspace: "owner neighbour", board: "", managers: "" })
    yield* trash.restore(deletion)
    yield* reads({
      workspace: "owner admin editor invitedAdmin neighbour",
      board: "owner admin editor invitedAdmin",
      managers: "owner admin editor"
    })
    yield* removeWhole(deletion)
    yield* reads({ workspace: "owner neighbour", board: "", managers: "" })
    yield* workspaces.remove(workspace.id)
    yield* reads({ workspace: "", board: "", managers: "" })
  })

  it("empties the fields of the changes of a board or of a task, in order", function* () {
    const feed = yield* Change.ChangeRepository
    const [place, elsewhere] = [aPlace(), aPlace()]
    const changes = Array.from({ length: 5 }, () => aChange(place))
    const taskId = changes[1]?.taskId as Task.TaskId
    yield* record(...changes.slice(0, 3), aChange(elsewhere), ...changes.slice(3), aChange({ ...place, taskId }))
    yield* placeAll
    const positions = (yield* feed.list(0, { boardId: place.boardId }, null, 1000)).changes.map((each) => each.position)
    const emptied = Effect.map(feed.list(0, { boardId: place.boardId }, null, 1000), ({ changes }) =>
      changes.map(({ fields }) => Object.keys(fields).length === 0)
    )
    assert.strictEqual(yield* feed.clearFields({ taskId }, 0, 10), positions[5])
    assert.isNull(yield* feed.clearFields({ taskId }, positions[5] ?? 0, 10))
    assert.deepStrictEqual(yield* emptied, [false, true, false, false, false, true])
    assert.strictEqual(yield* feed.clearFields({ boardId: place.boardId }, 0, 4), positions[3])
    assert.deepStrictEqual(yield* emptied, [true, true, true, true, false, true])
    assert.strictEqual(yield* feed.clearFields({ boardId: place.boardId }, positions[3] ?? 0, 4), positions[5])
    assert.deepStrictEqual(yield* emptied, [true, true, true, true, true, true])
    const [other] = (yield* feed.list(0, { boardId: elsewhere.boardId }, null, 1000)).changes
    assert.notDeepEqual(other?.fields, {})
  })

  changePlacementSuite(it)
}

/** Runs the suite on an adapter. */
export const changeRepositoryContract = contract("ChangeRepository", changeRepositorySuite)
