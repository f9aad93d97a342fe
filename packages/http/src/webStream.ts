import { Effect, Exit, type Fiber, FiberId, identity } from "effect"
import { type LiveBody, READ_MILLIS } from "./LiveBody.js"

/** The bytes that a host may take ahead of the client. */
const AHEAD = 64 * 1024

const encoder = new TextEncoder()

/**
 * A body that is sent as it comes, as a web-standard stream. It ends when the host cancels it, and fails with the signal's reason
 * when the host aborts the request.
 */
export const webStream = (
  body: LiveBody,
  runFork: (work: Effect.Effect<boolean>) => Fiber.RuntimeFiber<boolean>,
  signal?: AbortSignal
): ReadableStream<Uint8Array> => {
  let isOpen = true
  let pulled = () => {}
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // Such a signal fires no event any more.
        if (signal?.aborted === true) {
          isOpen = false
          body.dismiss()
          return controller.error(signal.reason)
        }
        const fiber = runFork(
          body.run({
            write: (part) => {
              if (isOpen) controller.enqueue(typeof part === "string" ? encoder.encode(part) : part)
            },
            unsent: () => AHEAD - (controller.desiredSize ?? AHEAD),
            taken: Effect.async<boolean>((resume) => {
              pulled = () => resume(Effect.succeed(true))
            }).pipe(Effect.timeoutTo({ duration: READ_MILLIS, onSuccess: identity, onTimeout: () => false }))
          })
        )
        stop = () => fiber.unsafeInterruptAsFork(FiberId.none)
        signal?.addEventListener("abort", stop)
        fiber.addObserver((exit) => {
          signal?.removeEventListener("abort", stop)
          if (!isOpen) return
          isOpen = false
          if (signal?.aborted === true) controller.error(signal.reason)
          else if (Exit.isSuccess(exit) && !exit.value) controller.error(new Error("the client is too slow"))
          else controller.close()
        })
      },
      pull: () => pulled(),
      cancel: () => {
        isOpen = false
        stop()
      }
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD })
  )
}
