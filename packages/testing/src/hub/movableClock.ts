import { Clock, Duration, Effect, Layer } from "effect"
import { checkFields } from "./checkFields.js"

/** A span of time, as the sum of its fields. */
export interface TimeSpan {
  readonly days?: number | undefined
  readonly hours?: number | undefined
  readonly minutes?: number | undefined
  readonly seconds?: number | undefined
  readonly milliseconds?: number | undefined
}

/** A clock that stands still until it is moved. */
export interface MovableClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Moves the clock forward. Throws if the span is negative or not a number, or has an unknown field. */
  readonly advance: (span: TimeSpan) => void
  /** Sets the clock, also back, to a date, milliseconds since 1970 or ISO 8601. Throws if that is not a date. */
  readonly set: (to: Date | number | string) => void
  /** The same as Effect's clock: sleepers wake as soon as the clock reaches their time. */
  readonly layer: Layer.Layer<never>
}

/** Noon of 2026-01-02, in UTC. */
const START = Date.UTC(2026, 0, 2, 12)

const millisOf = (at: Date | number | string): number => {
  const millis = new Date(at).getTime()
  if (Number.isNaN(millis)) throw new RangeError(`the clock cannot be set to ${String(at)}: it is no date`)
  return millis
}

const FIELDS = ["days", "hours", "minutes", "seconds", "milliseconds"] satisfies ReadonlyArray<keyof TimeSpan>

const lengthOf = (span: TimeSpan): number => {
  checkFields(span, FIELDS, "the clock advances by a span such as { hours: 1 }")
  const { days = 0, hours = 0, milliseconds = 0, minutes = 0, seconds = 0 } = span
  const length = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
  if (!(length >= 0)) throw new RangeError("the clock advances by a span that is not negative; set moves it back")
  return length
}

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/** A movable clock, by default at noon of 2026-01-02, UTC. */
export const movableClock = (start: Date | number | string = START): MovableClock => {
  let millis = millisOf(start)
  const sleepers = new Set<Sleeper>()

  const moveTo = (to: number): void => {
    millis = to
    for (const sleeper of [...sleepers].toSorted((a, b) => a.until - b.until)) {
      if (sleeper.until <= millis && sleepers.delete(sleeper)) sleeper.wake()
    }
  }

  const sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.async((resume) => {
      const sleeper = { until: millis + Duration.toMillis(duration), wake: () => resume(Effect.void) }
      if (sleeper.until <= millis) return sleeper.wake()
      sleepers.add(sleeper)
      return Effect.sync(() => sleepers.delete(sleeper))
    })

  const nanos = () => BigInt(Math.trunc(millis)) * 1_000_000n
  const layer = Layer.setClock({
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(() => millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep
  })

  return {
    now: () => millis,
    advance: (span) => moveTo(millis + lengthOf(span)),
    set: (to) => moveTo(millisOf(to)),
    layer
  }
}
