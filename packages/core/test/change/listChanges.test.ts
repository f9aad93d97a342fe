import { type Account, Board, Change, Ports, Task, Workspace } from "@boardwright/core"
import { aChange, givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, asOperator, givenTeam, refused, sent, story } from "../support.js"
import { givenTeamTask } from "../task/support.js"

/** A team whose editor added tasks of these names. */
const givenChanges = (...names: ReadonlyArray<string>) =>
  Effect.tap(givenTeam, ({ boardId, editor }) =>
    Effect.forEach(names, (name) => as(editor)(Task.createTask({ boardId, name })))
  )

const list = (userId: Account.UserId, input?: Change.ListChanges) => as(userId)(Change.listChanges(input))

const namesIn = ({ changes }: Change.ListedChanges) => changes.map(({ fields }) => fields["name"]?.to)

describe("listChanges", () => {
  story("returns changes in order from the first, in pages that continue by cursor", function* () {
    const { viewer } = yield* givenChanges("a", "b", "c", "d", "e")
    const first = yield* list(viewer, { limit: 2 })
    assert.deepStrictEqual([namesIn(first), first.hasMore], [["a", "b"], true])
    const second = yield* list(viewer, { limit: 2, since: first.cursor })
    assert.deepStrictEqual([namesIn(second), second.hasMore], [["c", "d"], true])
    const last = yield* list(viewer, { since: second.cursor })
    assert.deepStrictEqual([namesIn(last), last.hasMore], [["e"], false])
    assert.deepStrictEqual(yield* list(viewer, { since: last.cursor }), { ...last, changes: [] })
    assert.strictEqual(yield* Change.currentCursor, last.cursor)
  })

  story("now is the cursor of the head: what is answered before is not after it, all else is", function* () {
    const { boardId, editor, viewer } = yield* givenChanges("before")
    const now = yield* list(viewer, { since: "now" })
    assert.deepStrictEqual(now, { changes: [], cursor: yield* Change.currentCursor, hasMore: false })
    yield* as(editor)(Task.createTask({ boardId, name: "after" }))
    assert.deepStrictEqual(namesIn(yield* list(viewer, { since: now.cursor })), ["after"])
  })

  story("filters by board, workspace and types", function* () {
    const { boardId, owner, workspace } = yield* givenChanges("task")
    const other = yield* as(owner)(Board.createBoard({ workspaceId: workspace.id, name: "board" }))
    yield* as(owner)(Workspace.createWorkspace({ name: "elsewhere" }))
    const cases: ReadonlyArray<readonly [Change.ListChanges, ReadonlyArray<string>]> = [
      [{}, ["task", "board", "elsewhere"]],
      [{ workspaceId: workspace.id }, ["task", "board"]],
      [{ boardId }, ["task"]],
      [{ boardId: other.id }, ["board"]],
      [{ types: ["task.created", "workspace.created"] }, ["task", "elsewhere"]],
      [{ workspaceId: workspace.id, types: ["workspace.created"] }, []]
    ]
    const empty = yield* Effect.flip(list(owner, { types: [] }))
    assert.deepInclude(empty, { _tag: "InvalidInput" })
    const { cursor } = yield* list(owner, { since: "now" })
    for (const [input, names] of cases) {
      const page = yield* list(owner, input)
      assert.deepStrictEqual([namesIn(page), page.hasMore, page.cursor], [names, false, cursor])
    }
  })

  story("the changes of what does not exist are not found", function* () {
    const { id } = yield* givenAccount()
    assert.strictEqual(yield* refused(list(id, { boardId: "missing" })), "NotFound Board")
    assert.strictEqual(yield* refused(list(id, { workspaceId: "missing" })), "NotFound Workspace")
  })

  story("access counts when it is read: a removed member reads of the removal, and nothing more", function* () {
    const { admin, boardId, viewer } = yield* givenChanges("task")
    assert.deepStrictEqual(namesIn(yield* list(viewer)), ["task"])
    yield* as(admin)(Board.removeMember(boardId, viewer))
    const { changes } = yield* list(viewer)
    assert.deepStrictEqual(
      changes.map(({ subjectId, type }) => [type, subjectId]),
      [["member.removed", viewer]]
    )
  })

  story("a deleted board is told to each of its readers, and its changes vanish", function* () {
    const team = yield* givenChanges("task")
    yield* as(team.admin)(Board.deleteBoard(team.boardId))
    for (const reader of [team.owner, team.admin, team.editor, team.viewer]) {
      const { changes } = yield* list(reader)
      assert.deepStrictEqual(
        changes.map(({ recipientId, type }) => [type, recipientId]),
        [["board.deleted", reader]]
      )
    }
    assert.deepStrictEqual((yield* list(team.stranger)).changes, [])
    assert.strictEqual((yield* asOperator(Change.listChanges())).changes.length, 5)
  })

  story("rejects other limits, types and cursors", function* () {
    const { id } = yield* givenAccount()
    for (const limit of [0, -1, 1.5, 501, Number.NaN, "1", null]) {
      const isAbsent = limit === null
      const page = Effect.either(list(id, sent({ limit })))
      assert.strictEqual((yield* page)._tag, isAbsent ? "Right" : "Left", String(limit))
      if (!isAbsent) assert.strictEqual(yield* refused(list(id, sent({ limit }))), "InvalidInput limit")
    }
    for (const limit of [1, 500]) yield* list(id, { limit })
    assert.match(yield* refused(list(id, sent({ types: ["task.eaten"] }))), /^InvalidInput types/)
    assert.match(yield* refused(list(id, sent({ types: "task.moved" }))), /^InvalidInput types/)
    for (const since of ["later", "NOW", ".1", "a.", "a.-1", "a.1.1", "G.1", `a.${"9".repeat(16)}`]) {
      assert.strictEqual(yield* refused(list(id, { since })), "InvalidInput since", since)
    }
  })

  story("a cursor of another epoch, ahead of the head, or older than what is kept has expired", function* () {
    const feed = yield* Change.ChangeRepository
    const { viewer } = yield* givenChanges("a", "b", "c")
    const before = yield* list(viewer)
    const { epoch } = yield* feed.head
    const expired = (since: string) => Effect.flip(list(viewer, { since }))
    const fresh = Effect.map(Change.currentCursor, (cursor) => new Change.CursorExpired({ cursor }))
    assert.deepStrictEqual(yield* expired(Change.cursorAt(epoch, 4)), yield* fresh)
    assert.deepStrictEqual(yield* expired(Change.cursorAt("0", 3)), yield* fresh)

    assert.strictEqual(yield* feed.removeBefore(afterNoon(1), 2), 2)
    assert.deepStrictEqual(yield* expired(Change.cursorAt(epoch, 1)), yield* fresh)
    assert.deepStrictEqual(namesIn(yield* list(viewer, { since: Change.cursorAt(epoch, 2) })), ["c"])
    assert.deepStrictEqual(namesIn(yield* list(viewer)), ["c"])

    yield* feed.renewEpoch
    const error = yield* expired(before.cursor)
    assert.deepStrictEqual(error, yield* fresh)
    if (!(error instanceof Change.CursorExpired)) return assert.fail(error._tag)
    assert.deepStrictEqual((yield* list(viewer, { since: error.cursor })).changes, [])
  })
})

