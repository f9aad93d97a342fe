import { openSheet } from "@boardwright/spreadsheet"
import { describe, expect } from "vitest"
import { expectError, expectInvalid, type Home, MISSING, onServer } from "./given.js"

const DUE = "2027-03-01T00:00:00.000Z"
/** More than a page. */
const TASKS = 120

const pathOf = ({ boardId }: Home, format?: string) =>
  `/api/boards/${boardId}/export${format === undefined ? "" : `?format=${format}`}`

/** Tasks of which the last has what a file must not change. */
const givenTasks = async (home: Home) => {
  const column = await home.givenColumn("number")
  const operations = Array.from({ length: TASKS }, (_, at) => ({
    op: "create",
    task: { name: `=Dig ${at}`, columnValues: { [column]: at } }
  }))
  await home.post("/api/tasks/bulk", { boardId: home.boardId, operations })
  const last = await home.givenTask({ name: 'Last, "not" least', dueDate: DUE, assignees: [home.user.id] })
  await home.post(`/api/tasks/${last}/comments`, { content: "Soon" })
}

const bytesOf = async (home: Home, path: string) => {
  const headers = { authorization: `Bearer ${home.user.token}` }
  return new Uint8Array(await (await fetch(home.server.url + path, { headers })).arrayBuffer())
}

const readSheet = async (name: string, bytes: Uint8Array) => {
  const read = async function* (start = 0, end = bytes.length) {
    yield await Promise.resolve(bytes.subarray(start, end))
  }
  const sheet = await openSheet({ name, size: bytes.length, read }, {})
  const rows: Array<ReadonlyArray<string>> = []
  for await (const batch of sheet.rows()) rows.push(...batch.map(({ cells }) => cells))
  return { headers: sheet.headers, rows }
}

describe("GET /api/boards/:id/export", () => {
  const { it, as } = onServer()

  it("responds with the complete board as JSON", async ({ home }) => {
    await givenTasks(home)
    await home.patch(`/api/boards/${home.boardId}`, { name: "Früh/ling's" })
    const { body, headers, status } = await home.get(pathOf(home))
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename=\"board.json\"; filename*=UTF-8''Fr%C3%BCh%20ling%27s.json"
    )
    expect(body).toMatchObject({ format: "boardwright-board", version: 1, board: { name: "Früh/ling's" } })
    expect(body.people).toEqual([expect.objectContaining({ id: home.user.id, email: home.user.email })])
    expect(body.tasks).toHaveLength(TASKS + 1)
    expect(body.tasks.at(-1)).toMatchObject({ dueDate: DUE, comments: [{ content: "Soon" }] })
  })

  it("responds with the tasks as CSV, which executes nothing", async ({ home }) => {
    await givenTasks(home)
    const { body, headers } = await home.get(pathOf(home, "csv"))
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(body).toContain("\r\n'=Dig 0,")
  })

  it.for(["csv", "xlsx"])("responds with the tasks as %s, as an import reads them", async (format, { home }) => {
    await givenTasks(home)
    const bytes = await bytesOf(home, pathOf(home, format))
    const { headers, rows } = await readSheet(`board.${format}`, bytes)
    expect(headers.join()).toBe("Name,Group,Status,Priority,Due date,Assignees,Description,Column")
    expect(rows.map(([name]) => name)).toEqual(
      Array.from({ length: TASKS }, (_, at) => `=Dig ${at}`).concat('Last, "not" least')
    )
    expect(rows[7]?.at(-1)).toBe("7")
    expect(rows.at(-1)?.slice(4, 6)).toEqual([format === "csv" ? DUE : DUE.slice(0, 10), home.user.email])
  })

  it("is for those who can read the board, and has addresses for those who manage it", async ({ home }) => {
    await givenTasks(home)
    const viewer = await home.givenMember("viewer")
    const { body } = await viewer.get(pathOf(home, "csv"))
    expect(body).not.toContain("@")
    expect(body).toContain(home.user.id)
    expectError(await as(null).get(pathOf(home)), 401, "Unauthorized")
    expectError(await as(await home.server.user("stranger")).get(pathOf(home)), 403, "Forbidden")
    expect((await home.get(`/api/boards/${MISSING}/export`)).status).toBe(404)
    const { token } = (await home.post("/api/tokens", { name: "Script", scopes: ["read"] })).body
    expect((await as({ token }).get(pathOf(home))).status).toBe(200)
  })

  it("refuses a format that it does not write", async ({ home }) => {
    expectInvalid(await home.get(pathOf(home, "pdf")), ["format"])
  })
})
