import { Buffer } from "node:buffer"
import type { IncomingMessage } from "node:http"
// Not the global ones, which tests replace by fakes.
import { clearTimeout, setTimeout } from "node:timers"
import { Effect } from "effect"
import { type BodyRefused, BODY_TIMEOUT, bodyTooLarge, bodyWasRead, refuseBody } from "../gate.js"

const WAS_READ = bodyWasRead("mount Boardwright before express.json() and other body parsers")
const LOST = refuseBody("the body did not arrive whole")

const ended = new WeakMap<IncomingMessage, BodyRefused>()
const ENDED = Symbol("no more of the body will be read")

/** Ends the reading of a body whose rest is not HTTP, or is late: a request that still waits for it is refused. */
export const endBody = (request: IncomingMessage, why: "late" | "malformed"): void => {
  ended.set(request, why === "late" ? BODY_TIMEOUT : LOST)
  request.emit(ENDED)
}

/** Whether the connection is of no more use after this request, since where its body ends is not known. */
export const bodyHasNoEnd = (request: IncomingMessage): boolean => ended.has(request)

const accept = (body: Buffer, limit: number): Effect.Effect<Uint8Array, BodyRefused> =>
  body.byteLength > limit ? Effect.fail(bodyTooLarge(limit)) : Effect.succeed(body)

/**
 * Reads a request's body. One over the limit in bytes is refused by its length where that is said, else while it streams;
 * one that is not there after `millis` is refused then.
 */
export const readBody = (
  request: IncomingMessage,
  limit: number,
  millis: number
): Effect.Effect<Uint8Array, BodyRefused> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Effect.fail(bodyTooLarge(limit))
  if (request.readableDidRead || request.readableEnded) return Effect.fail(WAS_READ)
  // Gone while it was found out who calls: no event will come any more.
  if (request.destroyed) return Effect.fail(LOST)
  const refused = ended.get(request)
  if (refused !== undefined) return Effect.fail(refused)
  // Mostly it has come with its head, and then nothing need be waited for.
  if (request.complete) return accept((request.read() as Buffer | null) ?? Buffer.alloc(0), limit)
  return Effect.async<Uint8Array, BodyRefused>((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    const settle = (result: Effect.Effect<Uint8Array, BodyRefused>) => {
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
    const lost = () => settle(Effect.fail(LOST))
    const stop = () => settle(Effect.fail(ended.get(request) ?? LOST))
    const timer = setTimeout(endBody, millis, request, "late")
    request.on("data", take).on("end", end).on("close", lost).on("error", lost).on(ENDED, stop)
  })
}
