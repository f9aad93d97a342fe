import { Archive } from "@boardwright/core"
import { givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { asOperator, refused, sent, story } from "../support.js"
import { archiveOf, header, NEVER, task } from "./fixtures.js"

const LONG = "x".repeat(65_536)
const comment = { userId: "u", content: "Look", mentions: [], createdAt: NEVER }

const option = { id: "o1", label: "Open", color: "#00C875", value: null }
const part = { name: "Part", completed: false, createdAt: NEVER }
const many = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))

const refusalOf = Effect.fnUntraced(function* (archive: unknown, ...tasks: ReadonlyArray<unknown>) {
  const { id: workspaceId } = yield* givenWorkspace()
  return yield* refused(asOperator(Archive.restoreBoard({ workspaceId }, archive, Stream.fromIterable(tasks))))
})

describe("restoreBoard rejects", () => {
  story("a header that breaks the rules of the API, with the path", function* () {
    const { board, columns, groups } = header()
    const [column] = columns
    const wrong: ReadonlyArray<readonly [unknown, string]> = [
      [null, "archive"],
      [[], "archive"],
      [{ ...header(), format: "other" }, "archive.format"],
      [{ ...header(), version: 2 }, "archive.version"],
      [{ ...header(), board: { ...board, name: " " } }, "archive.board.name"],
      [{ ...header(), board: { ...board, description: LONG } }, "archive.board.description"],
      [{ ...header(), board: { ...board, createdAt: "2026-02-31" } }, "archive.board.createdAt"],
      [{ ...header(), board: { ...board, updatedAt: "1969-12-31" } }, "archive.board.updatedAt"],
      [
        { ...header(), board: { ...board, background: { type: "solid", value: "url(x)" } } },
        "archive.board.background.value"
      ],
      [{ ...header(), groups: {} }, "archive.groups"],
      [{ ...header(), groups: [] }, "archive.groups"],
      [{ ...header(), groups: [groups[0], { ...groups[1], color: "red" }] }, "archive.groups.1.color"],
      [{ ...header(), groups: [groups[0], groups[0]] }, "archive.groups.1.id"],
      [{ ...header(), columns: [{ ...column, width: -1 }] }, "archive.columns.0.width"],
      [{ ...header(), columns: [{ ...column, type: "x".repeat(51) }] }, "archive.columns.0.type"],
      [
        { ...header(), columns: [column, { ...column, visible: 1 }] },
        "archive.columns.1.id, archive.columns.1.visible"
      ],
      [
        { ...header(), columns: many(2, (at) => ({ ...column, id: `c${at}`, type: "status", field: "status" })) },
        "archive.columns.1.field"
      ],
      [{ ...header(), columns: [{ ...column, type: "text", field: "status" }] }, "archive.columns.0.field"],
      [{ ...header(), columns: [{ ...column, type: "text", options: [option] }] }, "archive.columns.0.options"],
      [
        { ...header(), columns: [{ ...column, type: "status", options: [option, option] }] },
        "archive.columns.0.options.1.id"
      ],
      [{ ...header(), members: [{ userId: "a", role: "owner" }] }, "archive.members.0.role"],
      [
        {
          ...header(),
          members: [
            { userId: "a", role: "admin" },
            { userId: "a", role: "viewer" }
          ]
        },
        "archive.members.1.userId"
      ],
      [{ ...header(), groups: many(1001, (at) => ({ ...groups[0], id: `g${at}` })) }, "archive.groups"],
      [{ ...header(), columns: many(201, (at) => ({ ...column, id: `c${at}` })) }, "archive.columns"],
      [{ ...header(), members: many(501, (at) => ({ userId: `u${at}`, role: "admin" })) }, "archive.members"],
      [{ ...header(), people: [{ id: 7 }] }, "archive.people.0.id"],
      [{ ...header(), people: [{ id: "a" }, { id: "a", email: 1 }] }, "archive.people.1.id, archive.people.1.email"]
    ]
    for (const [archive, where] of wrong) {
      assert.strictEqual(yield* refusalOf(archive, task()), `InvalidInput ${where}`)
    }
  })

  story("a task that breaks the rules of the API, with its index and path", function* () {
    const wrong: ReadonlyArray<readonly [unknown, string]> = [
      ["text", "tasks.1"],
      [task({ name: "" }), "tasks.1.name"],
      [task({ name: "a\u0000" }), "tasks.1.name"],
      [task({ status: "\uD800" }), "tasks.1.status"],
      [task({ groupId: "g3" }), "tasks.1.groupId"],
      [task({ dueDate: "tomorrow" }), "tasks.1.dueDate"],
      [task({ updatedAt: null }), "tasks.1.updatedAt"],
      [task({ columnValues: { c1: 1, c3: 2 } }), "tasks.1.columnValues.c3"],
      [task({ columnValues: JSON.parse('{ "__proto__": 1 }') }), "tasks.1.columnValues.__proto__"],
      [task({ columnValues: { c1: ["\u0000"], c2: LONG } }), "tasks.1.columnValues.c1, tasks.1.columnValues.c2"],
      [task({ columnValues: { c1: ["x".repeat(16_381)], c2: "x" } }), "tasks.1.columnValues.c1"],
      [task({ subtasks: many(1001, () => part) }), "tasks.1.subtasks"],
      [task({ comments: many(10_001, () => comment) }), "tasks.1.comments"],
      [task({ assignees: ["a", null] }), "tasks.1.assignees.1"],
      [task({ comments: [comment, { ...comment, content: " " }] }), "tasks.1.comments.1.content"],
      [task({ comments: [{ ...comment, mentions: "a" }] }), "tasks.1.comments.0.mentions"],
      [task({ comments: [{ ...comment, userId: undefined }] }), "tasks.1.comments.0.userId"],
      [task({ subtasks: [{ name: "Part", completed: 0, createdAt: NEVER }] }), "tasks.1.subtasks.0.completed"],
      [
        task({ timeEntries: [{ userId: "u", duration: -1, description: LONG, createdAt: "" }] }),
        ["duration", "description", "createdAt"].map((field) => `tasks.1.timeEntries.0.${field}`).join(", ")
      ]
    ]
    for (const [each, where] of wrong) {
      assert.strictEqual(yield* refusalOf(header(), task(), each, task()), `InvalidInput ${where}`)
    }
  })

  story("many tasks with every problem, up to a thousand", function* () {
    const some = yield* refusalOf(header(), task({ name: "" }), task(), task({ status: "", priority: 1 }))
    assert.strictEqual(some, "InvalidInput tasks.0.name, tasks.2.status, tasks.2.priority")
    const many = yield* refusalOf(header(), ...Array.from({ length: 3000 }, () => task({ name: "" })))
    assert.strictEqual(many.split(",").length, 1000)
  })

  story("an input of another form", function* () {
    const { archive, tasks } = archiveOf({}, [task()])
    const restore = (input: unknown) => refused(asOperator(Archive.restoreBoard(sent(input), archive, tasks)))
    assert.strictEqual(yield* restore({}), "InvalidInput workspaceId")
    assert.strictEqual(yield* restore({ workspaceId: "w", name: "" }), "InvalidInput name")
  })

  story("only lists that exceed their limits", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const subtasks = many(1000, () => part)
    const comments = many(10_000, () => comment)
    const { archive, tasks } = archiveOf({}, [task({ subtasks, comments })])
    const { restored } = yield* asOperator(Archive.restoreBoard({ workspaceId }, archive, tasks))
    assert.strictEqual(restored, 1)
  })
})
