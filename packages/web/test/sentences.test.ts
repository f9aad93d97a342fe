import { Change, Undo } from "@boardwright/core"
import { describe, expect, it } from "vitest"
import { en } from "../src/browser/sentenceTexts/en.js"
import { sentenceOf } from "../src/browser/sentences.js"
import type { Names } from "../src/browser/taskClauses.js"
import { mayUndo } from "../src/browser/undoable.js"
import { wordsIn } from "../src/browser/words.js"

const KNOWN = new Map([
  ["priority high", "High"],
  ["priority low", "Low"]
])
const knownText = (field: string, value: string) => KNOWN.get(`${field} ${value}`)

const dateText = (value: string) => new Date(value).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" })

const names: Names = {
  me: "me",
  people: new Map([
    ["ada", "Ada"],
    ["bob", "Bob"],
    ["me", "Myself"],
    ["former", null]
  ]),
  things: new Map([
    ["doing", "Doing"],
    ["done", "Done"],
    ["size", "Size"],
    ["stage", "Stage"],
    ["owner", "Owner"],
    ["start", "Start"],
    ["step", "Dig"]
  ]),
  columns: [
    { id: "size", type: "number", field: null },
    { id: "stage", type: "status", field: "status" },
    { id: "owner", type: "person", field: null },
    { id: "start", type: "Date", field: null }
  ],
  words: wordsIn({ texts: en, fields: {}, locale: "en", dateText, durationText: String, knownText })
}

type Fields = Change.FieldChanges
const added = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, to]) => [field, { from: null, to }]))
const gone = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, from]) => [field, { from, to: null }]))
const turned = (from: string, to: string) => ({ from, to })

const say = (type: Change.ChangeType, fields: Fields, { actorId = "ada" as string | null, subjectId = "other" } = {}) =>
  sentenceOf({ type, actorId, subjectId, fields }, names)

