import { Buffer } from "node:buffer"
import type { IncomingMessage } from "node:http"
import { Effect } from "effect"
import { type BodyRefused, bodyTooLarge, bodyWasRead, refuseBody } from "../gate.js"

const WAS_READ = bodyWasRead("mount Boardwright before express.json() and other body parsers")
const LOST = refuseBody("the body did not arrive whole")

const accept = (body: Buffer, limit: number): Effect.Effect<Uint8Array, BodyRefused> =>
  body.byteLength > limit ? Effect.fail(bodyTooLarge(limit)) : Effect.succeed(body)

/** Reads a request's body; one over the limit is refused by its length where that is said, else while it streams. */
export const readBody = (request: IncomingMessage, limit: number): Effect.Effect<Uint8Array, BodyRefused> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Effect.fail(bodyTooLarge(limit))
  if (request.readableDidRead || request.readableEnded) return Effect.fail(WAS_READ)
  // Gone while it was found out who calls: no event will come any more.
  if (request.destroyed) return Effect.fail(LOST)
  // Mostly it has come with its head, and then nothing need be waited for.
  if (request.complete) return accept((request.read() as Buffer | null) ?? Buffer.alloc(0), limit)
  return Effect.async<Uint8Array, BodyRefused>((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    const settle = (result: Effect.Effect<Uint8Array, BodyRefused>) => {
      request.off("data", take).off("end", end).off("close", lost).off("error", lost)
      resume(result)
    }
    const take = (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > limit) return settle(Effect.fail(bodyTooLarge(limit)))
      chunks.push(chunk)
    }
    const end = () => settle(Effect.succeed(Buffer.concat(chunks)))
    const lost = () => settle(Effect.fail(LOST))
    request.on("data", take).on("end", end).on("close", lost).on("error", lost)
  })
}
