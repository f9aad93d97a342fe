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
})
