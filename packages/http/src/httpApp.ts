import { type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, identity, Option, Predicate, Stream } from "effect"
import {
  BODY_MILLIS,
  BODY_TIMEOUT,
  bodyAlreadyRead,
  BodyError,
  bodyTooLarge,
  INCOMPLETE_BODY
} from "./body/BodyError.js"
import { joinBytes } from "./body/joinBytes.js"
import { clientAddress } from "./clientAddress.js"
import { isLive } from "./LiveBody.js"
import { restoringContext } from "./requestContext.js"
import type { ServeOptions, ServerServices } from "./ServeOptions.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"
import { makeServeAndNotify } from "./serveRequest.js"
import { webStream } from "./webStream.js"

export interface HttpAppOptions extends ServeOptions {
  /** How many proxies in front are trusted to name the client. Default: 0. */
  readonly trustProxy?: number | undefined
}

const WAS_READ = bodyAlreadyRead("mount Boardwright before what reads bodies")

const wasRead = (source: unknown): boolean =>
  (Predicate.hasProperty(source, "readableDidRead") && source.readableDidRead === true) ||
  (Predicate.hasProperty(source, "bodyUsed") && source.bodyUsed === true)

const readBody = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Uint8Array, BodyError> => {
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
      Effect.mapError((failure) => (failure instanceof BodyError ? failure : INCOMPLETE_BODY)),
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
  if (isLive(body)) {
    const events = Stream.fromReadableStream({ evaluate: () => webStream(body, Effect.runFork), onError: identity })
    return HttpServerResponse.stream(events, { ...options, contentType: options.headers["content-type"] })
  }
  if (typeof body !== "string") return HttpServerResponse.uint8Array(body, options)
  return body === "" ? HttpServerResponse.empty(options) : HttpServerResponse.text(body, options)
}

/**
 * The API as an app of `@effect/platform`: serve it alone, or mount it in an `HttpRouter` with `mountApp`. It responds to
 * every request and never fails.
 */
export const httpApp = (options: HttpAppOptions = {}): HttpApp.Default<never, ServerServices> => {
  const serve = makeServeAndNotify(options)
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(
      restoringContext(serve(toServerRequest(request, options.trustProxy ?? 0))),
      ({ body, headers, status }) => toResponse(body, { status, headers })
    )
  )
}
