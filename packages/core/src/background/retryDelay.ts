import { Duration, Effect, Random } from "effect"

const FIRST_RETRY = Duration.seconds(1)
/** The longest wait before the next attempt, unless another is given. */
export const LONGEST_RETRY = Duration.seconds(60)

/** The wait before the next attempt: doubles from 1 s to `longest`, times a random factor from 0.5 to 1. */
export const retryDelay = (
  attempts: number,
  longest: Duration.Duration = LONGEST_RETRY
): Effect.Effect<Duration.Duration> =>
  Effect.map(Random.nextRange(0.5, 1), (share) => {
    const whole = Duration.min(Duration.times(FIRST_RETRY, 2 ** Math.min(attempts, 30)), longest)
    return Duration.times(whole, share)
  })
