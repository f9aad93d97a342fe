import { Effect, Exit } from "effect"

const MAX_BATCH_SIZE = 64
const MAX_BATCHES_IN_FLIGHT = 2
/** After this a batch in flight no longer counts as one: the database may be slow or gone. */
const IN_FLIGHT_MILLIS = 100

interface Pending<Q, A, E> {
  readonly request: Q
  readonly resume: (answer: Effect.Effect<A, E>) => void
  isInterrupted: boolean
}

/** Maps a success; a defect if `make` throws, since the driver does not handle errors thrown by a callback. */
export const mapExit = <A, B, E>(exit: Exit.Exit<A, E>, make: (value: A) => B): Exit.Exit<B, E> => {
  try {
    return Exit.map(exit, make)
  } catch (defect) {
    return Exit.die(defect)
  }
}

/**
 * Sends concurrent requests in batches: those of one turn of the event loop, and those queued while earlier batches are
 * in flight. `send` answers the requests of a batch in their order; if it fails, they all fail. A request that is
 * interrupted while queued is not sent.
 */
export const inBatches = <Q, A, E>(
  send: (requests: ReadonlyArray<Q>, done: (answers: Exit.Exit<ReadonlyArray<A>, E>) => void) => void
): ((request: Q) => Effect.Effect<A, E>) => {
  // Not a Set: each table that a Set has outgrown refers to the next one, so that old garbage keeps all of them (docs/performance.md).
  let queue: Array<Pending<Q, A, E>> = []
  let inFlight = 0
  let isScheduled = false

  const sendBatch = (): void => {
    isScheduled = false
    const waiting = queue.filter(({ isInterrupted }) => !isInterrupted)
    const batch = waiting.slice(0, MAX_BATCH_SIZE)
    queue = waiting.slice(MAX_BATCH_SIZE)
    if (batch.length === 0) return
    let isInFlight = true
    const land = () => {
      if (!isInFlight) return
      isInFlight = false
      inFlight -= 1
      schedule()
    }
    inFlight += 1
    const timer = setTimeout(land, IN_FLIGHT_MILLIS)
    send(
      batch.map(({ request }) => request),
      (exit) => {
        clearTimeout(timer)
        land()
        for (const [at, { resume }] of batch.entries()) resume(Exit.map(exit, (answers) => answers[at] as A))
      }
    )
    schedule()
  }
  const schedule = (): void => {
    if (isScheduled || queue.length === 0 || inFlight >= MAX_BATCHES_IN_FLIGHT) return
    isScheduled = true
    setImmediate(sendBatch)
  }

  return (request) =>
    Effect.async((resume) => {
      const pending = { request, resume, isInterrupted: false }
      queue.push(pending)
      schedule()
      return Effect.sync(() => {
        pending.isInterrupted = true
      })
    })
}
