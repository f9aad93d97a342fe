import { Clock, type Duration, Effect, Layer } from "effect"

/** A host's time as Effect's clock. Waiting goes by the system's. */
export const clockOf = ({ now }: { readonly now: () => number }): Layer.Layer<never> => {
  const system = Clock.make()
  const nanos = () => BigInt(Math.round(now())) * 1_000_000n
  return Layer.setClock({
    ...system,
    unsafeCurrentTimeMillis: now,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration: Duration.Duration) => system.sleep(duration)
  })
}
