import process from "node:process"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { ErrorCode, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"

/** Posts a message to `/mcp`. Rejects with a line for people if there is no response. */
export type PostMessage = (message: object) => Promise<{ readonly status: number; readonly body: string }>

/** The code of errors that the protocol leaves to servers. */
const SERVER_ERROR = -32000

const parsed = (body: string): Readonly<Record<string, unknown>> | null => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const answer = async (message: JSONRPCMessage, post: PostMessage): Promise<JSONRPCMessage | null> => {
  const failed = (text: string, data?: object): JSONRPCMessage | null =>
    "id" in message && message.id !== undefined
      ? { jsonrpc: "2.0", id: message.id, error: { code: SERVER_ERROR, message: text, ...(data && { data }) } }
      : null
  try {
    const { body, status } = await post(message)
    if (body === "" && status < 300) return null
    const found = parsed(body)
    if (found === null) return failed(`the server answered with status ${status}, and no message`)
    if ("jsonrpc" in found) return found as JSONRPCMessage
    return failed(String(found["message"] ?? found["error"]), { code: found["code"], details: found["details"] })
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Posts each message of standard input to a server and writes its response to standard output, until the input ends. A
 * response that is no message becomes an error of the protocol.
 */
export const relayStdio = async (post: PostMessage): Promise<void> => {
  const transport = new StdioServerTransport()
  const waiting = new Set<Promise<void>>()
  const serve = async (message: JSONRPCMessage) => {
    const found = await answer(message, post)
    if (found !== null) await transport.send(found)
  }
  /** Sends an error for a line that is not a message. Its id is unknown and sent as null, which the library's types lack. */
  const refuse = (code: ErrorCode, message: string) =>
    transport.send({ jsonrpc: "2.0", id: null, error: { code, message } } as never)
  const pending = (served: Promise<void>) => {
    const done = served.finally(() => waiting.delete(done))
    waiting.add(done)
  }
  // The library's transports have one receiver each, and no listeners.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  transport.onmessage = (message) => {
    pending(serve(message))
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  transport.onerror = (error) => {
    if (error instanceof SyntaxError) pending(refuse(ErrorCode.ParseError, "Parse error"))
    else pending(refuse(ErrorCode.InvalidRequest, "Invalid Request"))
  }
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve)
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    transport.onclose = resolve
  })
  await transport.start()
  await ended
  await Promise.all(waiting)
}
