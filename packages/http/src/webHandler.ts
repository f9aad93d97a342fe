import { Effect, Runtime } from "effect"
import {
  BODY_MILLIS,
  BODY_TIMEOUT,
  bodyAlreadyRead,
  type BodyError,
  bodyTooLarge,
  INCOMPLETE_BODY
} from "./body/BodyError.js"
import { joinBytes } from "./body/joinBytes.js"
import { clientAddress } from "./clientAddress.js"
import { defectResponse } from "./errorResponse.js"
import { isLive } from "./LiveBody.js"
import type { ServeOptions, ServerServices } from "./ServeOptions.js"
import type { ServerRequest } from "./ServerRequest.js"
import { makeServeAndNotify } from "./serveRequest.js"
import { webStream } from "./webStream.js"

/** How the client's address is found: a web-standard `Request` does not have it. */
export interface WebOptions {
  /**
   * The client's address, which rate limits count by. Default: from `X-Forwarded-For` if proxies are trusted; otherwise
   * all clients count as one.
   */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
  /** How many proxies in front are trusted to name the client. Default: 0. */
  readonly trustProxy?: number | undefined
}

const UNKNOWN_ADDRESS = "0.0.0.0"

const WAS_READ = bodyAlreadyRead("hand the Request on before anything reads its body, or read that of request.clone()")

/** Reads a body. One whose request is aborted is incomplete. */
const readAll = async (
  { signal }: Request,
  body: ReadableStream<Uint8Array>,
  limit: number
): Promise<Uint8Array | BodyError> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  let isLate = false
  const reader = body.getReader()
  // The pending read rejects with the same error.
  const cancel = () => void reader.cancel().catch(() => undefined)
  const timer = setTimeout(() => {
    isLate = true
    cancel()
  }, BODY_MILLIS)
  signal.addEventListener("abort", cancel)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) return BODY_TIMEOUT
      if (signal.aborted) return INCOMPLETE_BODY
      if (done) return joinBytes(chunks)
      size += value.byteLength
      if (size > limit) {
        await reader.cancel()
        return bodyTooLarge(limit)
      }
      chunks.push(value)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", cancel)
  }
}

const readBody = (request: Request, limit: number): Effect.Effect<Uint8Array, BodyError> => {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return Effect.fail(bodyTooLarge(limit))
  const { body } = request
  if (request.bodyUsed || body?.locked === true) return Effect.fail(WAS_READ)
  if (body === null) return Effect.succeed(new Uint8Array())
  return Effect.tryPromise({
    try: () => readAll(request, body, limit),
    catch: () => INCOMPLETE_BODY
  }).pipe(Effect.flatMap((read) => (read instanceof Uint8Array ? Effect.succeed(read) : Effect.fail(read))))
}

const addressOf = (request: Request, { clientAddress: ofHost, trustProxy = 0 }: WebOptions): string =>
  ofHost?.(request) ?? clientAddress(UNKNOWN_ADDRESS, request.headers.get("x-forwarded-for") ?? undefined, trustProxy)

const toServerRequest = (request: Request, options: WebOptions): ServerRequest => {
  const url = new URL(request.url)
  return {
    native: request,
    method: request.method,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    address: addressOf(request, options),
    readBody: (limit) => readBody(request, limit)
  }
}

const isRequest = (value: Partial<Request> | null | undefined): boolean =>
  typeof value?.url === "string" && typeof value.headers?.get === "function"

/** The API as a web-standard handler, for the `fetch` of a hub. Rejects only if the argument is not a `Request`. */
export const webHandler = (options: ServeOptions & WebOptions = {}) =>
  Effect.map(Effect.runtime<ServerServices>(), (runtime) => {
    const serve = makeServeAndNotify(options)
    const answer = (request: Request) =>
      Effect.suspend(() => serve(toServerRequest(request, options))).pipe(Effect.catchAllCause(defectResponse))
    return async (request: Request): Promise<Response> => {
      if (!isRequest(request)) {
        throw new TypeError(
          "hub.fetch takes a web-standard Request; for requests of node:http there is toNodeHandler(hub)"
        )
      }
      const { body, headers, status } = await Runtime.runPromise(runtime)(answer(request))
      if (!isLive(body)) return new Response(body === "" ? null : body, { status, headers })
      return new Response(webStream(body, Runtime.runFork(runtime), request.signal), { status, headers })
    }
  })
