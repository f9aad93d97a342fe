import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { expect, onTestFinished } from "vitest"
import { expectError, type Home, onServer } from "./given.js"

const { it } = onServer({ corsOrigins: ["https://app.example"] })

/** Calls of an agent, as its client reads them. */
const connect = async (home: Pick<Home, "server">, token: string) => {
  const client = new Client({ name: "test", version: "1" })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  // The types of the library are not made for exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", home.server.url), { requestInit }) as never
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given })
    const [{ text }] = content as [{ text: string }]
    return { isError: isError === true, body: JSON.parse(text) }
  }
  const tools = async () => (await client.listTools()).tools
  return { client, call, tools, names: async () => (await tools()).map(({ name }) => name) }
}

const givenToken = async (home: Home, ...scopes: ReadonlyArray<string>): Promise<string> =>
  (await home.post("/api/tokens", { name: "agent", scopes })).body.token

const givenAgent = async (home: Home, ...scopes: ReadonlyArray<string>) =>
  connect(home, await givenToken(home, ...scopes))

it("finds, creates, changes and comments as the token's user", async ({ home }) => {
  const { call, client } = await givenAgent(home, "read", "write")
  expect(client.getServerVersion()).toMatchObject({ name: "boardwright" })
  const { body: workspaces } = await call("list_workspaces")
  expect(workspaces).toMatchObject({ workspaces: [{ id: home.workspaceId }], pagination: { limit: 50, total: 1 } })
  expect(workspaces).not.toHaveProperty("data")
  expect((await call("list_boards", { workspaceId: home.workspaceId })).body.boards).toMatchObject([
    { id: home.boardId }
  ])
  const { body: made } = await call("create_task", { boardId: home.boardId, name: "Sow peas", status: "working" })
  expect(made).toEqual({ task: expect.objectContaining({ name: "Sow peas" }) })
  const { id } = made.task
  expect((await call("update_task", { id, status: "done" })).body.task).toMatchObject({
    name: "Sow peas",
    status: "done"
  })
  expect((await call("add_comment", { id, content: "Deeper" })).body.comment).toMatchObject({ userId: home.user.id })
  expect(
    (await call("list_tasks", { boardId: home.boardId, status: ["done", "stuck"], sort: "-name" })).body
  ).toMatchObject({
    tasks: [{ id }],
    pagination: { total: 1 }
  })
  expect((await call("search", { q: "deeper" })).body.results).toMatchObject([{ taskId: id, matched: "comment" }])
  expect((await home.get(`/api/tasks/${id}`)).body).toMatchObject({ status: "done", totals: { comments: 1 } })
})

it("lists the tools that the token's scopes allow, each with the schema of its endpoint", async ({ home }) => {
  const reader = await givenAgent(home, "read")
  const tools = await reader.tools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  expect(tools.map(({ name }) => name)).toContain("search")
  const list = tools.find(({ name }) => name === "list_tasks")
  expect(list).toMatchObject({
    title: "List the tasks of a board",
    inputSchema: {
      required: ["boardId"],
      properties: { status: { type: "array" }, limit: { maximum: 100 }, page: { type: "integer" } }
    }
  })
  const writer = await givenAgent(home, "read", "write")
  const written = await writer.tools()
  expect(written.find(({ name }) => name === "update_task")).toMatchObject({
    annotations: { readOnlyHint: false, destructiveHint: true },
    inputSchema: { required: ["id"], properties: { id: {}, name: {}, dueDate: {}, columnValues: {} } }
  })
  const additive = written.filter(({ annotations }) => annotations?.destructiveHint === false)
  expect(additive.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name)).toEqual([
    ...["create_task", "add_comment", "add_subtask", "add_time_entry", "add_group"]
  ])
  expect(written.map(({ name }) => name)).not.toContain("delete_task")
  const manager = await givenAgent(home, "read", "write", "manage")
  const destructive = (await manager.tools()).find(({ name }) => name === "delete_task")
  expect(destructive).toMatchObject({ annotations: { destructiveHint: true } })
  expect(destructive?.inputSchema.properties).not.toHaveProperty("permanent")
  // No description offers what the tools lack.
  expect((await manager.tools()).filter(({ description }) => /permanent|undo/.test(description ?? ""))).toEqual([])
  // A session has all scopes.
  expect(await (await connect(home, home.user.token)).names()).toEqual(await manager.names())
})

