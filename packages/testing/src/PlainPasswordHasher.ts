import { Ports } from "@boardwright/core"
import { Context, Effect, Layer, Redacted, Ref } from "effect"

interface Calls {
  readonly hashed: number
  readonly verified: number
  /** The number of next calls that fail with `HashingBusy`. */
  readonly busy: number
}

const RETRY_AFTER_SECONDS = 1

const encode = (password: Redacted.Redacted): string =>
  Redacted.value(password)
    .split("")
    .map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"))
    .join("")

const make = Effect.map(Ref.make<Calls>({ hashed: 0, verified: 0, busy: 0 }), (calls) => {
  /** Counts the call and returns the number of its kind, or fails with `HashingBusy`. */
  const count = (kind: "hashed" | "verified") =>
    Ref.modify(calls, (before): readonly [Effect.Effect<number, Ports.HashingBusy>, Calls] => {
      const after = { ...before, [kind]: before[kind] + 1 }
      return before.busy > 0
        ? [new Ports.HashingBusy({ retryAfterSeconds: RETRY_AFTER_SECONDS }), { ...after, busy: before.busy - 1 }]
        : [Effect.succeed(after[kind]), after]
    }).pipe(Effect.flatten)
  return Context.make(Ports.PasswordHasher, {
    hash: (password) => Effect.map(count("hashed"), (salt) => `plain:${salt}:${encode(password)}`),
    verify: (password, hash) =>
      Effect.map(count("verified"), () => hash !== null && hash.split(":")[2] === encode(password))
  }).pipe(
    Context.add(PlainPasswordHasher, {
      hashed: Effect.map(Ref.get(calls), ({ hashed }) => hashed),
      verified: Effect.map(Ref.get(calls), ({ verified }) => verified),
      busyNext: (busy) => Ref.update(calls, (before) => ({ ...before, busy }))
    })
  )
})

/**
 * A hasher that takes no time and protects nothing; tests count its calls by this tag. A text that it did not
 * make matches no password.
 */
export class PlainPasswordHasher extends Context.Tag("@boardwright/testing/PlainPasswordHasher")<
  PlainPasswordHasher,
  {
    /** Calls of `hash` so far. */
    readonly hashed: Effect.Effect<number>
    /** Calls of `verify` so far, those with null for a hash included. */
    readonly verified: Effect.Effect<number>
    /** Makes the next `count` calls of either kind fail with `HashingBusy`; 0 ends that. */
    readonly busyNext: (count: number) => Effect.Effect<void>
  }
>() {
  static readonly layer: Layer.Layer<PlainPasswordHasher | Ports.PasswordHasher> = Layer.effectContext(
    Effect.suspend(() => make)
  )
}
