import { Idempotency, Ports, Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { ask, onDatabase, runSql } from "./storage.js"

const keys = Effect.serviceFunctions(Idempotency.IdempotencyRepository)
const at = Values.Timestamp.fromMillis(Date.UTC(2026, 2, 1))
const expired = Values.Timestamp.fromMillis(Date.UTC(2026, 1, 28))
const claimed = { owner: "ada", key: Idempotency.IdempotencyKey.make("key"), fingerprint: "f", createdAt: at }
const limit = Effect.map(runSql("show lock_timeout"), (rows) => rows[0])

describe("a call with a key", () => {
  it.scopedLive("waits 4 s for the first one, then fails and leaves nothing; other locks have their own limit", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const [isClaimed, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const first = yield* Effect.fork(
          Ports.transactional(
            Effect.gen(function* () {
              const before = yield* limit
              yield* keys.claim(claimed, expired)
              assert.deepStrictEqual(yield* limit, before)
              yield* Deferred.succeed(isClaimed, undefined)
              yield* Deferred.await(mayEnd)
            })
          )
        )
        yield* Deferred.await(isClaimed)
        const from = performance.now()
        const failure = yield* Effect.flip(Ports.transactional(keys.claim({ ...claimed, fingerprint: "g" }, expired)))
        assert.deepStrictEqual(failure, new Idempotency.IdempotencyKeyInUse({ retryAfterSeconds: 1 }))
        assert.isAbove(performance.now() - from, 3_900)
        yield* Deferred.succeed(mayEnd, undefined)
        yield* Fiber.join(first)
        assert.deepStrictEqual(yield* ask(url, "select fingerprint from boardwright_idempotency"), [
          { fingerprint: "f" }
        ])
        assert.isTrue(Option.isSome(yield* keys.claim(claimed, expired)))
      })
    )
  )
})