it("refuses a tool that the scopes do not allow, and deletes into the trash with the scope manage", async ({
  home
}) => {
  const task = await home.givenTask()
  const forbidden = async (name: string, given: object, ...scopes: ReadonlyArray<string>) =>
    (await givenAgent(home, ...scopes)).call(name, { ...given })
  expect(await forbidden("create_task", { boardId: home.boardId, name: "No" }, "read", "manage")).toEqual({
    isError: true,
    body: { code: "Forbidden", message: "Forbidden: This needs the scope write.", details: [] }
  })
  expect(await forbidden("delete_task", { id: task }, "read", "write")).toMatchObject({
    isError: true,
    body: { message: "Forbidden: This needs the scope manage." }
  })
  const { call } = await givenAgent(home, "read", "manage")
  expect(await call("delete_task", { id: task, permanent: true })).toMatchObject({
    isError: true,
    body: { code: "InvalidInput", details: [{ path: ["permanent"], message: "is not an argument of this tool" }] }
  })
  expect(await call("delete_task", { id: task })).toEqual({ isError: false, body: { message: "Task deleted" } })
  const { body } = await call("list_trash", { boardId: home.boardId })
  expect((await call("restore_from_trash", { deletionId: body.deletions[0].id })).isError).toBe(false)
  expect((await home.get(`/api/tasks/${task}`)).status).toBe(200)
})

it("changes many tasks at once, and deletes them only with the scope manage", async ({ home }) => {
  const writer = await givenAgent(home, "read", "write")
  const { boardId } = home
  const operations = [
    { op: "create", ref: "peas", task: { name: "Sow peas" } },
    { op: "update", id: "peas", patch: { status: "done" } }
  ]
  const { body } = await writer.call("bulk_tasks", { boardId, operations })
  const id = body.results[0].task.id
  expect(body.results[1].task).toMatchObject({ id, name: "Sow peas", status: "done" })
  const mismatch = { op: "update", id, patch: { name: "Sow beans" }, expect: { status: "working" } }
  expect(await writer.call("bulk_tasks", { boardId, operations: [mismatch] })).toMatchObject({
    isError: true,
    body: { code: "BulkConflict", details: [{ path: ["operations", "0", "expect", "status"] }] }
  })
  const deletion = { boardId, operations: [{ op: "delete", id }] }
  expect(await writer.call("bulk_tasks", deletion)).toMatchObject({
    isError: true,
    body: { message: "Forbidden: This needs the scope manage." }
  })
  const manager = await givenAgent(home, "read", "write", "manage")
  expect((await manager.call("bulk_tasks", deletion)).isError).toBe(false)
  expect((await home.get(`/api/tasks/${id}`)).status).toBe(404)
})

it("reports the errors of use cases with their code, message and details", async ({ home }) => {
  const { call, client } = await givenAgent(home, "read", "write")
  expect(await call("create_task", { boardId: home.boardId, name: "", dueDate: "soon" })).toMatchObject({
    isError: true,
    body: { code: "InvalidInput", details: [{ path: ["name"] }, { path: ["dueDate"] }] }
  })
  expect(await call("get_task", { id: "none/../x" })).toEqual({
    isError: true,
    body: { code: "NotFound", message: "Task not found", details: [] }
  })
  expect(await call("get_task")).toMatchObject({
    isError: true,
    body: { details: [{ path: ["id"], message: "is required, and must be text" }] }
  })
  expect(await call("list_tasks", { boardId: home.boardId, limit: 101 })).toMatchObject({
    body: { details: [{ path: ["limit"], message: "must be at most 100" }] }
  })
  expect(await call("list_tasks", { boardId: home.boardId, limit: "200" })).toMatchObject({ isError: true })
  for (const limit of [[], [50, 200]])
    expect(await call("list_tasks", { boardId: home.boardId, limit })).toMatchObject({
      body: { details: [{ path: ["limit"], message: "must be one number" }] }
    })
  expect(await call("list_tasks", { boardId: home.boardId, limit: null })).toMatchObject({
    body: { pagination: { limit: 50 } }
  })
  expect(await call("get_task", { id: "mine" })).toMatchObject({ isError: true, body: { code: "RouteNotFound" } })
  expect(await call("list_tasks", { boardId: home.boardId, status: [{}], page: 0 })).toMatchObject({ isError: true })
  await expect(client.callTool({ name: "drop_database" })).rejects.toThrow("unknown tool: drop_database")
})

it("answers at most 256 KiB", async ({ home }) => {
  const { call } = await givenAgent(home, "read")
  const id = await home.givenTask()
  for (let count = 0; count < 5; count++)
    await home.post(`/api/tasks/${id}/comments`, { content: String(count).repeat(60_000) })
  const { body } = await call("get_task", { id })
  expect([body.comments.length, body.totals.comments]).toEqual([2, 5])
  expect(body.comments.at(-1).content).toBe("4".repeat(60_000))
  expect(await call("list_comments", { id })).toMatchObject({ isError: true, body: { code: "ResultTooLong" } })
  expect((await call("list_comments", { id, limit: 2 })).body.comments).toHaveLength(2)
})

