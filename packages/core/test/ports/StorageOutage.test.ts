import { Ports } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Logger, TestClock } from "effect"

const away = new Ports.StorageUnavailable({ operation: "TaskRepository.find", cause: new Error("told to fail") })

/** The logged lines: text and annotations. */
const logOf = (work: Effect.Effect<unknown>) =>
  Effect.suspend(() => {
    const lines: Array<readonly [string, object]> = []
    const logger = Logger.make<unknown, void>(({ annotations, message }) => {
      const words = (Array.isArray(message) ? message : [message]).map((word) =>
        word instanceof Error ? word.message : String(word)
      )
      lines.push([words.join(": "), Object.fromEntries(HashMap.toEntries(annotations))])
    })
    return work.pipe(
      Effect.provide([Logger.replace(Logger.defaultLogger, logger), Ports.newOutage]),
      Effect.map(() => lines)
    )
  })

const begin = ["storage is unavailable: told to fail", { operation: "TaskRepository.find" }] as const
const end = (seconds: number, failures: number) =>
  [`storage is available again after ${seconds} s`, { durationSeconds: seconds, failures }] as const

const fail = Ports.recordStorageFailure(away)
const answer = Ports.recordStorageSuccess
const after = (seconds: number) => TestClock.adjust(seconds * 1000)

describe("an outage of storage", () => {
  it.effect("logs one line when it begins and one when it ends", () =>
    Effect.gen(function* () {
      const lines = yield* logOf(
        Effect.gen(function* () {
          yield* answer
          for (let count = 0; count < 100; count += 1) yield* Effect.zipRight(fail, after(1))
          yield* answer
          yield* Effect.zipRight(after(5), answer)
          yield* Effect.zipRight(after(60), answer)
        })
      )
      assert.deepStrictEqual(lines, [begin, end(100, 100)])
    })
  )

  it.effect("continues while some operations succeed and others fail", () =>
    Effect.gen(function* () {
      const lines = yield* logOf(
        Effect.gen(function* () {
          for (let count = 0; count < 10; count += 1) {
            yield* Effect.zipRight(fail, after(1))
            yield* Effect.zipRight(answer, after(3))
          }
          yield* Effect.zipRight(after(60), answer)
        })
      )
      assert.deepStrictEqual(lines, [begin, end(37, 10)])
    })
  )

  it.effect("is distinguished from the next, also without calls in between", () =>
    Effect.gen(function* () {
      const lines = yield* logOf(
        Effect.gen(function* () {
          yield* Effect.zipRight(fail, after(2))
          yield* Effect.zipRight(answer, after(60))
          yield* Effect.zipRight(fail, after(1))
        })
      )
      assert.deepStrictEqual(lines, [begin, end(2, 1), begin])
    })
  )

  it.effect("does not end before storage answers", () =>
    Effect.gen(function* () {
      const lines = yield* logOf(Effect.zipRight(fail, Effect.zipRight(after(3600), fail)))
      assert.deepStrictEqual(lines, [begin])
    })
  )
})