/** What each type of change records, and what is said of that. */
const TOLD: { readonly [Type in Change.ChangeType]: readonly [fields: Fields, sentence: string] } = {
  "workspace.created": [added({ name: "Farm" }), "Ada created the workspace “Farm”."],
  "workspace.updated": [{ icon: turned("🌱", "🌳") }, "Ada changed the icon of the workspace."],
  "workspace.transferred": [{ ownerId: turned("ada", "bob") }, "Ada gave the workspace to another owner."],
  "workspaceMember.added": [added({ role: "editor" }), "Ada added someone as editor."],
  "workspaceMember.updated": [
    { role: turned("viewer", "editor") },
    "Ada changed the role of someone from viewer to editor."
  ],
  "workspaceMember.removed": [gone({ role: "editor" }), "Ada removed someone from the workspace."],
  "workspaceInvitation.created": [added({ userId: "bob", role: "viewer" }), "Ada invited Bob as viewer."],
  "workspaceInvitation.updated": [
    { role: turned("viewer", "admin") },
    "Ada changed the role of an invitation from viewer to admin."
  ],
  "workspaceInvitation.accepted": [gone({ userId: "ada", role: "viewer" }), "Ada accepted the invitation as viewer."],
  "workspaceInvitation.declined": [gone({ userId: "ada", role: "viewer" }), "Ada declined the invitation as viewer."],
  "workspaceInvitation.withdrawn": [
    gone({ userId: "bob", role: "viewer" }),
    "Ada withdrew the invitation of Bob as viewer."
  ],
  "workspace.deleted": [gone({ name: "Farm" }), "Ada deleted the workspace “Farm”."],
  "board.created": [added({ name: "Spring", tasks: 12 }), "Ada created the board “Spring”, with 12 tasks on it."],
  "board.updated": [
    { name: turned("Spring", "Summer"), viewDensity: turned("default", "compact") },
    "Ada renamed the board from “Spring” to “Summer” and changed the view density of the board “Summer”."
  ],
  "board.deleted": [gone({ name: "Spring" }), "Ada deleted the board “Spring”."],
  "board.purged": [{}, "Ada deleted a board for good."],
  "board.restored": [added({ name: "Spring" }), "Ada restored the board “Spring” from the trash."],
  "group.created": [added({ name: "Later", color: "#579BFC" }), "Ada added the group “Later”."],
  "group.updated": [
    { beforeGroupId: { from: "x", to: null }, color: turned("#000000", "#FFFFFF") },
    "Ada moved the group and changed the color of the group."
  ],
  "group.deleted": [
    gone({ name: "Later", color: "#579BFC", tasks: 1, moveTasksTo: "doing" }),
    "Ada deleted the group “Later”, with 1 task moved to another."
  ],
  "column.created": [added({ name: "Size", type: "number" }), "Ada added the column “Size”."],
  "column.updated": [
    { options: { from: [], to: [{ id: "a" }] }, replaceWith: { from: null, to: {} } },
    "Ada changed the options of the column."
  ],
  "column.deleted": [
    gone({ name: "Size", tasks: 1200 }),
    "Ada deleted the column “Size”, with 1,200 tasks that had a value."
  ],
  "member.added": [added({ role: "editor" }), "Ada added someone as editor."],
  "member.updated": [{ role: turned("viewer", "editor") }, "Ada changed the role of someone from viewer to editor."],
  "member.removed": [gone({ role: "editor" }), "Ada removed someone from the board."],
  "invitation.created": [added({ userId: "bob", role: "viewer" }), "Ada invited Bob as viewer."],
  "invitation.updated": [
    { role: turned("viewer", "admin") },
    "Ada changed the role of an invitation from viewer to admin."
  ],
  "invitation.accepted": [gone({ userId: "ada", role: "viewer" }), "Ada accepted the invitation as viewer."],
  "invitation.declined": [gone({ userId: "ada", role: "viewer" }), "Ada declined the invitation as viewer."],
  "invitation.withdrawn": [gone({ userId: "bob", role: "viewer" }), "Ada withdrew the invitation of Bob as viewer."],
  "task.created": [added({ name: "Sow", groupId: "doing", status: "pending" }), "Ada created it in Doing."],
  "task.updated": [
    {
      name: turned("Sow", "Sow peas"),
      "columnValues.size": { from: 4, to: 5 },
      "columnValues.start": turned("2027-03-01", "2027-03-02"),
      status: turned("pending", "done"),
      "columnValues.stage": turned("To do", "Done"),
      assignees: { from: ["me"], to: ["bob", "ada"] },
      dueDate: { from: null, to: "2027-03-25T00:00:00.000Z" },
      priority: { from: "high", to: "low" }
    },
    "Ada renamed it from “Sow” to “Sow peas”, changed Size from 4 to 5, changed Start from Mar 1, 2027 to Mar 2, 2027, changed Stage from To do to Done, assigned Bob and Ada, unassigned you, set the due date to Mar 25, 2027 and changed the priority from High to Low."
  ],
  "task.moved": [
    { groupId: turned("doing", "done"), beforeTaskId: { from: "x", to: null } },
    "Ada moved it from Doing to Done."
  ],
  "task.transferred": [gone({ name: "Sow", groupId: "doing" }), "Ada moved it to another board."],
  "task.deleted": [gone({ name: "Sow", groupId: "doing" }), "Ada deleted it."],
  "task.restored": [added({ name: "Sow" }), "Ada restored it from the trash."],
  "task.purged": [{}, "Ada deleted it for good."],
  "comment.created": [added({ content: "Look", mentions: ["bob"] }), "Ada commented “Look”."],
  "comment.updated": [{ content: turned("Look", "Look again") }, "Ada changed a comment “Look again”."],
  "comment.deleted": [{}, "Ada deleted a comment."],
  "subtask.created": [added({ name: "Dig" }), "Ada added the subtask “Dig”."],
  "subtask.updated": [{ completed: { from: false, to: true } }, "Ada completed the subtask."],
  "subtask.deleted": [gone({ name: "Dig", completed: true }), "Ada deleted the subtask “Dig”."],
  "timeEntry.created": [added({ duration: 1.5, description: "Digging" }), "Ada logged a time of 1.5."],
  "timeEntry.updated": [{ duration: { from: 1.5, to: 2 } }, "Ada changed a time entry from 1.5 to 2."],
  "timeEntry.deleted": [gone({ duration: 2 }), "Ada deleted a time entry of 2."],
  "webhook.created": [added({ url: "https://example.test" }), "Ada created a webhook for “https://example.test”."],
  "webhook.updated": [{ types: { from: [], to: ["task.created"] } }, "Ada changed the types of the webhook."],
  "webhook.secretRotated": [{}, "Ada made a new secret for a webhook."],
  "webhook.deleted": [gone({ url: "https://example.test" }), "Ada deleted a webhook for “https://example.test”."]
}

