import { Effect } from "effect"
import { requireOperator } from "../access/Actor.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { now } from "../values/Timestamp.js"
import { type ChangeCursor, cursorAt, CursorExpired, isCurrent } from "./ChangeCursor.js"
import { ChangeRepository } from "./ChangeRepository.js"
import { placeOf } from "./consumeChanges.js"
import { type Consumer, ConsumerRepository } from "./ConsumerRepository.js"
import { cursorOf } from "./forEachChange.js"

/** A durable consumer, as the operator sees it. */
export interface ListedConsumer extends Omit<Consumer, "epoch" | "position"> {
  /** Continues after the last change that it handled. */
  readonly cursor: ChangeCursor
  /** How many changes of the feed come after the cursor; null if the cursor has expired. */
  readonly behind: number | null
}

/** All durable consumers, by name. For the operator. Fails with `Forbidden`. */
export const listConsumers = Effect.fnUntraced(function* () {
  yield* requireOperator("manage the consumers of changes")
  const head = yield* (yield* ChangeRepository).place
  const consumers = yield* (yield* ConsumerRepository).list
  return consumers.map(({ epoch, position, ...rest }): ListedConsumer => {
    const behind = isCurrent(head, { epoch, position }) ? head.position - position : null
    return { ...rest, cursor: cursorAt(epoch, position), behind }
  })
})

/** Where a consumer goes on: a cursor, `now` or `start`; absent, where it was. */
export interface ResumeConsumer {
  readonly since?: string | undefined
}

/**
 * Lets a parked consumer go on, or any consumer from another place. For the operator. Fails with `Forbidden`, `NotFound`,
 * `InvalidInput`, or `CursorExpired` if it cannot go on where it was, or not from `since`.
 */
export const resumeConsumer = Effect.fnUntraced(function* (name: string, { since }: ResumeConsumer = {}) {
  yield* requireOperator("manage the consumers of changes")
  const consumers = yield* ConsumerRepository
  const moved = since === undefined ? {} : yield* placeOf(yield* cursorOf({}, since))
  const resume = Effect.gen(function* () {
    const found = yield* orNotFound("Consumer", name)(consumers.find(name))
    if (since === undefined && found.parkedAt === null) return true
    const next = { ...found, ...moved, attempts: 0, failingSince: null, lastError: null, parkedAt: null }
    const head = yield* (yield* ChangeRepository).place
    if (!isCurrent(head, next)) return yield* new CursorExpired({ cursor: cursorAt(head.epoch, head.position) })
    return yield* consumers.replace({ ...next, dueAt: yield* now }, found.dueAt)
  })
  yield* Effect.repeat(resume, { until: (done) => done })
})

/** Removes a durable consumer; a program that consumes by its name ends. For the operator. Fails with `Forbidden` or `NotFound`. */
export const removeConsumer = Effect.fnUntraced(function* (name: string) {
  yield* requireOperator("manage the consumers of changes")
  if (!(yield* (yield* ConsumerRepository).remove(name))) return yield* new NotFound({ thing: "Consumer", id: name })
})
