import { type Account, Board, Change, Ports, type Task, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { aChange, aMember, anInvitation, fresh, givenAccount, givenBoard, instant, wholeList } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, AWKWARD_TEXTS, pick } from "./support.js"

type Needed =
  | Change.ChangeRepository
  | Ports.Transactor
  | Account.AccountRepository
  | Workspace.WorkspaceRepository
  | Board.BoardRepository
  | Board.InvitationRepository

const aWorkspaceId = () => fresh("workspace") as Workspace.WorkspaceId
const aBoardId = () => fresh("board") as Board.BoardId
const aPlace = () => ({ workspaceId: aWorkspaceId(), boardId: aBoardId() })
const many = (count: number, overrides: Parameters<typeof aChange>[0]) =>
  Array.from({ length: count }, (_, at) => aChange({ ...overrides, subjectId: String(at) }))

const record = (...changes: ReadonlyArray<Change.StoredChange>) =>
  Ports.transactional(Effect.flatMap(Change.ChangeRepository, (feed) => feed.append(changes)))

/** The head with every committed change placed. */
const placeAll = Effect.gen(function* () {
  const feed = yield* Change.ChangeRepository
  let { more, ...head } = yield* feed.place
  while (more) {
    const before = head.position
    ;({ more, ...head } = yield* feed.place)
    assert.isAbove(head.position, before)
    assert.isAtMost(head.position, before + Change.MAX_PLACED)
  }
  return head
})

/** The pages after a position up to the head. */
const pages = Effect.fnUntraced(function* (
  after: number,
  filter: Change.ChangeFilter = {},
  userId: Account.UserId | null = null,
  limit = 500
) {
  const feed = yield* Change.ChangeRepository
  const head = yield* placeAll
  const found: Array<Change.ChangePage> = []
  for (let at = after; at < head.position;) {
    const page = yield* feed.list(at, filter, userId, limit)
    assert.isAbove(page.position, at)
    assert.isAtMost(page.changes.length, limit)
    found.push(page)
    at = page.position
  }
  return found
})

const follow = (...parameters: Parameters<typeof pages>) =>
  Effect.map(pages(...parameters), (found) => found.flatMap(({ changes }) => changes))

