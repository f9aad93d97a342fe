import { type Account, Change, Ports, type Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { aChange, fresh, givenBoard, givenTask, instant, wholeList } from "../fixtures.js"
import { Effect } from "effect"
import { aBoardId, aPlace, asStored, aWorkspaceId, follow, many, placeAll, record } from "./changeFeed.js"
import { changePagesSuite } from "./changePages.js"
import { changePlacementSuite } from "./changePlacement.js"
import { changeReadersSuite } from "./changeReaders.js"
import type { BoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { AWKWARD_TEXTS, pick } from "./support.js"

/** The contract of `ChangeRepository`. */
export const changeRepositorySuite: Suite<BoardNeeds> = (it) => {
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

  it("says how far the feed has come for a board, and for a task and its board", function* () {
    const feed = yield* Change.ChangeRepository
    const on = yield* givenBoard()
    const { boardId, id: taskId } = yield* givenTask(on)
    const [place, elsewhere] = [{ workspaceId: on.workspace.id, boardId }, aPlace()]
    const { position } = yield* placeAll
    const heads = Effect.gen(function* () {
      const { more, ...ofBoard } = yield* feed.headOf({ boardId })
      const ofTask = yield* feed.headOf({ taskId })
      const { last: _, ...head } = ofBoard
      assert.deepStrictEqual(yield* feed.head, head)
      assert.deepStrictEqual({ ...ofTask, last: 0 }, { ...head, last: 0, more })
      return { more, last: [ofBoard.last, ofTask.last] }
    })
    assert.deepStrictEqual(yield* heads, { more: false, last: [0, 0] })
    const steps = [
      [aChange({ ...place, taskId: null }), 1, 1],
      [aChange(elsewhere), 1, 1],
      [aChange({ ...place, taskId }), 3, 3],
      [aChange({ ...elsewhere, taskId }), 3, 4],
      [aChange({ ...place, boardId: null, taskId: null }), 3, 4]
    ] as const
    for (const [change, board, task] of steps) {
      const before = yield* heads
      yield* record(change)
      const between = yield* heads
      if (between.more) assert.deepStrictEqual(between.last, before.last)
      yield* placeAll
      assert.deepStrictEqual(yield* heads, { more: false, last: [position + board, position + task] })
    }
    const missing = fresh("task") as Task.TaskId
    assert.strictEqual((yield* feed.headOf({ taskId: missing })).last, 0)
    assert.strictEqual((yield* feed.headOf({ boardId: aBoardId() })).last, 0)
    while ((yield* feed.removeBefore(instant(1e6), 5000)) > 0);
    assert.deepStrictEqual(yield* heads, { more: false, last: [0, 0] })
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

  it("empties the fields of all changes of one subject on a task, also before they are placed", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [taskId, other] = [fresh("task") as Task.TaskId, fresh("task") as Task.TaskId]
    const [place, subjectId] = [aPlace(), fresh("comment")]
    const fields = { content: { from: null, to: "words" } }
    const changed = { ...place, taskId, subjectId, fields }
    yield* record(aChange(changed), aChange({ ...changed, subjectId: taskId }), aChange({ ...changed, taskId: other }))
    yield* follow(position)
    yield* record(aChange({ ...changed, type: "comment.updated" }))
    yield* Ports.transactional(feed.eraseFields(taskId, subjectId))
    const left = (yield* follow(position)).map((change) => change.fields)
    assert.deepStrictEqual(left, [{}, fields, fields, {}])
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

  it("finds no more of a batch than one change over the limit", function* () {
    const feed = yield* Change.ChangeRepository
    yield* placeAll
    const [place, batchId] = [aPlace(), fresh("batch")]
    const all = Array.from({ length: Change.MAX_FOUND + 2 }, (_, at) =>
      aChange({ ...place, batchId, fields: { at: { from: null, to: at } } })
    )
    yield* record(...all)
    const found = yield* feed.find(batchId, null)
    assert.deepStrictEqual(
      found.map(({ fields }) => fields["at"]?.to),
      all.slice(0, -1).map((_, at) => at)
    )
  })

  it("lists neither the rank of what was removed, which it finds, nor an invited address", function* () {
    const feed = yield* Change.ChangeRepository
    const { position } = yield* placeAll
    const [name, rank, email] = ["Later", "d0001", "grace@example.test"].map((from) => ({ from, to: null }))
    const place = aPlace()
    const change = aChange({ ...place, type: "group.deleted", fields: { name, rank, email } as Change.FieldChanges })
    yield* record(change)
    const listed = [...(yield* follow(position))]
    listed.push(...(yield* feed.listNewest({ boardId: place.boardId }, null, wholeList)).items)
    assert.deepStrictEqual(
      listed.map(({ fields }) => fields),
      [{ name }, { name }] as ReadonlyArray<Change.FieldChanges>
    )
    assert.deepStrictEqual((yield* feed.find(listed[0]?.id ?? "", null))[0]?.fields, change.fields)
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
    const inWorkspace = { workspaceId: place.workspaceId }
    const ofWorkspace = aChange({ ...place, boardId: null, taskId: null, type: "workspace.updated" })
    yield* record(ofWorkspace, aChange(place), ofWorkspace)
    yield* placeAll
    const { position } = yield* feed.head
    assert.strictEqual(yield* feed.clearFields(inWorkspace, 0, 1), position - 2)
    assert.strictEqual(yield* feed.clearFields(inWorkspace, position - 2, 10), position)
    assert.isNull(yield* feed.clearFields(inWorkspace, position, 10))
    const last = yield* feed.list(position - 3, inWorkspace, null, 10)
    assert.deepStrictEqual(
      last.changes.map(({ fields }) => Object.keys(fields).length === 0),
      [true, false, true]
    )
    const [other] = (yield* feed.list(0, { boardId: elsewhere.boardId }, null, 1000)).changes
    assert.notDeepEqual(other?.fields, {})
  })

  changePagesSuite(it)
  changePlacementSuite(it)
  changeReadersSuite(it)
}

/** Runs the suite on an adapter. */
export const changeRepositoryContract = contract("ChangeRepository", changeRepositorySuite)
