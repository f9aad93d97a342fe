import { Effect, Stream } from "effect"
import { type NotWritten, openDraft } from "./openDraft.js"
import { print } from "./print.js"

/** Writes text to a file, which appears whole or not at all, or to standard output where the path is `-`. */
export const writeOutput = <E, R>(
  path: string,
  chunks: Stream.Stream<string, E, R>
): Effect.Effect<void, E | NotWritten, R> => {
  if (path === "-") return Stream.runForEach(chunks, print)
  const written = Effect.flatMap(openDraft(path), (draft) =>
    Effect.zipRight(Stream.runForEach(chunks, draft.write), draft.keep)
  )
  return Effect.scoped(written)
}
