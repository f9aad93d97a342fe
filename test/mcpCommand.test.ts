import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { expect, it, onTestFinished } from "vitest"
import { LAUNCHER, runCommand } from "./support/childServer.js"
import { get, post, standaloneServers } from "./support/standalone.js"

const servers = standaloneServers()
const ADA = "ada@example.com"

const given = async () => {
  const server = await servers.start("agents", {})
  const onDatabase = async (words: ReadonlyArray<string>, input?: string) => {
    const child = runCommand(words, { DATA_DIR: server.dataDir }, undefined, input)
    expect(await child.ended).toBe(0)
    return child.stdout().trim()
  }
  await onDatabase(
    ["user", "create", "--email", ADA, "--name", "Ada", "--verified", "--password-stdin"],
    "correct horse battery\n"
  )
  return { server, token: await onDatabase(["token", "mint", "--as", ADA]) }
}

const connect = async (environment: Record<string, string>) => {
  const client = new Client({ name: "test", version: "1" })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, "mcp"],
    env: { ...getDefaultEnvironment(), ...environment }
  })
  onTestFinished(() => client.close())
  await client.connect(transport)
  return client
}

it("`boardwright mcp` gives an agent the tools of a server, and ends with its input", async () => {
  const { server, token } = await given()
  const headers = { authorization: `Bearer ${token}` }
  const { workspace } = (await post(server, "/api/workspaces", { name: "Garden" }, headers)).body
  const { board } = (await post(server, "/api/boards", { name: "Spring", workspaceId: workspace.id }, headers)).body
  const remote = { BOARDWRIGHT_URL: server.url, BOARDWRIGHT_TOKEN: token }
  const client = await connect(remote)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain("delete_task")
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: given })
    return JSON.parse((content as [{ text: string }])[0].text)
  }
  const made = await call("create_task", { boardId: board.id, name: "Sow peas" })
  expect((await get(server, `/api/tasks/${made.task.id}`, token)).body.name).toBe("Sow peas")
  expect(await call("get_task", { id: "none" })).toMatchObject({ code: "NotFound" })

  const listing = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n'
  const answered = async (environment: Record<string, string>, input = listing) => {
    const child = runCommand(["mcp"], { ...remote, ...environment }, undefined, input)
    expect(await child.ended).toBe(0)
    return JSON.parse(child.stdout())
  }
  expect((await answered({})).result.tools).toHaveLength(tools.length)
  expect(await answered({ BOARDWRIGHT_TOKEN: "bw_pat_wrong" })).toEqual({
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32000, message: "Unauthorized", data: { code: "Unauthenticated", details: [] } }
  })
  const wrong = (code: number, message: string) => ({ jsonrpc: "2.0", id: null, error: { code, message } })
  expect(await answered({}, "garbage\n")).toEqual(wrong(-32700, "Parse error"))
  expect(await answered({}, listing.replace("2.0", "1.0"))).toEqual(wrong(-32600, "Invalid Request"))
  expect((await answered({ BOARDWRIGHT_URL: "http://127.0.0.1:9" })).error.message).toMatch(/cannot be reached/)
  const nowhere = runCommand(["mcp"], {}, undefined, "")
  expect([await nowhere.ended, nowhere.stderr()]).toEqual([2, expect.stringContaining("BOARDWRIGHT_URL")])
})
