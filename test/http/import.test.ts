import { describe, expect } from "vitest"
import type { Answer } from "../support/server.js"
import { expectError, expectInvalid, face, type Home, ID, MISSING, onServer, TEXT, TIME, tasksOf } from "./given.js"

const MAPPINGS = [
  { index: 0, name: "Task", type: "text", isFirstColumn: true },
  { index: 1, name: "State", type: "status" },
  { index: 2, name: "Urgency", type: "priority" },
  { index: 3, name: "Due", type: "date" },
  { index: 4, name: "Notes", type: "text" }
]

const send = (home: Home, body: object, query = ""): Promise<Answer> =>
  home.post(`/api/boards/import${query}`, {
    name: "Imported",
    workspaceId: home.workspaceId,
    columnMappings: MAPPINGS,
    rows: [],
    ...body
  })

const boardCount = async ({ get, workspaceId }: Home): Promise<number> =>
  (await get(`/api/boards?workspaceId=${workspaceId}`)).body.pagination.total

describe("imports", () => {
  const { it, server, givenHome } = onServer()
  it("create a board from mappings and rows", async ({ home }) => {
    const rows = [
      { 0: " Dig ", 1: "Working on it", 2: "HIGH", 3: "2026-03-01", 4: " as sent " },
      { 0: "Sow", 1: "", 3: "12/25/2024" },
      { 0: " ", 4: "\t" },
      {}
    ]
    const answer = await send(home, { description: "From a sheet", rows, headers: ["a", "b"], firstColumnIndex: 0 })
    const { body, status } = answer
    expect(status).toBe(201)
    const column = { id: ID, required: false, description: "", width: null, visible: true, options: [], strict: false }
    const option = (label: string, value: string, color: string) => ({ id: ID, label, color, value })
    const board = {
      id: ID,
      name: "Imported",
      workspaceId: home.workspaceId,
      description: "From a sheet",
      groups: [{ id: ID, name: "New group", color: "#579BFC" }],
      columns: [
        {
          ...{ ...column, name: "State", type: "status", field: "status" },
          options: [option("Working on it", "working", "#FDAB3D")]
        },
        {
          ...{ ...column, name: "Urgency", type: "priority", field: "priority" },
          options: [option("HIGH", "high", "#401694")]
        },
        { ...column, name: "Due", type: "date", field: "dueDate" },
        { ...column, name: "Notes", type: "text", field: null }
      ],
      members: [{ userId: home.user.id, role: "admin", ...face(home.user) }],
      background: { type: "solid", value: "#FFFFFF" },
      viewDensity: "default",
      createdAt: TIME,
      updatedAt: TIME
    }
    expect(body).toEqual({ success: true, board, data: board, imported: 2, skipped: 2, warnings: [] })
    expect(body.data).toEqual(body.board)
    expect((await home.get(`/api/boards/${body.board.id}`)).body).toEqual(body.board)
    const [state, urgency, due, notes] = body.board.columns.map(({ id }: { id: string }) => id)
    const task = {
      id: ID,
      boardId: body.board.id,
      groupId: body.board.groups[0].id,
      description: "",
      assignees: [],
      createdAt: TIME,
      updatedAt: TIME,
      comments: [],
      subtasks: [],
      timeEntries: [],
      totals: { comments: 0, subtasks: 0, timeEntries: 0 },
      files: []
    }
    expect(await tasksOf(home, answer)).toEqual([
      {
        ...task,
        name: "Dig",
        status: "working",
        priority: "high",
        dueDate: "2026-03-01T00:00:00.000Z",
        columnValues: { [state]: "Working on it", [urgency]: "HIGH", [due]: "2026-03-01", [notes]: " as sent " }
      },
      {
        ...task,
        name: "Sow",
        status: "pending",
        priority: "medium",
        dueDate: "2024-12-25T00:00:00.000Z",
        columnValues: { [due]: "12/25/2024" }
      }
    ])
  })

  it.for<
    [{ columnMappings: ReadonlyArray<{ index: number; [field: string]: unknown }>; [field: string]: unknown }, string]
  >([
    [{ columnMappings: [{ index: 1, isFirstColumn: true }] }, "b"],
    [{ firstColumnIndex: 2, columnMappings: [] }, "c"],
    [{ columnMappings: [] }, "a"],
    [{ firstColumnIndex: null, columnMappings: [{ index: 1, type: "text" }] }, "a"],
    [{ firstColumnIndex: 1, columnMappings: [{ index: 1, isFirstColumn: true }, { index: 0 }] }, "b"],
    [{ columnMappings: [{ index: 2, isFirstColumn: false }] }, "a"]
  ])("take the task's name as %j specifies", async ([fields, name], { home }) => {
    const answer = await send(home, { ...fields, rows: [{ 0: "a", 1: "b", 2: "c" }] })
    expect((await tasksOf(home, answer))[0].name).toBe(name)
    const mapped = fields.columnMappings.filter(({ index }) => index !== ["a", "b", "c"].indexOf(name))
    expect(answer.body.board.columns).toHaveLength(mapped.length)
  })

  it("name a column by its mapping, its header, or its number from 1", async ({ home }) => {
    const { body } = await send(home, {
      headers: ["Task", " Header ", "", null],
      columnMappings: [{ index: 1, name: " " }, { index: 2 }, { index: 3, name: null }, { index: 9, name: " Given " }]
    })
    const { columns } = body.board
    expect(columns.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ["Header", "text"],
      ["Column 3", "text"],
      ["Column 4", "text"],
      ["Given", "text"]
    ])
  })

  it("read known labels in any case, and store others unchanged", async ({ home }) => {
    const states = ["WORKING ON IT", "in progress", "done", "Complete", " not started ", "To Do", "Stuck", ""]
    const urgencies = ["High", "medium", "LOW", "Critical", "Urgent", "P1", "", "high"]
    const rows = states.map((state, at) => ({ 0: `Task ${at}`, 1: state, 2: urgencies[at] }))
    const tasks = await tasksOf(home, await send(home, { rows }))
    expect(tasks.map(({ status }) => status)).toEqual([
      "working",
      "working",
      "done",
      "done",
      "pending",
      "pending",
      "Stuck",
      "pending"
    ])
    expect(tasks.map(({ priority }) => priority)).toEqual([
      "high",
      "medium",
      "low",
      "Critical",
      "Urgent",
      "P1",
      "medium",
      "high"
    ])
  })

  it("fill a field from the first column of its type only", async ({ home }) => {
    const columnMappings = [
      { index: 1, type: "status" },
      { index: 2, type: "status" }
    ]
    const [first, second] = await tasksOf(
      home,
      await send(home, {
        columnMappings,
        rows: [
          { 0: "a", 1: "Done", 2: "In progress" },
          { 0: "b", 2: "Done" }
        ]
      })
    )
    expect([first.status, second.status]).toEqual(["done", "pending"])
    expect(Object.values(first.columnValues)).toEqual(["Done", "In progress"])
  })

  it("set the group, the assignees and the description from the columns mapped to them", async ({ home }) => {
    const member = await home.givenMember("viewer")
    const stranger = await server().user("stranger")
    const fields = ["group", "assignees", "description", null]
    const columnMappings = fields.map((field, at) => ({ index: at + 1, name: "Own", type: "text", field }))
    const answer = await send(home, {
      columnMappings,
      rows: [
        { 0: "Dig", 1: "Later", 2: `${member.user.email}, ${home.user.email.toUpperCase()}`, 3: " as sent " },
        { 0: "Sow", 2: `${stranger.email};nobody@example.com` },
        { 1: "Never" }
      ]
    })
    const { board, imported, skipped, warnings } = answer.body
    expect({ imported, skipped }).toEqual({ imported: 2, skipped: 1 })
    const value = `${stranger.email}, nobody@example.com`
    expect(warnings).toEqual([{ row: 1, column: 2, value, message: TEXT }])
    expect(board.columns).toHaveLength(1)
    expect(board.groups.map(({ name }: { name: string }) => name)).toEqual(["Later", "New group"])
    const [later, rest] = board.groups
    expect(await tasksOf(home, answer)).toMatchObject([
      { groupId: later.id, assignees: [member.user.id, home.user.id], description: " as sent ", columnValues: {} },
      { groupId: rest.id, assignees: [], description: "" }
    ])
  })

  it.for([
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01T10:00:00+02:00", "2026-03-01T08:00:00.000Z"],
    ["12/25/2024", "2024-12-25T00:00:00.000Z"],
    ["25/12/2024", "2024-12-25T00:00:00.000Z"],
    ["25.12.2024", "2024-12-25T00:00:00.000Z"],
    ["05/05/2024", "2024-05-05T00:00:00.000Z"],
    ["01/02/2024", null],
    ["2026-02-30", null],
    ["soon", null]
  ])("read the date %s as %s, and warn if it cannot be used", async ([cell, dueDate], { home }) => {
    const answer = await send(home, { rows: [{ 0: "a" }, { 0: "b", 3: cell }] })
    const [, task] = await tasksOf(home, answer)
    expect(task.dueDate).toBe(dueDate)
    expect(Object.values(task.columnValues)).toEqual([cell])
    const warning = { row: 1, column: 3, value: cell, message: TEXT }
    expect(answer.body.warnings).toEqual(dueDate === null ? [warning] : [])
  })

  it("warn of rows without a name, of each unmapped column once, and of labels that are too long", async ({ home }) => {
    const long = "x".repeat(51)
    const rows = [
      { 0: "a", 7: "  " },
      { 4: "note", 7: "lost" },
      { 0: "b", 1: long, 7: "lost too", 6: "other" }
    ]
    const answer = await send(home, { rows })
    const warnings: ReadonlyArray<{ row: number; column: number; value: string }> = answer.body.warnings
    expect(warnings.map(({ column, row, value }) => [row, column, value]).toSorted()).toEqual(
      [
        [1, 0, ""],
        [1, 7, "lost"],
        [2, 1, long],
        [2, 6, "other"]
      ].toSorted()
    )
    const tasks = await tasksOf(home, answer)
    expect(tasks.map(({ name }) => name)).toEqual(["a", "Untitled", "b"])
    expect(Object.values(tasks[2].columnValues)).toEqual([long])
    expect(tasks[2].status).toBe("pending")
    expect(answer.body).toMatchObject({ imported: 3, skipped: 0 })
  })

  it("read numbers, true, false and null as text", async ({ home }) => {
    const columnMappings = [1, 2, 3, 4].map((index) => ({ index, type: "text" }))
    const answer = await send(home, { columnMappings, rows: [{ 0: 7, 1: 1.5, 2: true, 3: false, 4: null }] })
    const [task] = await tasksOf(home, answer)
    expect(task.name).toBe("7")
    expect(Object.values(task.columnValues)).toEqual(["1.5", "true", "false"])
    expect(answer.body.warnings).toEqual([])
  })

  describe("with dryRun=true", () => {
    it("return the same without a board, and create none", async ({ home }) => {
      const rows = [{ 0: "a", 3: "soon" }, {}, { 4: "x" }]
      const { body, status } = await send(home, { rows }, "?dryRun=true")
      expect(await boardCount(home)).toBe(1)
      const real = await send(home, { rows }, "?dryRun=false")
      expect(status).toBe(200)
      expect(body).toEqual({ ...real.body, board: null, data: null })
      expect(body.warnings).toHaveLength(2)
      expect((await send(home, { rows }, "?dryRun=")).status).toBe(201)
    })

    it("reject what the import would reject", async ({ home }) => {
      expectInvalid(await send(home, { name: "" }, "?dryRun=true"), ["name"])
      expectError(await send(home, { workspaceId: MISSING }, "?dryRun=true"), 404, "Workspace not found")
      const stranger = await givenHome("stranger")
      const theirs = { workspaceId: stranger.workspaceId }
      expectError(await send(home, theirs, "?dryRun=true"), 403, "Forbidden")
      expectInvalid(await send(home, {}, "?dryRun=maybe"), ["dryRun"])
      expectInvalid(await send(home, {}, "?dryRun=true&dryRun=true"), ["dryRun"])
    })
  })
})
