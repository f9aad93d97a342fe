import { Effect, Option } from "effect"
import { now } from "../values/Timestamp.js"
import { DatabaseState } from "./DatabaseState.js"

/** The fact that a server uses the database, for databases that one server at a time may use. */
export const SERVING = "serving"

/** Records that a server starts. Returns whether the last one ended without `endServing`: it was killed, or lost power. */
export const beginServing = Effect.gen(function* () {
  const state = yield* DatabaseState
  const left = yield* state.find(SERVING)
  yield* state.put({ name: SERVING, value: true, updatedAt: yield* now })
  return Option.isSome(left)
})

/** Records that the server has stopped cleanly. */
export const endServing = Effect.flatMap(DatabaseState, ({ remove }) => Effect.asVoid(remove(SERVING)))
