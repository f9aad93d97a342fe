/** A request as it reached the server. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

type Answer = Response | Error | (() => Promise<Response>)

/** An answer of the server with a body of JSON. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

export const healthy = (): Response => json(200, { status: "ok" })
export const refused = (status: number, seconds: string): Response =>
  json(status, { error: "Refused", code: "RateLimited", message: "Later", details: [] }, { "retry-after": seconds })

/** A `fetch` that gives these answers one after the other and keeps what it was asked. */
export const fakeServer = (...answers: ReadonlyArray<Answer>) => {
  const received: Array<Received> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { headers, method, url } = request
    const answer = answers[received.push({ method, url, headers, body: await request.text() }) - 1]
    if (answer === undefined) throw new Error("one request too many")
    if (answer instanceof Error) throw answer
    return typeof answer === "function" ? answer() : answer
  }
  return { fetch, received }
}
