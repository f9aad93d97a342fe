import type { EndpointCall } from "@boardwright/http"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { type Body, MAX_RESULT, shorten } from "./shorten.js"
import type { Tool } from "./Tool.js"
import { toCall } from "./toCall.js"

const failed = (error: object): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(error) }],
  isError: true
})

/** What the API answers, without what it says twice. */
const withoutEnvelope = ({ data: _data, success: _success, ...rest }: Body): Body => rest

/** The most characters of a text in an outline. */
const SHORT = 200

/** The numbers, booleans and short texts of an object, and of the objects in it and in its lists. */
const outlineOf = (value: object, isInner = false): Body =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): ReadonlyArray<[string, unknown]> => {
      if (typeof each !== "object") return String(each).length > SHORT ? [] : [[name, each]]
      if (isInner || each === null) return []
      return [[name, Array.isArray(each) ? each.map((item) => outlineOf(Object(item), true)) : outlineOf(each, true)]]
    })
  )

/** The text of what was done, whose whole result is too long: as an error it would be done once more. */
const doneText = (body: Body, length: number): string => {
  const done = `It was done. The whole result has ${length} characters, too many to return: this is an outline.`
  const outline = JSON.stringify({ done, ...outlineOf(body) })
  return outline.length <= MAX_RESULT ? outline : JSON.stringify({ done, ...outlineOf(body, true) })
}

const errorOf = ({ code, details, error, message }: Body) => ({
  code,
  message: message === undefined ? error : `${String(error)}: ${String(message)}`,
  details
})

/** Calls the endpoint of a tool. An error of the API is the tool's, with its code, message and details. */
export const callTool = async (
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  call: (call: EndpointCall) => Promise<{ readonly status: number; readonly body: string }>
): Promise<CallToolResult> => {
  const asked = toCall(tool, given)
  if (!("path" in asked)) return failed({ code: "InvalidInput", message: "Validation failed", details: asked })
  const { body, status } = await call(asked)
  const answered = JSON.parse(body) as Body
  if (status >= 400) return failed(errorOf(answered))
  const result = withoutEnvelope(answered)
  const text = JSON.stringify(shorten(result))
  if (text.length <= MAX_RESULT) return { content: [{ type: "text", text }] }
  if (tool.method !== "GET") return { content: [{ type: "text", text: doneText(result, text.length) }] }
  const advice = "limit" in tool.input.properties ? " Ask for less: a smaller limit, or one thing instead of all." : ""
  return failed({
    code: "ResultTooLong",
    message: `The result has ${text.length} characters, and a tool's has at most ${MAX_RESULT}.${advice}`
  })
}
