import { type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Option, Predicate, Stream } from "effect"
import { clientAddress } from "./clientKey.js"
import { setBack } from "./fiberOfRequest.js"
import { BODY_MILLIS, BODY_TIMEOUT, BodyRefused, bodyTooLarge, bodyWasRead, refuseBody } from "./gate.js"
import { joinBytes } from "./joinBytes.js"
import type { ServerRequest, ServerResponse } from "./message.js"
import type { ServeOptions, ServerServices } from "./ServeOptions.js"
import { makeServeAndTell } from "./serveAndTell.js"

/** How the API is served in an app of `@effect/platform`. */
export interface HttpAppOptions extends ServeOptions {
  /** How many proxies in front are trusted to name the client; 0 unless told otherwise. */
  readonly trustProxy?: number | undefined
}

const LOST = refuseBody("the body did not arrive whole")
const WAS_READ = bodyWasRead("mount Boardwright before what reads bodies")

const wasRead = (source: unknown): boolean =>
  (Predicate.hasProperty(source, "readableDidRead") && source.readableDidRead === true) ||
  (Predicate.hasProperty(source, "bodyUsed") && source.bodyUsed === true)

const readBody = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Uint8Array, BodyRefused> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Effect.fail(bodyTooLarge(limit))
  if (wasRead(request.source)) return Effect.fail(WAS_READ)
  return Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    return Stream.runForEach(request.stream, (chunk) => {
      size += chunk.byteLength
      chunks.push(chunk)
      return size > limit ? Effect.fail(bodyTooLarge(limit)) : Effect.void
    }).pipe(
      Effect.mapError((failure) => (failure instanceof BodyRefused ? failure : LOST)),
      Effect.timeoutFail({ duration: BODY_MILLIS, onTimeout: () => BODY_TIMEOUT }),
      Effect.map(() => joinBytes(chunks))
    )
  })
}

const toServerRequest = (request: HttpServerRequest.HttpServerRequest, trustProxy: number): ServerRequest => {
  const mark = request.url.indexOf("?")
  const peer = Option.getOrElse(request.remoteAddress, () => "0.0.0.0")
  return {
    native: request.source,
    method: request.method,
    path: mark < 0 ? request.url : request.url.slice(0, mark),
    search: mark < 0 ? "" : request.url.slice(mark + 1),
    header: (name) => request.headers[name],
    address: clientAddress(peer, request.headers["x-forwarded-for"], trustProxy),
    readBody: (limit) => readBody(request, limit)
  }
}

const toResponse = (body: ServerResponse["body"], options: Omit<ServerResponse, "body">) => {
  if (typeof body !== "string") return HttpServerResponse.uint8Array(body, options)
  return body === "" ? HttpServerResponse.empty(options) : HttpServerResponse.text(body, options)
}

/**
 * The API as an app of `@effect/platform`: serve it by itself, or mount it in an `HttpRouter` with `mountApp`. It answers
 * every request it is given and never fails.
 */
export const httpApp = (options: HttpAppOptions = {}): HttpApp.Default<never, ServerServices> => {
  const serve = makeServeAndTell(options)
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(setBack(serve(toServerRequest(request, options.trustProxy ?? 0))), ({ body, headers, status }) =>
      toResponse(body, { status, headers })
    )
  )
}
