import { Account, Board, Import, Task, Values } from "@boardwright/core"
import { givenAccount, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { afterNoon, as, asOperator, FACE, givenTeam, refused, sent, stored, story, writingNothing } from "../support.js"
import { tasksOf } from "./support.js"

const SHEET = {
  name: " Launch ",
  description: "From a spreadsheet",
  headers: ["Item", "State", "Due", "Notes", "Left out"],
  columnMappings: [
    { index: 0, name: "Item", type: "text", isFirstColumn: true },
    { index: 1, type: "status" },
    { index: 2, name: "When", type: "date" },
    { index: 3, type: null }
  ],
  rows: [
    { "0": "Order", "1": "Working on it", "2": "25/12/2024", "3": " as sent ", "4": "lost" },
    { "0": " ", "1": "", "2": null },
    { "0": "", "1": "Done", "2": "01.02.2024" },
    { "0": "Pay", "3": 42, "4": "lost, too" }
  ]
}
const WARNINGS: ReadonlyArray<Import.ImportWarning> = [
  { row: 0, column: 4, value: "lost", message: "is in no mapped column; left out" },
  { row: 2, column: 0, value: "", message: "has no name; imported as Untitled" },
  { row: 2, column: 2, value: "01.02.2024", message: "is not a date from 1970 to 9999, or could be two; kept as text" }
]
const MISFITS = [
  {
    row: 2,
    column: 2,
    value: "01.02.2024",
    message: "must be a date from 1970 to 9999, its day and month in a clear order",
    cells: 1
  }
]

describe("importBoard", () => {
  story("makes at most 5,000 options in all, and keeps the text of other cells", function* () {
    const { id: workspaceId, ownerId } = yield* givenWorkspace()
    const columnMappings = Array.from({ length: 12 }, (_, index) => ({
      index,
      type: index === 0 ? "text" : "dropdown"
    }))
    const rows = Array.from({ length: 600 }, (_, row) =>
      Object.fromEntries(columnMappings.map(({ index }) => [index, `${index} ${row}`]))
    )
    const { board } = yield* as(ownerId)(Import.importBoard({ name: "Labels", workspaceId, columnMappings, rows }))
    const made = (board?.columns ?? []).map(({ options }) => options.length)
    assert.strictEqual(
      made.reduce((sum, count) => sum + count, 0),
      Import.MAX_IMPORTED_OPTIONS
    )
    const [last] = (yield* as(ownerId)(tasksOf(board?.id ?? ""))).slice(-1)
    assert.deepStrictEqual(
      Object.values(last?.columnValues ?? {}),
      columnMappings.slice(1).map(({ index }) => `${index} 599`)
    )
  })

  story("creates a board with a column for each mapped column but the name's, and its creator as admin", function* () {
    const workspace = yield* givenWorkspace()
    const answer = yield* as(workspace.ownerId)(Import.importBoard({ ...SHEET, workspaceId: workspace.id }))
    const board = answer.board ?? assert.fail("no board")
    assert.deepInclude(board, {
      name: "Launch",
      description: "From a spreadsheet",
      workspaceId: workspace.id,
      createdAt: afterNoon(0),
      members: [{ userId: workspace.ownerId, role: "admin", ...FACE }]
    })
    assert.deepStrictEqual(
      board.columns.map(({ name, required, type, visible, width }) => [name, type, required, visible, width]),
      [
        ["State", "status", false, true, null],
        ["When", "date", false, true, null],
        ["Notes", "text", false, true, null]
      ]
    )
    assert.deepStrictEqual(
      board.groups.map(({ name }) => name),
      ["New group"]
    )
    assert.deepStrictEqual(yield* as(workspace.ownerId)(Board.getBoard(board.id)), board)
  })

  story("creates a task for each row that is not blank, in order, and warns of unused cells", function* () {
    const workspace = yield* givenWorkspace()
    const { board, ...rest } = yield* asOperator(Import.importBoard({ ...SHEET, workspaceId: workspace.id }))
    assert.deepStrictEqual(rest, { imported: 3, skipped: 1, warnings: WARNINGS, columnWarnings: MISFITS })
    const [state = "", when = "", notes = ""] = board?.columns.map(({ id }) => id) ?? []
    const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
    assert.deepStrictEqual(
      tasks.map(({ columnValues, dueDate, name, priority, status }) => [name, status, priority, dueDate, columnValues]),
      [
        [
          "Order",
          "working",
          "medium",
          "2024-12-25T00:00:00.000Z",
          { [state]: "Working on it", [when]: "25/12/2024", [notes]: " as sent " }
        ],
        ["Untitled", "done", "medium", null, { [state]: "Done", [when]: "01.02.2024" }],
        ["Pay", "pending", "medium", null, { [notes]: "42" }]
      ]
    )
    assert.deepStrictEqual([...new Set(tasks.map(({ groupId }) => groupId))], [board?.groups[0]?.id])
  })

  story("creates tasks that can be changed and sent back like any other", function* () {
    const workspace = yield* givenWorkspace()
    const { board } = yield* asOperator(Import.importBoard({ ...SHEET, workspaceId: workspace.id }))
    const [first] = yield* asOperator(tasksOf(board?.id ?? ""))
    yield* writingNothing(asOperator(Task.updateTask(first?.id ?? "", sent(first))))
    const { id } = yield* asOperator(Task.createTask({ boardId: board?.id ?? "", name: "Added later" }))
    assert.strictEqual((yield* asOperator(tasksOf(board?.id ?? ""))).at(-1)?.id, id)
  })

  story("returns the same for a dry run, without a board", function* () {
    const workspace = yield* givenWorkspace()
    const input = { ...SHEET, workspaceId: workspace.id }
    const dry = yield* writingNothing(as(workspace.ownerId)(Import.importBoard(input, { dryRun: true })))
    assert.deepStrictEqual(dry, {
      board: null,
      imported: 3,
      skipped: 1,
      warnings: WARNINGS,
      columnWarnings: MISFITS
    })
  })

  story("keeps 10,000 rows in order", function* () {
    const workspace = yield* givenWorkspace()
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ "0": `Task ${at}` }))
    const { board, imported } = yield* asOperator(
      Import.importBoard({ name: "Large", workspaceId: workspace.id, columnMappings: [], rows })
    )
    assert.strictEqual(imported, 10_000)
    const pages = yield* Effect.forEach(
      Array.from({ length: 10 }, (_, at) => at + 1),
      (page) => asOperator(Task.listTasks({ boardId: board?.id ?? "", page, limit: 1000 }))
    )
    assert.deepStrictEqual(
      pages.flatMap(({ items }) => items.map(({ name }) => name)),
      rows.map((row) => row["0"])
    )
  })

  story("stores all or nothing, also if it is interrupted", function* () {
    const workspace = yield* givenWorkspace()
    const tasks = yield* Task.TaskRepository
    const before = yield* stored
    const rows = Array.from({ length: 600 }, (_, at) => ({ "0": `Task ${at}` }))
    const run = asOperator(Import.importBoard({ name: "Large", workspaceId: workspace.id, columnMappings: [], rows }))
    // Storage that never answers the second batch of tasks.
    let slices = 0
    const hanging = {
      ...tasks,
      insert: (slice: Parameters<typeof tasks.insert>[0]) => (++slices === 2 ? Effect.never : tasks.insert(slice))
    }
    const fiber = yield* Effect.fork(Effect.provideService(run, Task.TaskRepository, hanging))
    yield* TestClock.adjust("1 seconds")
    yield* Fiber.interrupt(fiber)
    assert.strictEqual(slices, 2)
    assert.strictEqual(yield* stored, before)
  })

  story("lists problems of the schema first, then those of mappings and rows", function* () {
    const workspace = yield* givenWorkspace()
    const run = (input: object) =>
      refused(as(workspace.ownerId)(Import.importBoard(sent({ ...SHEET, workspaceId: workspace.id, ...input }))))
    assert.strictEqual(
      yield* run({ name: "", columnMappings: [{ index: -1 }, 7], rows: [[]], headers: [1], firstColumnIndex: "0" }),
      "InvalidInput name, firstColumnIndex, columnMappings.0.index, columnMappings.1, rows.0, headers.0"
    )
    const mappings = [{ index: 1 }, { index: 1 }, { index: 2, isFirstColumn: true }]
    const rows = [{ "1": "fine" }, { "1": "x".repeat(65_536), "-1": "x", "3": {} }]
    assert.strictEqual(
      yield* run({ columnMappings: mappings, firstColumnIndex: 0, rows }),
      "InvalidInput firstColumnIndex, columnMappings.1.index, rows.1.1, rows.1.3, rows.1.-1"
    )
  })

  story("names the row of an over-long cell", function* () {
    const workspace = yield* givenWorkspace()
    const rows = [{ "0": "fine" }, { "0": "x".repeat(256) }]
    const failure = yield* Effect.flip(asOperator(Import.importBoard({ ...SHEET, workspaceId: workspace.id, rows })))
    assert.instanceOf(failure, Values.InvalidInput)
    assert.deepStrictEqual(failure instanceof Values.InvalidInput ? failure.issues : [], [
      { path: ["rows", "1", "0"], message: "must have at most 255 characters" }
    ])
  })

  story("checks input, then existence, then rights, also in a dry run", function* () {
    const { admin, workspace } = yield* givenTeam
    for (const dryRun of [false, true]) {
      const run = (input: object) => refused(as(admin)(Import.importBoard(sent({ ...SHEET, ...input }), { dryRun })))
      assert.strictEqual(yield* run({ workspaceId: "nothing", rows: 7 }), "InvalidInput rows")
      assert.strictEqual(yield* run({ workspaceId: "nothing", rows: [{ x: 1 }] }), "InvalidInput rows.0.x")
      assert.strictEqual(yield* run({ workspaceId: "nothing" }), "NotFound Workspace")
      assert.strictEqual(yield* run({ workspaceId: workspace.id }), "Forbidden")
    }
  })

  story("creates the groups that rows name, and assigns members of the workspace's boards by address", function* () {
    const { editor, owner, stranger, workspace } = yield* givenTeam
    const address = Effect.fnUntraced(function* (id: Account.UserId) {
      const { find = () => Effect.succeed([]) } = yield* Account.UserDirectory
      return (yield* find([id]))[0]?.email ?? assert.fail("no address")
    })
    const [member, own, foreign] = yield* Effect.all([address(editor), address(owner), address(stranger)])
    const columnMappings = (["group", "assignees"] as const).map((field, at) => ({ index: at + 1, field }))
    const rows = [
      { 0: "Dig", 1: "Later", 2: `${member.toUpperCase()}; ${own}` },
      { 0: "Sow", 1: "", 2: `${foreign}, nobody@example.com, ${own}`, 3: "lost" },
      { 0: "", 1: "Never" },
      { 0: "Plant", 1: " Later " }
    ]
    const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows }
    const dry = yield* writingNothing(as(owner)(Import.importBoard(input, { dryRun: true })))
    const { board, ...rest } = yield* as(owner)(Import.importBoard(input))
    assert.deepStrictEqual(dry, { board: null, ...rest })
    assert.deepStrictEqual(rest, {
      imported: 3,
      skipped: 1,
      warnings: [
        { row: 1, column: 3, value: "lost", message: "is in no mapped column; left out" },
        {
          row: 1,
          column: 2,
          value: `${foreign}, nobody@example.com`,
          message: "matches no member of the workspace's boards; left out"
        }
      ]
    })
    const groups = board?.groups ?? []
    assert.deepStrictEqual([groups.map(({ name }) => name), board?.columns], [["Later", "New group"], []])
    const [first, second] = groups.map(({ color }) => color)
    assert.notStrictEqual(first, second)
    const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
    assert.deepStrictEqual(
      tasks.map(({ assignees, groupId, name }) => [name, groups.find(({ id }) => id === groupId)?.name, assignees]),
      [
        ["Dig", "Later", [editor, owner]],
        ["Sow", "New group", [owner]],
        ["Plant", "Later", []]
      ]
    )
  })

  const givenMember = Effect.fnUntraced(function* (boardId: Board.BoardId, name: string) {
    const account = yield* givenAccount({ name })
    yield* (yield* Board.BoardRepository).putMember(boardId, { userId: account.id, role: "editor" }, afterNoon(9))
    return account
  })

  story(
    "with matchPeople, a column of people lists members by name, address or id, and keeps other text",
    function* () {
      const { boardId, owner, viewer, workspace } = yield* givenTeam
      const { email, id: zoe } = yield* givenMember(boardId, "Zoë Kaya")
      const stranger = yield* givenAccount({ name: "Gustav" })
      const cells = [`ZOË KAYA, ${viewer}`, email, "Zoë Kaya; Gustav", stranger.name, stranger.email, ""]
      const rows = cells.map((who, at) => ({ 0: `Task ${at}`, 1: who, 2: who }))
      const columnMappings = [
        { index: 1, name: "Who", type: "Person" },
        { index: 2, name: "As sent", type: "text" }
      ]
      const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows, matchPeople: true }
      const { board, columnWarnings } = yield* as(owner)(Import.importBoard(input))
      const [who = assert.fail("no column"), asSent = assert.fail("no column")] = board?.columns ?? []
      const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
      assert.deepStrictEqual(
        tasks.map(({ columnValues }) => columnValues[who.id]),
        [[zoe, viewer], [zoe], [zoe, "Gustav"], stranger.name, stranger.email, undefined]
      )
      assert.deepStrictEqual(
        tasks.map(({ columnValues }) => columnValues[asSent.id] ?? ""),
        cells
      )
      const message = "matches no member of the workspace's boards"
      assert.deepStrictEqual(columnWarnings, [{ row: 2, column: 1, value: "Zoë Kaya; Gustav", message, cells: 3 }])
      const { board: sent } = yield* as(owner)(Import.importBoard({ ...input, matchPeople: false }))
      const kept = yield* asOperator(tasksOf(sent?.id ?? ""))
      assert.deepStrictEqual(
        kept.map(({ columnValues }) => Object.values(columnValues)),
        cells.map((cell) => (cell === "" ? [] : [cell, cell]))
      )
    }
  )

  story("with matchPeople, a cell whose members' ids would be over the limit of a value keeps its text", function* () {
    const { boardId, owner, workspace } = yield* givenTeam
    const names = Array.from({ length: 700 }, (_, at) => `N${at}`)
    yield* Effect.forEach(names, (name) => givenMember(boardId, name), { discard: true })
    const columnMappings = [{ index: 1, name: "Who", type: "Person" }]
    const rows = [{ 0: "Task", 1: names.join(",") }]
    const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows, matchPeople: true }
    const { board } = yield* as(owner)(Import.importBoard(input))
    const [task] = yield* asOperator(tasksOf(board?.id ?? ""))
    assert.deepStrictEqual(Object.values(task?.columnValues ?? {}), [names.join(",")])
  })

  story("a column of people that is bound assigns the members that it names, and keeps what names none", function* () {
    const { boardId, owner, viewer, workspace } = yield* givenTeam
    const { email, id: zoe } = yield* givenMember(boardId, "Zoë Kaya")
    const cells = [`ZOË KAYA, ${viewer}`, email, "Zoë Kaya; Gustav", "Gustav, Gunda", ""]
    const rows = cells.map((who, at) => ({ 0: `Task ${at}`, 1: who, 2: "Zoë Kaya" }))
    const columnMappings = [
      { index: 1, name: "Who", type: "person", binds: true },
      { index: 2, name: "Reviewer", type: "person", binds: true }
    ]
    const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows, matchPeople: true }
    const { board, columnWarnings, warnings } = yield* as(owner)(Import.importBoard(input))
    const [who = assert.fail("no column"), reviewer = assert.fail("no column")] = board?.columns ?? []
    assert.deepStrictEqual([who.field, reviewer.field], ["assignees", null])
    const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
    assert.deepStrictEqual(
      tasks.map(({ assignees, columnValues }) => [assignees, columnValues[who.id], columnValues[reviewer.id]]),
      [
        [[zoe, viewer], [zoe, viewer], [zoe]],
        [[zoe], [zoe], [zoe]],
        [[zoe], [zoe], [zoe]],
        [[], "Gustav, Gunda", [zoe]],
        [[], undefined, [zoe]]
      ]
    )
    const message = "matches no member of the workspace's boards"
    assert.deepStrictEqual(warnings, [{ row: 2, column: 1, value: "Gustav", message: `${message}; left out` }])
    assert.deepStrictEqual(columnWarnings, [{ row: 3, column: 1, value: "Gustav, Gunda", message, cells: 1 }])
    for (const unbound of [
      { ...input, matchPeople: false },
      { ...input, columnMappings: [...columnMappings, { index: 3, field: "assignees" as const }] }
    ]) {
      const { board: other } = yield* as(owner)(Import.importBoard(unbound))
      assert.deepStrictEqual(
        other?.columns.map(({ field }) => field),
        [null, null]
      )
    }
  })

  story(
    "a column of people lists the entries of a JSON list, with members among them where it matches people",
    function* () {
      const { boardId, owner, viewer, workspace } = yield* givenTeam
      const { email, id: zoe } = yield* givenMember(boardId, "Kaya, Zoë")
      const names = ["Bob, Jr.", "Bob, Jr.", "Eve"]
      const lists = [names, ["Kaya, Zoë", viewer], [email, "Bob, Jr."], []]
      const others = ['["Bob', "[1]", String.raw`["\u0000@example.com"]`, JSON.stringify(["x".repeat(17_000)])]
      const rows = [...lists.map((list) => JSON.stringify(list)), ...others].map((who) => ({
        0: "Dig",
        1: who,
        2: who
      }))
      const columnMappings = [
        { index: 1, type: "person" },
        { index: 2, field: "assignees" as const }
      ]
      const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows }
      const imported = Effect.fnUntraced(function* (matchPeople: boolean) {
        const { board } = yield* as(owner)(Import.importBoard({ ...input, matchPeople }))
        const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
        assert.deepStrictEqual(
          tasks.flatMap(({ assignees }) => assignees),
          [viewer, zoe]
        )
        return tasks.flatMap(({ columnValues }) => Object.values(columnValues))
      })
      assert.deepStrictEqual(yield* imported(false), [...lists, ...others])
      assert.deepStrictEqual(yield* imported(true), [names, [zoe, viewer], [zoe, "Bob, Jr."], [], ...others])
    }
  )

  story("a column that binds nothing is of its type all the same, and leaves the field to the next one", function* () {
    const { owner, workspace } = yield* givenTeam
    const columnMappings = [
      { index: 1, name: "Created", type: "date", binds: false },
      { index: 2, name: "Due", type: "date" }
    ]
    const rows = [
      { 0: "Dig", 1: "2027-03-02T14:30:00Z", 2: "2027-04-01" },
      { 0: "Sow", 1: "2027-03-01T08:00:00Z" }
    ]
    const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows }
    const { board } = yield* as(owner)(Import.importBoard(input))
    const [created = assert.fail("no column"), due = assert.fail("no column")] = board?.columns ?? []
    assert.deepStrictEqual([created.type, created.field, due.type, due.field], ["date", null, "date", "dueDate"])
    const listed = yield* as(owner)(Task.listTasks({ boardId: board?.id ?? "", sort: `column:${created.id}` }))
    assert.deepStrictEqual(
      listed.items.map(({ dueDate, name }) => [name, dueDate === null]),
      [
        ["Sow", true],
        ["Dig", false]
      ]
    )
  })

  story("labels mean what the mapping says, of a column that is bound to a field", function* () {
    const { owner, workspace } = yield* givenTeam
    const meanings = { SHIPPED: "done", Parked: "on hold" }
    const columnMappings = [
      { index: 1, name: "Stage", type: "status", meanings },
      { index: 2, name: "Phase", type: "status", meanings }
    ]
    const rows = [
      { 0: "Dig", 1: "Shipped", 2: "Shipped" },
      { 0: "Sow", 1: "parked" },
      { 0: "Water", 1: "Open" }
    ]
    const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows }
    const { board } = yield* as(owner)(Import.importBoard(input))
    assert.deepStrictEqual(
      board?.columns.map(({ options }) => options.map(({ label, value }) => [label, value])),
      [
        [
          ["Shipped", "done"],
          ["parked", "on hold"],
          ["Open", "Open"]
        ],
        [["Shipped", "done"]]
      ]
    )
    const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
    assert.deepStrictEqual(
      tasks.map(({ status }) => status),
      ["done", "on hold", "Open"]
    )
    const tooMany = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`Label ${at}`, "done"]))
    const wrong = [
      { index: 1, type: "status", meanings: tooMany },
      { index: 2, type: "status", meanings: { a: "" } }
    ]
    const refusal = yield* Effect.flip(as(owner)(Import.importBoard({ ...input, columnMappings: wrong })))
    assert.deepStrictEqual(refusal._tag === "InvalidInput" && refusal.issues.map(({ path }) => path.slice(0, 3)), [
      ["columnMappings", "0", "meanings"],
      ["columnMappings", "1", "meanings"]
    ])
  })

  story("a name that two members have is none of theirs, and a name assigns nobody", function* () {
    const { boardId, owner, workspace } = yield* givenTeam
    const columnMappings = [
      { index: 1, type: "person" },
      { index: 2, field: "assignees" as const }
    ]
    const rows = [{ 0: "Dig", 1: "Kim", 2: "Kim, @Kim" }]
    const imported = Effect.gen(function* () {
      const input = { name: "Launch", workspaceId: workspace.id, columnMappings, rows, matchPeople: true }
      const { board } = yield* as(owner)(Import.importBoard(input))
      const [task = assert.fail("no task")] = yield* asOperator(tasksOf(board?.id ?? ""))
      return [...Object.values(task.columnValues), task.assignees]
    })
    const { id } = yield* givenMember(boardId, "Kim")
    assert.deepStrictEqual(yield* imported, [[id], []])
    yield* givenMember(boardId, "kim")
    assert.deepStrictEqual(yield* imported, ["Kim", []])
  })

  story("looks up no address, so that nobody learns whose have accounts", function* () {
    const { owner, workspace } = yield* givenTeam
    const directory = yield* Account.UserDirectory
    const strict = { ...directory, findByEmail: () => Effect.die("an address was looked up") }
    const { find: _, ...withoutFind } = strict
    const columnMappings = [{ index: 1, field: "assignees" as const }]
    const input = { ...SHEET, workspaceId: workspace.id, columnMappings, rows: [{ 0: "Dig", 1: "a@example.com" }] }
    for (const users of [strict, withoutFind]) {
      const { warnings } = yield* as(owner)(Import.importBoard(input)).pipe(
        Effect.provideService(Account.UserDirectory, users)
      )
      assert.deepStrictEqual(
        warnings.map(({ value }) => value),
        ["a@example.com"]
      )
    }
  })

  story("allows as many groups as a board may have", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const columnMappings = [{ index: 1, field: "group" as const }]
    const rows = Array.from({ length: 1001 }, (_, at) => ({ 0: "Task", 1: `Group ${at}` }))
    const run = (count: number) =>
      asOperator(Import.importBoard({ name: "Many", workspaceId, columnMappings, rows: rows.slice(0, count) }))
    assert.strictEqual((yield* run(1000)).board?.groups.length, 1000)
    assert.strictEqual(yield* refused(run(1001)), "InvalidInput columnMappings")
  })
})
