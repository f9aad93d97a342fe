import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Ports } from "@boardwright/core"
import { BcryptHasher } from "@boardwright/node"
import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Redacted } from "effect"

const PASSWORD = "correct horse battery staple"
const secret = Redacted.make
/** Less than bcrypt at cost 12 takes on any machine, and more than no work does. */
const LEAST_MILLIS = 50
// The bcrypt of "U*U" at cost 5, from the test vectors of crypt_blowfish (wrapper.c).
const VECTOR = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"

const millisOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = performance.now()
    yield* effect
    return performance.now() - start
  })

describe("BcryptHasher", () => {
  layer(BcryptHasher.layer({ workers: 1 }))((it) => {
    it.effect("hashes with bcrypt at cost 12 and a new salt, and verifies the password", () =>
      Effect.gen(function* () {
        const hasher = yield* Ports.PasswordHasher
        const hashes = [yield* hasher.hash(secret(PASSWORD)), yield* hasher.hash(secret(PASSWORD))] as const
        for (const hash of hashes) assert.match(hash, /^\$2b\$12\$[./A-Za-z0-9]{53}$/)
        assert.notStrictEqual(hashes[0], hashes[1])
        assert.isTrue(yield* hasher.verify(secret(PASSWORD), hashes[0]))
        assert.isFalse(yield* hasher.verify(secret(PASSWORD + " "), hashes[0]))
      })
    )

    it.effect("verifies hashes of other bcrypt implementations", () =>
      Effect.gen(function* () {
        const hasher = yield* Ports.PasswordHasher
        for (const version of ["$2a$", "$2b$", "$2y$"]) {
          assert.isTrue(yield* hasher.verify(secret("U*U"), version + VECTOR.slice(4)))
          assert.isFalse(yield* hasher.verify(secret("U*V"), version + VECTOR.slice(4)))
        }
      })
    )

    it.effect("accepts 72 bytes, and no password that bcrypt would cut or confuse", () =>
      Effect.gen(function* () {
        const hasher = yield* Ports.PasswordHasher
        const longest = "é".repeat(36)
        const hash = yield* hasher.hash(secret(longest))
        assert.isTrue(yield* hasher.verify(secret(longest), hash))
        for (const wrong of [longest + "x", "a\0a", "\ud800 lone surrogate"]) {
          const exit = yield* Effect.exit(hasher.hash(secret(wrong)))
          assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
          assert.notInclude(String(exit), wrong)
        }
        assert.isFalse(yield* hasher.verify(secret(longest + "x"), hash))
        assert.isFalse(yield* hasher.verify(secret("U*U\0U*U"), VECTOR))
      })
    )

    it.effect("returns false for a missing or invalid hash and an over-long password, after the same work", () =>
      Effect.gen(function* () {
        const hasher = yield* Ports.PasswordHasher
        const hash = yield* hasher.hash(secret(PASSWORD))
        const cases = [
          [PASSWORD, null],
          [PASSWORD, ""],
          [PASSWORD, "$2b$99$" + hash.slice(7)],
          ["x".repeat(1000), hash]
        ] as const
        for (const [password, stored] of cases) {
          const verified = Effect.tap(hasher.verify(secret(password), stored), (matches) => assert.isFalse(matches))
          assert.isAbove(yield* millisOf(verified), LEAST_MILLIS)
        }
      })
    )
  })

  layer(BcryptHasher.layer({ workers: 1, queue: 1 }))((it) => {
    it.effect("is busy at once if the queue is full, for known and unknown accounts alike", () =>
      Effect.gen(function* () {
        const hasher = yield* Ports.PasswordHasher
        const fibers = yield* Effect.forEach([1, 2], () => Effect.fork(hasher.verify(secret(PASSWORD), null)))
        yield* Effect.yieldNow()
        for (const stored of [null, VECTOR]) {
          const busy = yield* Effect.flip(hasher.verify(secret(PASSWORD), stored))
          assert.deepStrictEqual(busy, new Ports.HashingBusy({ retryAfterSeconds: 1 }))
        }
        assert.isTrue(fibers.every((fiber) => fiber.unsafePoll() === null))
        assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), [false, false])
      })
    )

    it.effect("leaves the event loop free", () =>
      Effect.gen(function* () {
        const hasher = yield* Ports.PasswordHasher
        const hashing = yield* Effect.fork(hasher.hash(secret(PASSWORD)))
        let ticks = 0
        while (hashing.unsafePoll() === null) {
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          ticks += 1
        }
        assert.isAbove(ticks, 100)
      })
    )
  })

  it.effect("does not start without a thread", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<BcryptHasher.Options> = [{ workers: 0 }, { workers: 1.5 }, { queue: -1 }]
      for (const options of wrong) {
        const exit = yield* Effect.exit(Effect.provide(Ports.PasswordHasher, BcryptHasher.layer(options)))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      }
    })
  )

  it.effect("keeps a process alive while it hashes, and no longer", () =>
    Effect.gen(function* () {
      const program = `
        import { Ports } from "@boardwright/core"
        import { BcryptHasher } from "@boardwright/node"
        import { Effect, ManagedRuntime, Redacted } from "effect"
        const runtime = ManagedRuntime.make(BcryptHasher.layer())
        const hash = Effect.flatMap(Ports.PasswordHasher, (hasher) => hasher.hash(Redacted.make("password")))
        runtime.runCallback(hash, { onExit: (exit) => process.stdout.write(exit._tag) })`
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
          cwd: import.meta.dirname,
          timeout: 15_000
        })
      )
      assert.strictEqual(stdout, "Success")
    })
  )
})