it("shortens the options of a board that would be too long", async ({ home }) => {
  const { call } = await givenAgent(home, "read")
  const { id } = (await home.post("/api/boards", { name: "Wide", workspaceId: home.workspaceId })).body.board
  const options = Array.from({ length: 500 }, (_, at) => ({ label: String(at).padEnd(50, "x") }))
  for (const name of ["A", "B", "C", "D"])
    await home.post(`/api/boards/${id}/columns`, { name, type: "dropdown", options })
  const { columns } = (await home.get(`/api/boards/${id}`)).body
  const shortened = columns.map((column: { readonly options: ReadonlyArray<object> }) => ({
    ...column,
    options: column.options.slice(0, 250),
    totals: { options: 500 }
  }))
  expect(await call("get_board", { id })).toMatchObject({ isError: false, body: { id, columns: shortened } })
  const { body } = await call("list_boards", { workspaceId: home.workspaceId })
  expect(body.boards).toMatchObject([
    { id: home.boardId, columns: [] },
    { id, columns: shortened }
  ])
})

it("says of what it did that it was done, also if the result is too long", async ({ home }) => {
  const { call } = await givenAgent(home, "read", "write")
  const operations = Array.from({ length: 5 }, (_, at) => ({
    ...{ op: "create", ref: `t${at}` },
    task: { name: `Sow ${at}`, description: "x".repeat(60_000) }
  }))
  const { body, isError } = await call("bulk_tasks", { boardId: home.boardId, operations })
  expect(isError).toBe(false)
  expect(body).toMatchObject({ batchId: expect.any(String), done: expect.stringContaining("It was done.") })
  const { id } = body.results[4]
  expect(body.results[4]).toEqual({ op: "create", id, ref: "t4" })
  const columnIds: Array<string> = []
  for (let at = 0; at < 5; at++) {
    const column = await home.post(`/api/boards/${home.boardId}/columns`, { name: `C${at}`, type: "text" })
    columnIds.push(column.body.column.id)
  }
  const columnValues = Object.fromEntries(columnIds.map((each) => [each, "y".repeat(60_000)]))
  expect((await call("update_task", { id, columnValues })).body).toMatchObject({ task: { id, name: "Sow 4" } })
  expect((await call("get_task", { id })).body.message).toMatch(/has at most 262144\.$/)
})

it("answers wrong messages with the errors of JSON-RPC", async ({ home }) => {
  const answered = async (message: unknown) => {
    const { body, status } = await home.post("/mcp", message)
    return [status, body.id, body.error.code, body.error.message]
  }
  const request = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 7, method, params })
  const missing = "Invalid params: params: Invalid input: expected object, received undefined"
  expect(await answered(request("tools/call"))).toEqual([200, 7, -32602, missing])
  expect(await answered(request("initialize"))).toEqual([200, 7, -32602, missing])
  const unnamed = "Invalid params: params.name: Invalid input: expected string, received undefined"
  expect(await answered(request("tools/call", { arguments: {} }))).toEqual([200, 7, -32602, unnamed])
  expect(await answered(request("tools/none"))).toEqual([200, 7, -32601, "Method not found"])
  expect(await answered("{")).toEqual([400, null, -32700, "Parse error: the body must be JSON"])
  const wrong = (id: unknown) => [400, id, -32600, "Invalid Request: must be one message of JSON-RPC 2.0"]
  expect(await answered([request("tools/list"), request("tools/list")])).toEqual(wrong(null))
  expect(await answered({ ...request("tools/list"), jsonrpc: "1.0" })).toEqual(wrong(7))
  expect(await answered({ jsonrpc: "2.0", id: {} })).toEqual(wrong(null))
})

it("an agent has the rights of its user alone", async ({ home }) => {
  const viewer = await home.givenMember("viewer")
  const token: string = (await viewer.post("/api/tokens", { name: "agent", scopes: ["read", "write"] })).body.token
  const { call } = await connect(home, token)
  expect((await call("get_board", { id: home.boardId })).isError).toBe(false)
  expect((await call("create_task", { boardId: home.boardId, name: "No" })).body).toMatchObject({ code: "Forbidden" })
})

it("needs a token, one message of JSON, and no page of another origin", async ({ home }) => {
  const initialize = { jsonrpc: "2.0", id: 1, method: "tools/list" }
  expectError(await home.server.call("POST", "/mcp", { body: initialize }), 401, "Unauthorized")
  const from = (origin: string) => home.post("/mcp", initialize, { headers: { origin } })
  expect(await from("https://evil.example")).toMatchObject({
    status: 403,
    body: { code: "Forbidden", message: "This needs a page of an allowed origin." }
  })
  expect((await from("https://app.example")).status).toBe(200)
  const preflight = await fetch(`${home.server.url}/mcp`, { method: "OPTIONS" })
  expect(preflight.headers.get("access-control-allow-headers")).toContain("Mcp-Protocol-Version")
  expect((await home.post("/mcp", { ...initialize, params: { pad: "x".repeat(1_100_000) } })).status).toBe(413)
  for (const method of ["notifications/initialized", "tools/call"])
    expect((await home.post("/mcp", { jsonrpc: "2.0", method })).status).toBe(202)
  for (const method of ["GET", "DELETE"]) {
    const { headers, status } = await fetch(`${home.server.url}/mcp`, { method })
    expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"])
  }
})
