import { Buffer } from "node:buffer"
import type { ServerResponse as NodeResponse } from "node:http"
// Not the global ones, which tests replace by fakes.
import { clearTimeout, setImmediate, setTimeout } from "node:timers"
import { Effect, Exit, type Fiber, FiberId } from "effect"
import type { LiveBody } from "../LiveBody.js"

/**
 * Sends a body as it comes, after the headers, to a client that may take `millis` to read what was written; then calls
 * `done` with the size of that, in bytes.
 */
export const sendLive = (
  response: NodeResponse,
  body: LiveBody,
  millis: number,
  runFork: (work: Effect.Effect<boolean>) => Fiber.RuntimeFiber<boolean>,
  done: (bytes: number) => void
): void => {
  let bytes = 0
  const fiber = runFork(
    body.run({
      write: (part) => {
        if (response.destroyed) return
        bytes += Buffer.byteLength(part)
        // Node would join the frame of the chunk at the end of this turn, when nobody can tell what it took.
        response.socket?.cork()
        response.write(part)
        response.socket?.uncork()
      },
      unsent: () => response.writableLength,
      taken: Effect.async((resume) => {
        const late = setTimeout(() => resume(Effect.succeed(false)), millis)
        const taken = () => {
          clearTimeout(late)
          resume(Effect.succeed(true))
        }
        response.once("drain", taken)
        return Effect.sync(() => {
          clearTimeout(late)
          response.off("drain", taken)
        })
      })
    })
  )
  response.once("close", () => fiber.unsafeInterruptAsFork(FiberId.none))
  fiber.addObserver((exit) => {
    // After what was written: node sends it at the end of this turn.
    if (Exit.isSuccess(exit) && !exit.value) setImmediate(() => response.destroy())
    else response.end()
    done(bytes)
  })
}
