import type { CustomFetch } from "openid-client"

/** Most bytes of a response. */
const MAX_RESPONSE_BYTES = 256 * 1024

/** A fetch that reads no more of a response than a provider's documents and tokens take. */
export const boundedFetch: CustomFetch = async (url, { body: sent, headers: asked, method, signal }) => {
  const response = await fetch(url, {
    ...{ method, headers: asked, body: sent ?? null, redirect: "manual" },
    ...(signal === undefined ? {} : { signal })
  })
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array
    size += bytes.byteLength
    // Leaving the loop ends the connection.
    if (size > MAX_RESPONSE_BYTES) throw new TypeError(`the response has over ${MAX_RESPONSE_BYTES} bytes`)
    chunks.push(bytes)
  }
  const { headers, status } = response
  // A response with these statuses has no body.
  const body = status === 204 || status === 205 || status === 304 ? null : Buffer.concat(chunks)
  return new Response(body, { status, headers })
}
