import { type Account, Archive, Board, Ports } from "@boardwright/core"
import { givenAccount, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Stream, Struct } from "effect"
import { afterNoon, as, asOperator, FACE, refused, story, writingNothing } from "../support.js"
import { archiveOf, detailsOf, header, NEVER, plain, task } from "./fixtures.js"

describe("restoreBoard", () => {
  story("creates a board with new ids and everything else unchanged", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const [ada, bob] = [yield* givenAccount(), yield* givenAccount()]
    const people = [
      { id: "a", email: ada.email.toUpperCase(), name: "Ada" },
      { id: bob.id, name: "Bob" }
    ]
    const members = [
      { userId: bob.id, role: "viewer" },
      { userId: "a", role: "admin" }
    ]
    const comment = { userId: "a", content: " Look ", mentions: [bob.id, "a", bob.id], createdAt: NEVER }
    const { archive, tasks } = archiveOf({ people, members }, [
      task({
        groupId: "g2",
        assignees: [bob.id, "a"],
        columnValues: { c1: { deep: [null] }, c2: null },
        comments: [comment],
        subtasks: [{ name: "Part", completed: true, createdAt: NEVER }],
        timeEntries: [{ userId: bob.id, duration: -0, description: "", createdAt: "2026-01-02T13:00+01:00" }]
      })
    ])
    const { board, ...counts } = yield* as(ownerId)(
      Archive.restoreBoard({ workspaceId, name: "  Again " }, archive, tasks)
    )
    assert.deepStrictEqual(counts, { restored: 1, warnings: 0 })
    const made = board ?? assert.fail("no board")
    const { groups, columns } = header()
    const strip = (parts: ReadonlyArray<object>) => parts.map((part) => ({ ...part, id: "" }))
    assert.deepStrictEqual(strip(made.groups), strip(groups))
    const unbound = { field: null, options: [], strict: false }
    assert.deepStrictEqual(
      strip(made.columns),
      strip(columns).map((column) => ({ ...column, ...unbound }))
    )
    assert.deepStrictEqual(made.members, [
      { userId: bob.id, role: "viewer", ...FACE },
      { userId: ada.id, role: "admin", ...FACE }
    ])
    assert.deepStrictEqual([made.name, made.createdAt, made.updatedAt], ["Again", NEVER, NEVER])
    const [details] = yield* as(ownerId)(detailsOf(made.id))
    assert.strictEqual(details?.groupId, made.groups[1]?.id)
    assert.deepStrictEqual(details?.assignees, [bob.id, ada.id])
    assert.deepStrictEqual(details?.columnValues, { [made.columns[0]?.id ?? ""]: { deep: [null] } })
    assert.deepInclude(plain(details?.comments[0]), { userId: ada.id, content: " Look ", mentions: [bob.id, ada.id] })
    assert.deepInclude(plain(details?.subtasks[0]), { name: "Part", completed: true, createdAt: NEVER })
    const entry = details?.timeEntries[0]
    assert.deepInclude(plain(entry), { userId: bob.id, duration: 0, createdAt: "2026-01-02T12:00:00.000Z" })
  })

  story("gives an option a color that an earlier version left without one", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const { archive, tasks } = archiveOf(
      {
        columns: header().columns.map((column) => ({
          ...column,
          type: "labels",
          options: [
            { id: "a", label: "Constructor", value: null },
            { id: "b", label: "Other", color: "#123456", value: null }
          ]
        }))
      },
      []
    )
    const { board } = yield* as(ownerId)(Archive.restoreBoard({ workspaceId }, archive, tasks))
    assert.deepStrictEqual(
      board?.columns[0]?.options.map(({ color }) => color),
      ["#579BFC", "#123456"]
    )
  })

  story("makes options with one label one, the first", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const option = { id: "o1", label: "Done", color: "#00C875", value: "Done" }
    const options = [option, { ...option, id: "o2", label: "done", value: "done" }]
    const columns = header().columns.map((column) => ({ ...column, type: "status" }))
    const { archive, tasks } = archiveOf({ columns: [{ ...columns[0], field: "status", options }, columns[1]] }, [
      task({ status: "done", columnValues: { c1: "done" } })
    ])
    const { board } = yield* as(ownerId)(Archive.restoreBoard({ workspaceId }, archive, tasks))
    const made = board ?? assert.fail("no board")
    assert.deepStrictEqual(made.columns[0]?.options, [option])
    const [details] = yield* as(ownerId)(detailsOf(made.id))
    assert.deepStrictEqual([details?.status, Object.values(details?.columnValues ?? {})], ["Done", ["done"]])
  })

  story("keeps what means nobody in a column of assignees, and else has the local users there", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const ada = yield* givenAccount()
    const columns = header().columns.map((column) => ({ ...column, type: "person" }))
    const { archive, tasks } = archiveOf(
      { people: [{ id: "a", email: ada.email }], columns: [{ ...columns[0], field: "assignees" }, columns[1]] },
      [
        task({ columnValues: { c1: "Alice (extern)" } }),
        task({ columnValues: { c1: ["a", "nobody"] } }),
        task({ assignees: ["a", "x"], columnValues: { c1: ["a", "x"] } }),
        task({ assignees: ["x"], columnValues: { c1: ["x"] } })
      ]
    )
    const { board } = yield* as(ownerId)(Archive.restoreBoard({ workspaceId }, archive, tasks))
    const restored = yield* as(ownerId)(detailsOf(board?.id ?? assert.fail("no board")))
    assert.deepStrictEqual(
      restored.map(({ assignees, columnValues }) => [assignees, Object.values(columnValues)]),
      [
        [[], ["Alice (extern)"]],
        [[], [["a", "nobody"]]],
        [[ada.id], [[ada.id]]],
        [[], []]
      ]
    )
  })

  story("has the local users in other columns of people, and the addresses of those who are none", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const ada = yield* givenAccount()
    const columns = header().columns.map((column) => ({ ...column, type: "Person" }))
    const people = [
      { id: "a", email: ada.email },
      { id: "g", email: "gone@example.com" }
    ]
    const cells = [["a", "g", "Alice (extern)", 7], "a", "g", "Alice (extern)"]
    const { archive, tasks } = archiveOf(
      { people, columns: [columns[0]] },
      cells.map((c1) => task({ columnValues: { c1 } }))
    )
    const { board } = yield* as(ownerId)(Archive.restoreBoard({ workspaceId }, archive, tasks))
    const restored = yield* as(ownerId)(detailsOf(board?.id ?? assert.fail("no board")))
    assert.deepStrictEqual(
      restored.flatMap(({ columnValues }) => Object.values(columnValues)),
      [[ada.id, "gone@example.com", "Alice (extern)", 7], ada.id, "gone@example.com", "Alice (extern)"]
    )
  })

  story("leaves out unknown people, reassigns what they wrote, and warns of each", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const known = (yield* givenAccount()).id
    const people = [
      { id: "x", email: "nobody@example.com" },
      { id: known, email: "former@example.com" }
    ]
    const members = ["x", known].map((userId) => ({ userId, role: "editor" }))
    const comment = { userId: "x", content: "Look", mentions: [known, "y"], createdAt: NEVER }
    const entry = { userId: "\u0000", duration: 1, description: "", createdAt: NEVER }
    const { archive, tasks } = archiveOf({ people, members }, [
      task(),
      task({ assignees: ["x", known], comments: [comment], timeEntries: [entry] })
    ])
    const restore = Effect.gen(function* () {
      const warnings: Array<string> = []
      const onWarning = ({ message, path, value }: Archive.ArchiveWarning) =>
        Effect.sync(() => warnings.push(`${path.join(".")} ${value} ${message.split(";")[1]?.trim()}`))
      const { board, warnings: count } = yield* Archive.restoreBoard({ workspaceId }, archive, tasks, { onWarning })
      const [, details] = yield* detailsOf(board?.id ?? "")
      return { board, count, details, warnings }
    })
    const { board, count, details, warnings } = yield* asOperator(restore)
    assert.strictEqual(count, 6)
    assert.deepStrictEqual(warnings, [
      "archive.people.1.email former@example.com matched with the user of the same id",
      "archive.members.0.userId nobody@example.com left out",
      "tasks.1.assignees.0 nobody@example.com left out",
      "tasks.1.comments.0.userId nobody@example.com the user who restores the board becomes the author",
      "tasks.1.comments.0.mentions.1 y left out",
      "tasks.1.timeEntries.0.userId \u0000 the user who restores the board becomes the author"
    ])
    assert.deepStrictEqual(board?.members, [
      { userId: known, role: "editor", ...FACE },
      { userId: ownerId, role: "admin", ...FACE }
    ])
    assert.deepStrictEqual(details?.assignees, [known])
    assert.deepInclude(plain(details?.comments[0]), { userId: ownerId, mentions: [known] })
    assert.deepInclude(plain(details?.timeEntries[0]), { userId: ownerId })
    assert.deepStrictEqual((yield* as(ownerId)(restore)).board?.members, board?.members)
  })

  story("merges two people who are one user, and adds an admin if there is none", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const ada = yield* givenAccount()
    const people = [{ id: "a", email: ada.email }, { id: ada.id }]
    const members = [
      { userId: ownerId, role: "viewer" },
      { userId: "a", role: "editor" },
      { userId: ada.id, role: "admin" }
    ]
    const { archive, tasks } = archiveOf({ people, members }, [task({ assignees: ["a", ada.id] })])
    const { board, warnings } = yield* as(ownerId)(Archive.restoreBoard({ workspaceId }, archive, tasks))
    assert.strictEqual(warnings, 1)
    assert.deepStrictEqual(board?.members, [
      { userId: ownerId, role: "admin", ...FACE },
      { userId: ada.id, role: "editor", ...FACE }
    ])
    assert.deepStrictEqual((yield* as(ownerId)(detailsOf(board?.id ?? "")))[0]?.assignees, [ada.id])
  })

  story("keeps the order of entries of the same time, whatever the ids", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const { next } = yield* Ports.Ids
    const backwards = Effect.map(next, (id) => `z${1e8 - Number(id.slice(3))}`)
    const names = ["one", "two", "three", "four"]
    const subtasks = names.map((name) => ({ name, completed: false, createdAt: NEVER }))
    const { archive, tasks } = archiveOf({}, [task({ subtasks })])
    const { board } = yield* asOperator(Archive.restoreBoard({ workspaceId }, archive, tasks)).pipe(
      Effect.provideService(Ports.Ids, { next: backwards })
    )
    const [details] = yield* asOperator(detailsOf(board?.id ?? ""))
    assert.deepStrictEqual(details?.subtasks.map(Struct.get("name")), names)
  })

  story("with dryRun checks the same and stores nothing", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const { archive, tasks } = archiveOf({ members: [{ userId: "x", role: "viewer" }] }, [task(), task()])
    const answer = yield* writingNothing(
      asOperator(Archive.restoreBoard({ workspaceId }, archive, tasks, { dryRun: true }))
    )
    assert.deepStrictEqual(answer, { board: null, restored: 2, warnings: 1 })
  })

  story("stores nothing if the second reading fails or differs", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const { archive, tasks } = archiveOf(
      {},
      Array.from({ length: 600 }, () => task())
    )
    const secondly = <A, E>(then: Stream.Stream<A, E>) => {
      let reads = 0
      return Stream.concat(
        tasks,
        Stream.suspend(() => (++reads === 2 ? then : Stream.empty))
      )
    }
    const restore = <A, E>(then: Stream.Stream<A, E>) =>
      asOperator(Archive.restoreBoard({ workspaceId }, archive, secondly(then)))
    assert.strictEqual(yield* refused(restore(Stream.fail({ _tag: "Unreadable" as const }))), "Unreadable")
    const other = restore(Stream.make({ ...task(), groupId: "elsewhere" }))
    assert.strictEqual(yield* refused(other), "InvalidInput tasks.600.groupId")
    assert.strictEqual(yield* refused(restore(Stream.make(task()))), "InvalidInput tasks")
  })

  story("reports the number of stored tasks", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const { archive, tasks } = archiveOf(
      {},
      Array.from({ length: 600 }, () => task())
    )
    const told: Array<number> = []
    const onStored = (count: number) => Effect.sync(() => told.push(count))
    yield* asOperator(Archive.restoreBoard({ workspaceId }, archive, tasks, { onStored }))
    assert.deepStrictEqual(told, [250, 500, 600])
  })

  story("fails with NotFound without the workspace", function* () {
    const { archive, tasks } = archiveOf({}, [task()])
    const nowhere = asOperator(Archive.restoreBoard({ workspaceId: "none" }, archive, tasks))
    assert.strictEqual(yield* refused(nowhere), "NotFound Workspace")
  })

  story("adds the members in order, before later ones", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const users = [yield* givenAccount(), yield* givenAccount(), yield* givenAccount()].map(({ id }) => id).toReversed()
    const members = users.map((userId) => ({ userId, role: "admin" }))
    const { archive, tasks } = archiveOf({ members }, [])
    const { board } = yield* asOperator(Archive.restoreBoard({ workspaceId }, archive, tasks))
    const boards = yield* Board.BoardRepository
    const later = "a" as Account.UserId
    yield* boards.putMember(board?.id ?? assert.fail(), { userId: later, role: "viewer" }, afterNoon(0))
    const found = yield* boards.members(board?.id ?? assert.fail())
    assert.deepStrictEqual(found.map(Struct.get("userId")), [...users, later])
  })
})
