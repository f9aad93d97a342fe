import { timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { Metric, Ports } from "@boardwright/core"
import { Effect, Layer, Redacted } from "effect"
import type { BcryptJob } from "./bcryptWorker.js"
import * as WorkerPool from "./WorkerPool.js"

export interface Options {
  /** Hashing threads, at least 1. Default: one fewer than the available cores, at least 1. */
  readonly workers?: number | undefined
  /** The most passwords that wait for a thread, at least 0. The wait is also limited to 20 s. Default: 64. */
  readonly queue?: number | undefined
}

const COST = 12
const MAX_BYTES = 72
const SALT_LENGTH = 29
const HASH = /^\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/
// The hash of 32 random bytes that were discarded.
const DUMMY_HASH = "$2b$12$74hLUDRXpbvc0d0mOU2xM.mJvG2ABRvGsy4WnNzjgG350LAwgcYU6"
const DEFAULT_QUEUE = 64
// A little more than cost 12 takes on a core of 2020.
const HASH_MILLIS = 300
const LONGEST_WAIT_MILLIS = 20_000

/**
 * Why bcrypt would confuse the password with another one; null if it would not. It reads 72 bytes, and repeats the
 * password and a NUL to fill them, so that "a" and "a\0a" have the same hash.
 */
const unhashable = (password: string): string | null => {
  if (Buffer.byteLength(password) > MAX_BYTES) return `has more than ${MAX_BYTES} bytes`
  if (password.includes("\0")) return "holds a NUL character"
  return password.isWellFormed() ? null : "holds a lone surrogate"
}

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const requireWhole = (name: string, value: number, min: number): Effect.Effect<number> =>
  Number.isSafeInteger(value) && value >= min
    ? Effect.succeed(value)
    : Effect.dieMessage(`BcryptHasher: ${name} must be a whole number from ${min}, not ${value}`)

const make = Effect.fnUntraced(function* (options: Options) {
  const workers = yield* requireWhole("workers", options.workers ?? Math.max(1, availableParallelism() - 1), 1)
  const queue = yield* requireWhole("queue", options.queue ?? DEFAULT_QUEUE, 0)
  const pool = yield* WorkerPool.make<BcryptJob>({
    script: new URL("./bcryptWorker.js", import.meta.url),
    workers,
    queue,
    longestWaitMillis: LONGEST_WAIT_MILLIS,
    jobMillis: HASH_MILLIS
  })
  const metrics = yield* Metric.CurrentMetrics
  metrics?.hashQueue.from(() => pool.waiting)
  metrics?.hashRunning.from(() => pool.running)

  const bcryptOf = (password: string, salt: string | number): Effect.Effect<string, Ports.HashingBusy> =>
    pool.run({ password, salt }).pipe(
      Effect.map(String),
      Effect.catchTag("PoolFull", ({ waitMillis }) => {
        return new Ports.HashingBusy({ retryAfterSeconds: Math.max(1, Math.ceil(waitMillis / 1000)) })
      })
    )

  return Ports.PasswordHasher.of({
    hash: (password) =>
      Effect.suspend(() => {
        const text = Redacted.value(password)
        const problem = unhashable(text)
        return problem === null
          ? bcryptOf(text, COST)
          : Effect.dieMessage(`BcryptHasher: a password to hash ${problem}`)
      }),
    verify: (password, hash) =>
      Effect.suspend(() => {
        const text = Redacted.value(password)
        const comparable = hash !== null && HASH.test(hash)
        const known = comparable ? hash : DUMMY_HASH
        const hashable = unhashable(text) === null
        return Effect.map(
          bcryptOf(hashable ? text : "", known.slice(0, SALT_LENGTH)),
          (computed) => same(computed, known) && comparable && hashable
        )
      })
  })
})

/**
 * bcrypt at cost 12 in worker threads, which leaves the event loop free. Hashing continues after its caller has left. Fails
 * with `HashingBusy` at once if the queue is full or the estimated wait is over 20 s. A password that bcrypt would cut or
 * confuse (over 72 bytes in UTF-8, a NUL, a lone surrogate) is never hashed: `hash` dies, and `verify` returns false after
 * the same work, as it does for a stored text that is not a bcrypt hash. Threads start with the first jobs and end with
 * the scope.
 */
export const layer = (options: Options = {}): Layer.Layer<Ports.PasswordHasher> =>
  Layer.scoped(Ports.PasswordHasher, make(options))
