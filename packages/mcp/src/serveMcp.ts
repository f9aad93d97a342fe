import * as OpenApi from "@effect/platform/OpenApi"
import type { McpRequest, McpResponse, ServeMcp } from "@boardwright/http"
import { Api } from "@boardwright/http/contract"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
  type Tool as ToolListed
} from "@modelcontextprotocol/sdk/types.js"
import { Context, Option } from "effect"
import { callTool } from "./callTool.js"
import { allTools, type Tool } from "./Tool.js"
import { OVERWRITING } from "./tools.js"

const INFO = {
  name: "boardwright",
  title: "Boardwright",
  version: Option.getOrElse(Context.getOption(Api.annotations, OpenApi.Version), () => "")
}

const INSTRUCTIONS =
  "Boards with tasks. Workspaces have boards, boards have groups, columns and tasks. Find ids with search or the list tools before changing anything. Times are in UTC. What is deleted goes to the trash."

const isAllowed = ({ scopes }: McpRequest, { scope }: Tool): boolean =>
  scope !== null && (scopes === null || scopes.includes(scope))

/** Whether a tool may do more than add. */
const isDestructive = ({ method, name, scope }: Tool): boolean =>
  scope === "manage" || method === "PATCH" || OVERWRITING.has(name)

const listed = (tool: Tool): ToolListed => {
  const { description, input, name, scope, title } = tool
  return {
    name,
    title,
    description: description === "" ? title : `${title}. ${description}`,
    // A copy: the protocol's type is of one that may change.
    inputSchema: { ...input, required: [...input.required] },
    annotations: {
      readOnlyHint: scope === "read",
      destructiveHint: isDestructive(tool),
      openWorldHint: false
    }
  }
}

const serverOf = (request: McpRequest): Server => {
  const server = new Server(INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...allTools().values()].filter((tool) => isAllowed(request, tool)).map(listed)
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = allTools().get(params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `unknown tool: ${params.name.slice(0, 100)}`)
    return callTool(tool, params.arguments ?? {}, request.call)
  })
  return server
}

/** The headers that the protocol's transport reads. A client that accepts JSON alone gets what it accepts. */
const headersOf = ({ header }: McpRequest): Headers => {
  const headers = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" })
  const version = header("mcp-protocol-version")
  if (version !== undefined) headers.set("mcp-protocol-version", version)
  return headers
}

const refusal = (status: number, id: unknown, code: ErrorCode, message: string): McpResponse => ({
  status,
  message: {
    jsonrpc: "2.0",
    id: typeof id === "string" || typeof id === "number" ? id : null,
    error: { code, message }
  }
})

const REQUESTS = [InitializeRequestSchema, CallToolRequestSchema, ListToolsRequestSchema]

/** The error for what is not a message, and for wrong params, which the library reports as its own failure; otherwise null. */
const refusalOf = (message: unknown): McpResponse | null => {
  const { id, method } = Object(message)
  // Some versions of the protocol had batches, which would count as one request.
  if (!JSONRPCMessageSchema.safeParse(message).success)
    return refusal(400, id, ErrorCode.InvalidRequest, "Invalid Request: must be one message of JSON-RPC 2.0")
  // A notification has no response.
  if (id === undefined) return null
  const error = REQUESTS.find(({ shape }) => shape.method.value === method)?.safeParse(message).error
  if (error === undefined) return null
  const issues = error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`)
  return refusal(200, id, ErrorCode.InvalidParams, `Invalid params: ${issues.join("; ")}`)
}

/**
 * Serves a message of an agent: the initialization, the list of tools, a call. There are no sessions, and every response is
 * one message as JSON. A token's agent sees the tools that its scopes allow; the use cases check them again.
 */
export const serveMcp: ServeMcp = async (request) => {
  const refused = refusalOf(request.message)
  if (refused !== null) return refused
  const server = serverOf(request)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const sent = new Request("http://agent.invalid/mcp", { method: "POST", headers: headersOf(request) })
  const response = await transport.handleRequest(sent, { parsedBody: request.message })
  const text = await response.text()
  await server.close()
  return { status: response.status, message: text === "" ? null : (JSON.parse(text) as object) }
}
