import { Effect } from "effect"

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** A terminal sends a signal to the whole process group, and npm forwards it: it arrives several times. */
const COPIES_MILLIS = 1_000

/** Waits for a time in milliseconds, or until the process gets another signal that is not a copy of the first. */
export const shutdownDelay = (millis: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const started = performance.now()
    const end = () => {
      clearTimeout(timer)
      for (const signal of SIGNALS) process.off(signal, again)
      resume(Effect.void)
    }
    const again = () => {
      if (performance.now() - started >= COPIES_MILLIS) end()
    }
    const timer = setTimeout(end, millis)
    for (const signal of SIGNALS) process.on(signal, again)
  })
