import { Effect, Runtime } from "effect"
import { BODY_WAS_READ, type BodyRefused, bodyTooLarge, refuseBody } from "./gate.js"
import type { ServerRequest } from "./message.js"
import { makeServeRequest, type ServeOptions, type ServerServices } from "./serveRequest.js"

/** How a web-standard request tells what only its host knows. */
export interface WebOptions {
  /** The client's address, which rate limits count by. */
  readonly clientAddress: (request: Request) => string
}

const readAll = async (body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | BodyRefused> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) return bodyTooLarge(limit)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

const readBody = (request: Request, limit: number): Effect.Effect<Uint8Array, BodyRefused> => {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return Effect.fail(bodyTooLarge(limit))
  if (request.bodyUsed) return Effect.fail(BODY_WAS_READ)
  const { body } = request
  if (body === null) return Effect.succeed(new Uint8Array())
  return Effect.tryPromise({
    try: () => readAll(body, limit),
    catch: () => refuseBody("the body did not arrive whole")
  }).pipe(Effect.flatMap((read) => (read instanceof Uint8Array ? Effect.succeed(read) : Effect.fail(read))))
}

const toServerRequest = (request: Request, { clientAddress }: WebOptions): ServerRequest => {
  const url = new URL(request.url)
  return {
    native: request,
    method: request.method,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    address: clientAddress(request),
    readBody: (limit) => readBody(request, limit)
  }
}

/** The API as a web-standard handler: `Request` in, `Response` out. Never rejects. */
export const webHandler = (options: ServeOptions & WebOptions) =>
  Effect.map(Effect.runtime<ServerServices>(), (runtime) => {
    const serve = makeServeRequest(options)
    return async (request: Request): Promise<Response> => {
      const { body, headers, status } = await Runtime.runPromise(runtime)(serve(toServerRequest(request, options)))
      return new Response(body === "" ? null : body, { status, headers })
    }
  })
