import { Task, Undo } from "@boardwright/core"
import { givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterNoon, as, asOperator, MINUTE, refused, sent, stored, story } from "../support.js"
import { givenTeamTask } from "./support.js"

/** A task with a comment of the viewer. */
const givenComment = Effect.gen(function* () {
  const team = yield* givenTeamTask
  const comment = yield* as(team.viewer)(Task.addComment(team.taskId, { content: "First", mentions: [team.admin] }))
  const comments = Effect.map(as(team.admin)(Task.getTask(team.taskId)), (task) => task.comments)
  return { ...team, comment, comments }
})

describe("updateComment", () => {
  story("changes the given fields and the time of change; what changes nothing leaves it", function* () {
    const { comment, comments, editor, taskId, viewer } = yield* givenComment
    const update = (patch: unknown) => as(viewer)(Task.updateComment(taskId, comment.id, sent(patch)))
    yield* TestClock.adjust(MINUTE)
    for (const patch of [{}, comment, { userId: editor, editedAt: "1999", id: "mine" }]) {
      assert.deepStrictEqual(yield* update(patch), comment)
    }
    const edited = yield* update({ content: " as sent\n" })
    assert.deepStrictEqual(edited, { ...comment, content: " as sent\n", editedAt: afterNoon(MINUTE) })
    yield* TestClock.adjust(MINUTE)
    const mentions = [editor, viewer, editor]
    const mentioned = yield* update({ mentions })
    const expected = { ...edited, mentions: [editor, viewer], editedAt: afterNoon(2 * MINUTE) }
    assert.deepStrictEqual(mentioned, expected)
    assert.deepStrictEqual(yield* comments, [expected])
    assert.deepStrictEqual((yield* update({ mentions: null })).mentions, [])
    const [change] = (yield* stored).feed.changes.slice(-1)
    const fields = { mentions: { from: [editor, viewer], to: [] } }
    assert.deepStrictEqual([change?.type, change?.subjectId, change?.fields], ["comment.updated", comment.id, fields])
  })

  story("is for the author alone, and checks input, existence, rights, then mentioned users", function* () {
    const { admin, comment, owner, stranger, taskId, viewer, ...team } = yield* givenComment
    const other = yield* givenTask(team)
    const update = (
      who: typeof admin,
      task: string,
      id: string,
      patch: unknown = { content: "x", mentions: ["nobody"] }
    ) => refused(as(who)(Task.updateComment(task, id, sent(patch))))
    const wrong = { content: " ", mentions: "all" }
    assert.strictEqual(yield* update(viewer, "nothing", "nothing", wrong), "InvalidInput content, mentions")
    assert.strictEqual(yield* update(viewer, taskId, comment.id, { content: null }), "InvalidInput content")
    assert.strictEqual(yield* update(viewer, "nothing", comment.id), "NotFound Task")
    assert.strictEqual(yield* update(stranger, taskId, "nothing"), "Forbidden")
    assert.strictEqual(yield* update(viewer, other.id, comment.id), "NotFound Comment")
    assert.strictEqual(yield* update(viewer, taskId, "nothing"), "NotFound Comment")
    for (const who of [admin, owner, team.editor])
      assert.strictEqual(yield* update(who, taskId, comment.id), "Forbidden")
    const byOperator = asOperator(Task.updateComment(taskId, comment.id, { content: "x" }))
    assert.strictEqual(yield* refused(byOperator), "Forbidden")
    assert.strictEqual(yield* update(viewer, taskId, comment.id), "InvalidInput mentions.0")
  })

  story("is undone and done again by its author", function* () {
    const { admin, comment, comments, taskId, viewer } = yield* givenComment
    yield* as(viewer)(Task.updateComment(taskId, comment.id, { content: "Second", mentions: null }))
    const last = Effect.map(stored, ({ feed }) => feed.changes.at(-1)?.id ?? "")
    const edit = yield* last
    assert.strictEqual(yield* refused(as(admin)(Undo.undoChange(edit))), "Forbidden")
    yield* as(viewer)(Undo.undoChange(edit))
    assert.deepStrictEqual(yield* comments, [{ ...comment, editedAt: afterNoon(0) }])
    assert.strictEqual(yield* refused(as(viewer)(Undo.undoChange(edit))), "UndoConflict")
    yield* as(viewer)(Undo.undoChange(yield* last))
    assert.deepStrictEqual(yield* comments, [{ ...comment, content: "Second", mentions: [], editedAt: afterNoon(0) }])
  })
})

describe("deleteComment", () => {
  story("removes the comment, and every text of it from the record", function* () {
    const { comment, comments, taskId, viewer } = yield* givenComment
    yield* as(viewer)(Task.addComment(taskId, { content: "Another" }))
    yield* as(viewer)(Task.updateComment(taskId, comment.id, { content: "a secret" }))
    yield* as(viewer)(Task.deleteComment(taskId, comment.id))
    assert.deepStrictEqual(
      (yield* comments).map(({ content }) => content),
      ["Another"]
    )
    const { feed } = yield* stored
    const ofComment = feed.changes.filter(({ subjectId }) => subjectId === comment.id)
    assert.deepStrictEqual(
      ofComment.map(({ fields, type }) => [type, fields]),
      [
        ["comment.created", {}],
        ["comment.updated", {}],
        ["comment.deleted", {}]
      ]
    )
    assert.include(JSON.stringify(feed), "Another")
    assert.strictEqual(yield* refused(as(viewer)(Undo.undoChange(ofComment[1]?.id ?? ""))), "NotFound Comment")
    assert.strictEqual(yield* refused(as(viewer)(Undo.undoChange(ofComment[2]?.id ?? ""))), "InvalidInput id")
  })

  story("is for the author, admins, the owner and the operator, of what is under the task", function* () {
    const { admin, comment, editor, owner, stranger, taskId, viewer, ...team } = yield* givenComment
    const other = yield* givenTask(team)
    const remove = (who: typeof admin, task: string, id: string) => refused(as(who)(Task.deleteComment(task, id)))
    assert.strictEqual(yield* remove(viewer, "nothing", comment.id), "NotFound Task")
    assert.strictEqual(yield* remove(stranger, taskId, "nothing"), "Forbidden")
    assert.strictEqual(yield* remove(admin, other.id, comment.id), "NotFound Comment")
    assert.strictEqual(yield* remove(editor, taskId, comment.id), "Forbidden")
    const byOther = Effect.map(as(viewer)(Task.addComment(taskId, { content: "x" })), ({ id }) => id)
    yield* as(viewer)(Task.deleteComment(taskId, yield* byOther))
    yield* as(admin)(Task.deleteComment(taskId, yield* byOther))
    yield* as(owner)(Task.deleteComment(taskId, yield* byOther))
    yield* asOperator(Task.deleteComment(taskId, yield* byOther))
    assert.deepStrictEqual([...(yield* stored).comments.keys()], [comment.id])
  })
})
