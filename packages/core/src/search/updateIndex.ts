import { Duration, Effect } from "effect"
import { logFailure } from "../background/logFailure.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { yieldToEventLoop } from "../values/yieldPoint.js"
import { SearchIndex } from "./SearchIndex.js"

/** Most steps before a search: an import of the largest sheet. */
const STEPS = 100

/** Indexes some of what was changed so far, and returns whether others are left. */
const indexStep = Effect.gen(function* () {
  const more = yield* (yield* SearchIndex).update
  if (more) yield* (yield* ChangeRepository).place
  return more
})

/** Indexes what was changed so far. Returns whether all of it is indexed. */
export const updateIndex = Effect.gen(function* () {
  for (let step = 0; step < STEPS; step++) {
    if (!(yield* indexStep)) return true
    yield* yieldToEventLoop
  }
  return false
})

/** How many times the duration of a step the next one is awaited, so that indexing takes a small part of the time. */
const REST = 20

/**
 * Indexes in the background, until the scope ends, what was changed: a step each second, or sooner if others are left, and
 * then for at most a part of the time, so that requests come first. Failures are logged.
 */
export const startIndexing = Effect.asVoid(
  Effect.forkScoped(
    Effect.forever(
      Effect.gen(function* () {
        const [took, more] = yield* Effect.timed(
          Effect.catchAllCause(indexStep, (cause) => Effect.as(logFailure(Effect.failCause(cause)), false))
        )
        const rest = Duration.times(took, REST)
        yield* Effect.sleep(more ? rest : Duration.max(Duration.seconds(1), rest))
      })
    )
  )
)
