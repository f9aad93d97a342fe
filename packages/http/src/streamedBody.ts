import { Ports } from "@boardwright/core"
import { Effect, Option, Stream } from "effect"
import { type LiveBody, MAX_UNSENT } from "./LiveBody.js"

/** A body whose parts are sent while they are read. What fails after its begin cuts the connection, so that it is not complete. */
export const streamedBody = (parts: Stream.Stream<string | Uint8Array, Ports.StorageUnavailable>): LiveBody => ({
  run: (sink) => {
    let isTaken = true
    const send = Effect.fnUntraced(function* (part: string | Uint8Array) {
      sink.write(part)
      isTaken = sink.unsent() <= MAX_UNSENT || (yield* sink.taken)
      return isTaken
    })
    return Stream.runForEachWhile(parts, send).pipe(
      Effect.map(() => isTaken),
      Effect.catchAll((failure) => Effect.as(Ports.recordStorageFailure(failure), false)),
      Effect.catchAllDefect((defect) => Effect.as(Effect.logError("unexpected failure", defect), false)),
      // A fiber of the stream's own ends with the failure too, which is logged once.
      Effect.withUnhandledErrorLogLevel(Option.none())
    )
  },
  dismiss: () => {}
})