describe.each(Change.CHANGE_TYPES)("a change of the type %s", (type) => {
  const [fields, sentence] = TOLD[type]

  it("is a sentence", () => {
    expect(say(type, fields)).toBe(sentence)
  })

  it("is a sentence too where its fields are emptied, or of other kinds", () => {
    const other = Object.fromEntries(Object.keys(fields).map((field) => [field, { from: null, to: null }]))
    for (const some of [{}, other, added({ name: "", groupId: "no group", role: 5, tasks: "many" })]) {
      expect(say(type, some)).toMatch(/^Ada [a-z][^]*[^ ]\.$/)
      expect(say(type, some)).not.toMatch(/undefined|null|\[object|NaN|Invalid| {2}/)
    }
  })

  it("can be undone here where the API does that", () => {
    const change = { actorId: "ada", at: new Date().toISOString(), fields, type }
    const isWhole = !["tasks", "replaceWith"].some((field) => Object.hasOwn(fields, field))
    expect(mayUndo({ ...change, fields: {} }, "ada", "admin")).toBe(Undo.isUndoable(type))
    expect(mayUndo(change, "ada", "admin")).toBe(Undo.isUndoable(type) && isWhole)
    expect(mayUndo({ ...change, at: "2020-01-01T00:00:00.000Z" }, "ada", "admin")).toBe(false)
    const isOwnComment = type === "comment.created" || type === "comment.updated"
    expect(mayUndo(change, "ada", "viewer")).toBe(isOwnComment)
    expect(mayUndo(change, "bob", null)).toBe(false)
  })
})

it("the deletion of a column with values can be undone if it was bound to a field", () => {
  const deleted = { actorId: "ada", at: new Date().toISOString(), type: "column.deleted" } as const
  const mayUndoOf = (fields: Change.FieldChanges) => mayUndo({ ...deleted, fields }, "ada", "editor")
  expect(mayUndoOf(gone({ field: "status", tasks: 2 }))).toBe(true)
  expect(mayUndoOf(gone({ tasks: 2 }))).toBe(false)
})

describe("a sentence", () => {
  it("says who: the reader, the operator, or someone without a name here", () => {
    const actors = ["ada", "me", null, "a stranger"] as const
    expect(actors.map((actorId) => say("task.deleted", {}, { actorId }))).toEqual([
      "Ada deleted it.",
      "You deleted it.",
      "The operator deleted it.",
      "Someone deleted it."
    ])
  })

  it("names the person concerned: the reader, the actor or someone else", () => {
    const own = { actorId: "bob", subjectId: "bob" }
    expect(say("member.added", added({ role: "viewer" }), own)).toBe("Bob joined the board as viewer.")
    expect(say("member.removed", gone({ role: "viewer" }), own)).toBe("Bob left the board.")
    expect(say("member.removed", {}, { subjectId: "me" })).toBe("Ada removed you from the board.")
    expect(say("member.updated", {}, { subjectId: "me" })).toBe("Ada changed your role.")
    expect(say("invitation.withdrawn", gone({ userId: "me" }))).toBe("Ada withdrew your invitation.")
    expect(say("member.removed", {}, { subjectId: "former" })).toBe("Ada removed a former member from the board.")
    expect(say("task.deleted", {}, { actorId: "former" })).toBe("A former member deleted it.")
  })

  it("has the names of parts that the page knows, and says that others are deleted", () => {
    expect(say("subtask.updated", { completed: { from: true, to: false } }, { subjectId: "step" })).toBe(
      "Ada reopened the subtask “Dig”."
    )
    expect(say("task.moved", { groupId: turned("was", "doing") })).toBe("Ada moved it from a deleted group to Doing.")
    expect(say("task.moved", { beforeTaskId: turned("x", "y") })).toBe("Ada moved it within its group.")
    expect(say("task.transferred", added({ groupId: "doing" }))).toBe("Ada moved it here from another board.")
    expect(say("task.updated", added({ "columnValues.was": ["a", "b"] }))).toBe("Ada set a deleted column to a and b.")
  })

  it("shows values as people read them", () => {
    const value = (column: string, to: unknown) => say("task.updated", added({ [`columnValues.${column}`]: to }))
    expect(value("owner", ["bob", "bob@example.test"])).toBe("Ada set Owner to Bob and bob@example.test.")
    expect(value("owner", ["former"])).toBe("Ada set Owner to a former member.")
    expect(value("size", true)).toBe("Ada set Size to checked.")
    expect(value("size", { deep: 1 })).toBe('Ada set Size to {"deep":1}.')
    expect(say("task.updated", gone({ "columnValues.size": 4, dueDate: "2027-03-25T00:00:00.000Z" }))).toBe(
      "Ada cleared Size and cleared the due date."
    )
    expect(say("task.updated", { description: turned("a", "") })).toBe("Ada removed the description.")
    expect(say("task.updated", { description: turned("a", "b") })).toBe("Ada changed the description.")
  })

  it("cuts long values, never within a character", () => {
    const sentence = say("comment.created", added({ content: "🌱".repeat(200) }))
    expect(sentence).toBe(`Ada commented “${"🌱".repeat(79)}…”.`)
    expect(say("task.updated", added({ "columnValues.size": "x".repeat(65_535) })).length).toBeLessThan(120)
  })

  it("of a type that is newer than the page says what changed", () => {
    const change = { type: "checkList.merged" as Change.ChangeType, actorId: "ada", subjectId: "x", fields: {} }
    expect(sentenceOf(change, names)).toBe("Ada changed the check list.")
    expect(mayUndo({ ...change, at: new Date().toISOString() }, "ada", "admin")).toBe(false)
  })
})
