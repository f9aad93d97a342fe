import { Effect, Runtime } from "effect"
import { clientAddress } from "./clientKey.js"
import { FAILED } from "./failed.js"
import { BODY_MILLIS, BODY_TIMEOUT, type BodyRefused, bodyTooLarge, bodyWasRead, refuseBody } from "./gate.js"
import { joinBytes } from "./joinBytes.js"
import type { ServerRequest } from "./message.js"
import type { ServeOptions, ServerServices } from "./ServeOptions.js"
import { makeServeAndTell } from "./serveAndTell.js"

/** How a web-standard request tells what only its host knows. */
export interface WebOptions {
  /**
   * The client's address, which rate limits count by. Without it `X-Forwarded-For` says it where proxies are trusted,
   * and else all clients count as one: a `Request` knows no address.
   */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
  /** How many proxies in front are trusted to name the client; 0 unless told otherwise. */
  readonly trustProxy?: number | undefined
}

const UNKNOWN_ADDRESS = "0.0.0.0"

const WAS_READ = bodyWasRead("hand the Request on before anything reads its body, or read that of request.clone()")

const readAll = async (body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | BodyRefused> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  let isLate = false
  const reader = body.getReader()
  const timer = setTimeout(() => {
    isLate = true
    // What it rejects with, the pending read rejects with too.
    reader.cancel().catch(() => undefined)
  }, BODY_MILLIS)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) return BODY_TIMEOUT
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
  }
}

const readBody = (request: Request, limit: number): Effect.Effect<Uint8Array, BodyRefused> => {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return Effect.fail(bodyTooLarge(limit))
  const { body } = request
  if (request.bodyUsed || body?.locked === true) return Effect.fail(WAS_READ)
  if (body === null) return Effect.succeed(new Uint8Array())
  return Effect.tryPromise({
    try: () => readAll(body, limit),
    catch: () => refuseBody("the body did not arrive whole")
  }).pipe(Effect.flatMap((read) => (read instanceof Uint8Array ? Effect.succeed(read) : Effect.fail(read))))
}

const addressOf = (request: Request, { clientAddress: told, trustProxy = 0 }: WebOptions): string =>
  told?.(request) ?? clientAddress(UNKNOWN_ADDRESS, request.headers.get("x-forwarded-for") ?? undefined, trustProxy)

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

/** The API as a web-standard handler: `Request` in, `Response` out. Never rejects. */
export const webHandler = (options: ServeOptions & WebOptions = {}) =>
  Effect.map(Effect.runtime<ServerServices>(), (runtime) => {
    const serve = makeServeAndTell(options)
    const answer = (request: Request) =>
      Effect.suspend(() => serve(toServerRequest(request, options))).pipe(
        Effect.catchAllCause((cause) => Effect.as(Effect.logError("unexpected failure", cause), FAILED))
      )
    return async (request: Request): Promise<Response> => {
      const { body, headers, status } = await Runtime.runPromise(runtime)(answer(request))
      return new Response(body === "" ? null : body, { status, headers })
    }
  })
