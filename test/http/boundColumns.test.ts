import { describe, expect } from "vitest"
import { expectInvalid, onServer } from "./given.js"

describe("an imported board", () => {
  const { it } = onServer()
  it("has one status, whether it is written to the task or to the cell", async ({ home }) => {
    const imported = await home.post("/api/boards/import", {
      name: "Sheet",
      workspaceId: home.workspaceId,
      columnMappings: [{ index: 1, name: "Status", type: "status" }],
      rows: [{ 0: "Streichen", 1: "Erledigt" }]
    })
    const { board } = imported.body
    const [{ id: columnId, options }] = board.columns
    const [{ id }] = (await home.get(`/api/tasks?boardId=${board.id}`)).body.tasks
    const write = async (patch: object) => (await home.patch(`/api/tasks/${id}`, patch)).body.task
    const read = async () => {
      const { columnValues, status } = (await home.get(`/api/tasks/${id}`)).body
      const listed = await home.get(`/api/tasks?boardId=${board.id}&status=${encodeURIComponent(status)}`)
      expect(listed.body.tasks).toMatchObject([{ id, status }])
      return [status, columnValues[columnId]]
    }
    expect(await read()).toEqual(["Erledigt", "Erledigt"])
    await write({ status: "Blockiert" })
    expect(await read()).toEqual(["Blockiert", "Blockiert"])
    await write({ columnValues: { [columnId]: "Working on it" } })
    expect(await read()).toEqual(["working", "Working on it"])
    await write({ status: "pending" })
    expect(await read()).toEqual(["pending", undefined])
    const path = `/api/boards/${board.id}/columns/${columnId}`
    const renamed = [
      { id: options[0].id, label: "Fertig" },
      { label: "Offen", color: "#112233", value: "pending" }
    ]
    await write({ status: "Erledigt" })
    const left = await home.patch(path, { options: [renamed[1]] })
    expectInvalid(left, ["options"])
    const column = (await home.patch(path, { options: renamed, strict: true })).body.column
    expect(column.options.map(({ label, value }: { label: string; value: string }) => [label, value])).toEqual([
      ["Fertig", "Erledigt"],
      ["Offen", "pending"]
    ])
    expect(await read()).toEqual(["Erledigt", "Fertig"])
    expectInvalid(await home.patch(`/api/tasks/${id}`, { status: "stuck" }), ["status"])
    const [kept, other] = column.options.map(({ id: option }: { id: string }) => option)
    await home.patch(path, { options: [{ id: other, label: "Offen" }], replaceWith: { [kept]: other } })
    expect(await read()).toEqual(["pending", "Offen"])
  })

  it("has its status column back, with all values, after the undo of its deletion", async ({ home }) => {
    const { boardId } = home
    const { column } = (
      await home.post(`/api/boards/${boardId}/columns`, { name: "Status", type: "status", field: "status" })
    ).body
    const { task } = (await home.post("/api/tasks", { boardId, name: "Dig", status: "done" })).body
    const before = (await home.get(`/api/tasks/${task.id}`)).body
    expect(before.columnValues).toEqual({ [column.id]: "done" })
    const { columns } = (await home.get(`/api/boards/${boardId}`)).body
    expect(await home.del(`/api/boards/${boardId}/columns/${column.id}`)).toMatchObject({ status: 200 })
    const { changes } = (await home.get(`/api/changes?boardId=${boardId}`)).body
    expect(await home.post(`/api/changes/${changes.at(-1).id}/undo`)).toMatchObject({ status: 200 })
    expect((await home.get(`/api/boards/${boardId}`)).body.columns).toEqual(columns)
    expect((await home.get(`/api/tasks/${task.id}`)).body.columnValues).toEqual(before.columnValues)
  })

  it("says which values do not fit the types of their columns, and refuses them once a column is strict", async ({
    home
  }) => {
    const body = {
      name: "Sheet",
      workspaceId: home.workspaceId,
      columnMappings: [
        { index: 1, name: "Price", type: "number" },
        { index: 2, name: "Contact", type: "email" }
      ],
      rows: [
        { 0: "Spade", 1: "12.50", 2: "ada@example.com" },
        { 0: "Rake", 1: "n/a", 2: "Ada" },
        { 0: "Hose", 1: "soon" }
      ]
    }
    const warnings = [
      { row: 1, column: 1, value: "n/a", message: "must be a number", cells: 2 },
      { row: 1, column: 2, value: "Ada", message: "must be an email address", cells: 1 }
    ]
    expect((await home.post("/api/boards/import?dryRun=true", body)).body.columnWarnings).toEqual(warnings)
    const imported = (await home.post("/api/boards/import", body)).body
    expect(imported).toMatchObject({ warnings: [], columnWarnings: warnings })
    const [price, contact] = imported.board.columns.map(({ id }: { id: string }) => id)
    const [spade, rake] = (await home.get(`/api/tasks?boardId=${imported.board.id}`)).body.tasks
    expect((await home.get(`/api/tasks/${spade.id}`)).body).not.toHaveProperty("columnWarnings")
    const found = [
      { columnId: price, message: "must be a number" },
      { columnId: contact, message: "must be an email address" }
    ]
    expect((await home.get(`/api/tasks/${rake.id}`)).body).toMatchObject({
      columnValues: { [price]: "n/a", [contact]: "Ada" },
      columnWarnings: found
    })
    const changed = await home.patch(`/api/tasks/${rake.id}`, { columnValues: { [contact]: "rake@example.com" } })
    expect(changed.body.task.columnWarnings).toEqual(found.slice(0, 1))
    await home.patch(`/api/boards/${imported.board.id}/columns/${price}`, { strict: true })
    const refused = await home.patch(`/api/tasks/${rake.id}`, { columnValues: { [price]: "cheap" } })
    expectInvalid(refused, [`columnValues.${price}`])
    expect((await home.patch(`/api/tasks/${rake.id}`, { columnValues: { [price]: 9 } })).status).toBe(200)
  })
})