describe("activity", () => {
  story("lists what happened on a board or to a task, newest first, of one actor or one type", function* () {
    const { admin, boardId, editor, task, taskId, viewer } = yield* givenTeamTask
    yield* as(editor)(Task.addComment(taskId, { content: "Look" }))
    yield* as(admin)(Task.updateTask(taskId, { name: "New" }))
    yield* as(admin)(Board.updateBoard(boardId, { name: "New" }))
    const typesIn = (listed: { readonly items: ReadonlyArray<Change.Change> }) => listed.items.map(({ type }) => type)
    const ofTask = yield* as(viewer)(Change.listTaskActivity(taskId))
    assert.deepStrictEqual(typesIn(ofTask), ["task.updated", "comment.created"])
    assert.deepStrictEqual(ofTask.items[0]?.fields, { name: { from: task.name, to: "New" } })
    const ofBoard = (input: Change.ListActivity) =>
      Effect.map(as(viewer)(Change.listBoardActivity(boardId, input)), typesIn)
    assert.deepStrictEqual(yield* ofBoard({}), ["board.updated", "task.updated", "comment.created"])
    assert.deepStrictEqual(yield* ofBoard({ actor: editor }), ["comment.created"])
    assert.deepStrictEqual(yield* ofBoard({ actor: admin, type: "task.updated" }), ["task.updated"])
    assert.deepStrictEqual(yield* ofBoard({ page: 2, limit: 2 }), ["comment.created"])
    assert.strictEqual(
      yield* refused(as(viewer)(Change.listBoardActivity(boardId, sent({ type: "task.eaten" })))),
      "InvalidInput type"
    )
    assert.strictEqual(yield* refused(as(viewer)(Change.listTaskActivity("missing"))), "NotFound Task")
    assert.strictEqual(yield* refused(as(viewer)(Change.listBoardActivity("missing"))), "NotFound Board")
  })

  story("asks for a smaller limit rather than leave out what is too large for a page", function* () {
    const { boardId, viewer, workspace } = yield* givenTeam
    const fields = { description: { from: null, to: "x".repeat(Change.MAX_FIELDS_BYTES / 2) } }
    const change = aChange({ workspaceId: workspace.id, boardId, fields })
    yield* Ports.transactional(Effect.flatMap(Change.ChangeRepository, (feed) => feed.append([change, change, change])))
    const count = (input: Change.ListActivity) =>
      Effect.map(as(viewer)(Change.listBoardActivity(boardId, input)), ({ items }) => items.length)
    assert.strictEqual(yield* refused(count({})), "InvalidInput limit")
    assert.strictEqual(yield* refused(count({ page: 1, limit: 2 })), "InvalidInput limit")
    for (const page of [1, 2, 3]) assert.strictEqual(yield* count({ page, limit: 1 }), 1)
  })
})