const asStored = (changes: ReadonlyArray<Change.Change>) => changes.map(({ id, position, ...stored }) => stored)

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

  it("a change of a transaction that fails is not in the feed and leaves no gap", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [gone, kept] = [aChange(aPlace()), aChange(aPlace())]
    for (const end of [Effect.fail("no"), Effect.die("no"), Effect.interrupt]) {
      yield* Effect.exit(Ports.transactional(Effect.zipRight(feed.append([gone, gone]), end)))
      assert.strictEqual((yield* placeAll).position, position)
    }
    yield* record(kept)
    const [only, ...others] = yield* follow(position)
    assert.deepStrictEqual([only?.position, only?.subjectId, others], [position + 1, kept.subjectId, []])
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
    yield* boards.remove(board.id)
    yield* reads({ workspace: "owner neighbour", board: "", managers: "" })
    yield* workspaces.remove(workspace.id)
    yield* reads({ workspace: "", board: "", managers: "" })
  })

  it("a new epoch changes nothing but the epoch", function* () {
    const feed = yield* Change.ChangeRepository
    yield* record(aChange(aPlace()))
    const before = yield* placeAll
    const last = yield* feed.list(before.position - 1, {}, null, 1)
    yield* feed.renewEpoch
    const after = yield* placeAll
    assert.notStrictEqual(after.epoch, before.epoch)
    assert.deepStrictEqual({ ...after, epoch: before.epoch }, before)
    assert.deepStrictEqual(yield* feed.list(before.position - 1, {}, null, 1), last)
    for (const { epoch } of [before, after]) {
      assert.deepStrictEqual(Change.parseCursor(Change.cursorAt(epoch, 7)), { epoch, position: 7 })
    }
  })

  it("removes the oldest changes up to the first that is not older", function* () {
    const feed = yield* Change.ChangeRepository
    const place = aPlace()
    const { position } = yield* placeAll
    while ((yield* feed.removeBefore(instant(1e6), 5000)) > 0) assert.isAtMost((yield* feed.head).start, position)
    assert.strictEqual((yield* feed.head).start, position)
    const changes = [0, 1, 2, 5, 2].map((minute) => aChange({ ...place, at: instant(minute) }))
    yield* record(...changes)
    yield* placeAll
    const steps = [
      [instant(0), 9, 0],
      [instant(4), 9, 0, position],
      [instant(4), 9, 1, position + 1],
      [instant(4), 1, 1],
      [instant(4), 9, 1],
      [instant(5), 9, 0],
      [instant(6), 9, 2],
      [instant(6), 9, 0]
    ] as const
    let gone = 0
    for (const [at, limit, removed, through] of steps) {
      assert.strictEqual(yield* feed.removeBefore(at, limit, through), removed)
      gone += removed
      const { position: last, start } = yield* feed.head
      assert.deepStrictEqual([start, last], [position + gone, position + changes.length])
      assert.deepStrictEqual(asStored(yield* follow(start)), changes.slice(gone))
    }
    yield* record(aChange(place))
    assert.strictEqual((yield* follow(position + gone))[0]?.position, position + changes.length + 1)
  })

  it("the head covers placed changes alone", function* () {
    const feed = yield* Change.ChangeRepository
    const before = yield* placeAll
    assert.deepStrictEqual(yield* feed.head, before)
    yield* record(...many(3, aPlace()))
    const head = yield* feed.head
    const placed = yield* feed.list(before.position, {}, null, 10)
    assert.isAtLeast(placed.changes.length, head.position - before.position)
    const after = yield* placeAll
    assert.deepStrictEqual(after, { ...before, position: before.position + 3 })
    assert.deepStrictEqual(yield* feed.head, after)
    assert.deepStrictEqual(yield* feed.list(after.position, {}, null, 10), { changes: [], position: after.position })
  })

  it("16 writers and 3 readers: no change is lost, repeated or moved", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const place = aPlace()
    const committed: Array<string> = []

    /** Transactions of one to three changes; every fourth fails. */
    const writer = Effect.fnUntraced(function* (writer: number) {
      for (let turn = 0; turn < 25; turn++) {
        const ids = Array.from({ length: 1 + ((writer + turn) % 3) }, (_, at) => `${writer} ${turn} ${at}`)
        const fails = (writer * 7 + turn * 5) % 4 === 0
        const work = Effect.gen(function* () {
          for (const subjectId of ids) yield* feed.append([aChange({ ...place, subjectId })])
          yield* Effect.yieldNow()
          if (fails) return yield* Effect.fail("no")
        })
        yield* Effect.exit(Ports.transactional(work))
        if (fails) continue
        committed.push(...ids)
        if (turn % 8 > 0) continue
        const head = yield* placeAll
        const seen = yield* feed.list(position, { boardId: place.boardId }, null, head.position)
        const subjects = new Set(seen.changes.map(({ subjectId }) => subjectId))
        for (const id of ids) assert.isTrue(subjects.has(id), "a change is there once its transaction is answered")
      }
    })

    const writers = yield* Effect.fork(atOnce(16, writer))
    let isOver = false
    const readers = yield* Effect.fork(
      atOnce(3, (reader) =>
        Effect.gen(function* () {
          const found: Array<Change.Change> = []
          for (let at = position, last = false; !last;) {
            last = isOver
            const { more, position: head } = yield* feed.place
            const page = yield* feed.list(at, {}, null, 5 + reader * 20)
            found.push(...page.changes)
            at = page.position
            last &&= !more && at >= head
            // Yielding alone would keep the event loop from the writers.
            yield* Effect.sleep(1)
          }
          return found
        })
      )
    )
    yield* Fiber.join(writers)
    isOver = true
    for (const found of yield* Fiber.join(readers)) {
      assert.deepStrictEqual(
        found.map((change) => change.position),
        found.map((_, at) => position + at + 1)
      )
      const subjects = found.map(({ subjectId }) => subjectId)
      assert.deepStrictEqual(subjects.toSorted(), committed.toSorted())
      const ofWriter = (list: ReadonlyArray<string>, writer: number) =>
        list.filter((subject) => subject.startsWith(`${writer} `))
      for (let writer = 0; writer < 16; writer++) {
        assert.deepStrictEqual(ofWriter(subjects, writer), ofWriter(committed, writer))
      }
    }
  })
}

/** Runs the suite on an adapter. */
export const changeRepositoryContract = contract("ChangeRepository", changeRepositorySuite)
