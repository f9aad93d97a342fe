import { Effect, Option } from "effect"
import { requireOperator } from "../access/Actor.js"
import { logFailure } from "../background/logFailure.js"
import { DatabaseState } from "./DatabaseState.js"

/**
 * The fact that the database is a copy of another, which may still be served: while it is stored, no mail, no delivery to a
 * webhook and no durable consumer is taken by any instance.
 */
export const HOLD = "hold"

/**
 * Lets mails, deliveries and consumers go on, and returns whether they were held. Instances notice within a second. For the
 * operator. Fails with `Forbidden`.
 */
export const resume = Effect.fn("resume")(function* () {
  yield* requireOperator("resume mails, deliveries and consumers")
  return yield* (yield* DatabaseState).remove(HOLD)
})

/** Whether the database is held. */
export const isHeld = Effect.map(
  Effect.flatMap(DatabaseState, ({ find }) => find(HOLD)),
  Option.isSome
)

/** Logs at the start of an instance that something is held, if it is. */
export const warnIfHeld = logFailure(
  Effect.gen(function* () {
    if (!(yield* isHeld)) return
    yield* Effect.logWarning("mails, webhook deliveries and consumers are held until `boardwright resume`")
  })
)
