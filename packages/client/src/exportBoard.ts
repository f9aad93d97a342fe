import { type CallOptions, failureOf, type Input, queryOf, segmentOf, type Sender } from "./call.js"
import { send } from "./send.js"

/** Requests a board's file. The response's body is left to the caller. */
export const exportBoard = async (
  { root, ...sender }: Sender,
  input: Input,
  { onResponse, signal }: CallOptions
): Promise<Response> => {
  const url = `${root}/api/boards/${segmentOf(input, "id")}/export${queryOf(["format"], input)}`
  const received = await send({
    ...{ ...sender, url, method: "GET", headers: {}, signal },
    ...{ isRepeatable: true, isStream: true }
  })
  if (!received.response.ok) throw failureOf(received)
  onResponse?.(received.response)
  return received.response
}
