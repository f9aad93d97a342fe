import { Ports } from "@boardwright/core"
import { Effect, Redacted } from "effect"

const joining = Ports.Transactor.of({
  transact: <A, E, R>(part: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> => part,
  alone: Effect.void
})

/** Runs use cases in one transaction, which their own transactions join. */
export const together = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Ports.transactional(Effect.provideService(work, Ports.Transactor, joining))

/** Hashes these passwords, and returns a hasher for them that needs no bcrypt inside a transaction. */
export const hashed = Effect.fnUntraced(function* (passwords: ReadonlyArray<string>) {
  const hasher = yield* Ports.PasswordHasher
  const hash = (password: string) =>
    Effect.map(hasher.hash(Redacted.make(password)), (hash) => [password, hash] as const)
  const hashes = new Map(yield* Effect.forEach(passwords, hash, { concurrency: "unbounded" }))
  return Ports.PasswordHasher.of({
    ...hasher,
    hash: (password) => Effect.fromNullable(hashes.get(Redacted.value(password))).pipe(Effect.orDie)
  })
})
