import { describe, expect, it } from "vitest"
import { expectInvalid, expectError, MISSING, onServer, wrong } from "./given.js"

const LONG = "x".repeat(65_536)

describe("rejected imports", () => {
  const { givenHome } = onServer()
  const given = async () => {
    const home = await givenHome()
    const valid = { name: "A", workspaceId: home.workspaceId, columnMappings: [{ index: 1, type: "text" }], rows: [] }
    const send = (body: object) => home.post("/api/boards/import", { ...valid, ...body })
    const boards = async () => (await home.get(`/api/boards?workspaceId=${home.workspaceId}`)).body.boards.length
    return { ...home, send, boards }
  }

  it.each(
    wrong(
      [
        { name: "", workspaceId: 1, description: 2, firstColumnIndex: "0", columnMappings: {}, rows: "x", headers: 5 },
        ["name", "workspaceId", "description", "firstColumnIndex", "columnMappings", "rows", "headers"]
      ],
      [{ name: null, rows: null, columnMappings: null }, ["name", "rows", "columnMappings"]],
      [{ name: 5, rows: [{ 0: {} }] }, ["name", "rows.0.0"]],
      [
        { name: 5, columnMappings: [{ index: 1 }, { index: 1 }], rows: [7, { x: "a" }, { 0: LONG }] },
        ["name", "columnMappings.1.index", "rows.0", "rows.1.x", "rows.2.0"]
      ],
      [{ columnMappings: 7, rows: [{ 0: "n".repeat(256), 1: [] }] }, ["columnMappings", "rows.0.1"]],
      [{ firstColumnIndex: -1 }, ["firstColumnIndex"]],
      [{ firstColumnIndex: 0.5 }, ["firstColumnIndex"]],
      [
        { columnMappings: [{}, { index: -1 }, { index: 1.5 }, { index: "2" }] },
        ["columnMappings.0.index", "columnMappings.1.index", "columnMappings.2.index", "columnMappings.3.index"]
      ],
      [
        { columnMappings: [{ index: 1, name: 5, type: "", isFirstColumn: "yes" }, 7, null] },
        [
          "columnMappings.0.name",
          "columnMappings.0.type",
          "columnMappings.0.isFirstColumn",
          "columnMappings.1",
          "columnMappings.2"
        ]
      ],
      [
        { columnMappings: [{ index: 1 }, { index: 2 }, { index: 1 }, { index: 2 }] },
        ["columnMappings.2.index", "columnMappings.3.index"]
      ],
      [{ firstColumnIndex: 1, columnMappings: [{ index: 2, isFirstColumn: true }] }, ["firstColumnIndex"]],
      [
        { columnMappings: [1, 2].map((index) => ({ index, isFirstColumn: true })), firstColumnIndex: 1 },
        ["columnMappings"]
      ],
      [{ columnMappings: [{ index: 1, name: "x".repeat(256) }] }, ["columnMappings.0.name"]],
      [{ columnMappings: [{ index: 1, field: "team" }] }, ["columnMappings.0.field"]],
      [
        { columnMappings: [1, 2, 0].map((index) => ({ index, field: "group" })) },
        ["columnMappings.1.field", "columnMappings.2.field"]
      ],
      [{ columnMappings: [{ index: 1, field: "group" }], rows: [{ 1: "x".repeat(256) }] }, ["rows.0.1"]],
      [{ columnMappings: Array.from({ length: 101 }, (_, index) => ({ index })) }, ["columnMappings"]],
      [{ headers: ["a", 5, null] }, ["headers.1"]],
      [{ rows: [{}, [], "x", null] }, ["rows.1", "rows.2", "rows.3"]],
      [
        { rows: [{ "-1": "a" }, { "01": "a", "1.5": "b", name: "c" }] },
        ["rows.0.-1", "rows.1.01", "rows.1.1.5", "rows.1.name"]
      ],
      [{ rows: [{ 0: {}, 1: ["a"] }] }, ["rows.0.0", "rows.0.1"]]
    )
  )("list every problem of %s", async (_, body, paths) => {
    const { boards, send } = await given()
    expectInvalid(await send(body), paths)
    expect(await boards()).toBe(1)
  })

  it("name the rows of over-long cells, mapped or not, and write nothing", async () => {
    const { boards, send } = await given()
    const rows = [{ 0: "fine", 1: LONG.slice(1) }, { 0: "x".repeat(256) }, { 1: LONG }, { 9: LONG }]
    expectInvalid(await send({ rows }), ["rows.1.0", "rows.2.1", "rows.3.9"])
    expect(await boards()).toBe(1)
    expect((await send({ rows: rows.slice(0, 1) })).status).toBe(201)
  })

  it("reject more than 100 cells in a row", async () => {
    const { send } = await given()
    const wide = (cells: number) => Object.fromEntries(Array.from({ length: cells }, (_, at) => [at, "x"]))
    expect((await send({ rows: [wide(100)] })).status).toBe(201)
    expectInvalid(await send({ rows: [wide(100), wide(101)] }), ["rows.1"])
  })

  it("check the workspace after the input", async () => {
    const { send } = await given()
    expectError(await send({ workspaceId: MISSING }), 404, "Workspace not found")
    expectInvalid(await send({ workspaceId: MISSING, rows: [{ x: "" }] }), ["rows.0.x"])
  })

  describe("of many rows", () => {
    const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ 0: `Task ${at}`, 1: `Note ${at}` }))

    it("reject 10,001, and keep the order of 10,000", async () => {
      const { boards, get, send } = await given()
      expectInvalid(await send({ rows: rowsOf(10_001) }), ["rows"])
      expect(await boards()).toBe(1)
      const { body, status } = await send({ rows: rowsOf(10_000) })
      expect({ status, imported: body.imported, skipped: body.skipped }).toEqual({
        status: 201,
        imported: 10_000,
        skipped: 0
      })
      const last = await get(`/api/tasks?boardId=${body.board.id}&page=10&limit=1000`)
      const names = last.body.tasks.map(({ name }: { name: string }) => name)
      expect(names).toEqual(
        rowsOf(10_000)
          .slice(9000)
          .map((row) => row[0])
      )
      expect(last.body.pagination).toEqual({ page: 10, limit: 1000, total: 10_000, totalPages: 10 })
    })

    it("store nothing if the last one is wrong", async () => {
      const { boards, send } = await given()
      expectInvalid(await send({ rows: [...rowsOf(5000), { 1: LONG }] }), ["rows.5000.1"])
      expect(await boards()).toBe(1)
    })
  })
})
