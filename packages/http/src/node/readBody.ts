import { Buffer } from "node:buffer"
import type { IncomingMessage } from "node:http"
// Not the global timers, which tests replace.
import { clearTimeout, setTimeout } from "node:timers"
import { Effect } from "effect"
import { BODY_TIMEOUT, bodyAlreadyRead, type BodyError, bodyTooLarge, INCOMPLETE_BODY } from "../body/BodyError.js"

const WAS_READ = bodyAlreadyRead("mount Boardwright before express.json() and other body parsers")

const ended = new WeakMap<IncomingMessage, BodyError>()
const ENDED = Symbol("no more of the body will be read")

/** Stops reading a body whose rest is late or not HTTP. */
export const endBody = (request: IncomingMessage, why: "late" | "malformed"): void => {
  ended.set(request, why === "late" ? BODY_TIMEOUT : INCOMPLETE_BODY)
  request.emit(ENDED)
}

/** Whether the end of the body is unknown, so that the connection cannot take another request. */
export const bodyHasNoEnd = (request: IncomingMessage): boolean => ended.has(request)

const accept = (body: Buffer, limit: number): Effect.Effect<Uint8Array, BodyError> =>
  body.byteLength > limit ? Effect.fail(bodyTooLarge(limit)) : Effect.succeed(body)

/**
 * Reads a request's body. Fails if it is over the limit in bytes, by `Content-Length` or while it streams, and if it has
 * not arrived after `millis`.
 */
export const readBody = (
  request: IncomingMessage,
  limit: number,
  millis: number
): Effect.Effect<Uint8Array, BodyError> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Effect.fail(bodyTooLarge(limit))
  if (request.readableDidRead || request.readableEnded) return Effect.fail(WAS_READ)
  // The client left during authentication: no event will follow.
  if (request.destroyed) return Effect.fail(INCOMPLETE_BODY)
  const error = ended.get(request)
  if (error !== undefined) return Effect.fail(error)
  // Most bodies have arrived with the head.
  if (request.complete) return accept((request.read() as Buffer | null) ?? Buffer.alloc(0), limit)
  return Effect.async<Uint8Array, BodyError>((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    const settle = (result: Effect.Effect<Uint8Array, BodyError>) => {
      clearTimeout(timer)
      request.off("data", take).off("end", end).off("close", lost).off("error", lost).off(ENDED, stop)
      resume(result)
    }
    const take = (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > limit) return settle(Effect.fail(bodyTooLarge(limit)))
      chunks.push(chunk)
    }
    const end = () => settle(Effect.succeed(Buffer.concat(chunks)))
    const lost = () => settle(Effect.fail(INCOMPLETE_BODY))
    const stop = () => settle(Effect.fail(ended.get(request) ?? INCOMPLETE_BODY))
    const timer = setTimeout(endBody, millis, request, "late")
    request.on("data", take).on("end", end).on("close", lost).on("error", lost).on(ENDED, stop)
  })
}
