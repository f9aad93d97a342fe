import { setImmediate } from "node:timers"
import { CLOSED, type Middleware, OpenStreams, type ServerResponse } from "@boardwright/http"
import { Effect, Fiber } from "effect"

/** Counts calls and requests in flight, so that closing can wait for them. */
export class InFlight {
  #count = 0
  #closed = false
  #idle = () => {}
  readonly #following = new Set<Fiber.RuntimeFiber<unknown, unknown>>()
  /** Ended by `close`. */
  readonly streams = new OpenStreams()

  get isClosed(): boolean {
    return this.#closed
  }

  /** Counts work from now until the returned function is called. */
  readonly begin = (): (() => void) => {
    this.#count += 1
    return () => {
      this.#count -= 1
      if (this.#count === 0) this.#idle()
    }
  }

  /** Counts the work from its start to its end. */
  readonly track = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => Effect.ensuring(work, Effect.sync(this.begin())))

  /** Interrupts the work when closing begins; it is in flight from then on until it ends. */
  readonly follow = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): Fiber.RuntimeFiber<A, E> => {
    this.#following.add(fiber)
    fiber.addObserver(() => this.#following.delete(fiber))
    if (this.#closed) this.#interrupt(fiber)
    return fiber
  }

  #interrupt(fiber: Fiber.RuntimeFiber<unknown, unknown>): void {
    Effect.runFork(this.track(Fiber.interrupt(fiber)))
  }

  /**
   * Closes for new work, ends the streams and interrupts what follows changes. Resolves when the work in flight is done and its
   * responses are sent, or after `patienceMillis`.
   */
  async close(patienceMillis: number): Promise<void> {
    this.#closed = true
    this.streams.end()
    for (const fiber of this.#following) this.#interrupt(fiber)
    // Responses of requests that have just been served are sent in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#count === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMillis)
      this.#idle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** What comes before `/api/` in a path, if it is not `basePath`. */
const strangePrefix = (path: string, basePath: string): string | null => {
  const at = path.indexOf("/api/")
  return at > 0 && !path.startsWith(`${basePath}/api/`) ? path.slice(0, at) : null
}

/** Counts a response that is sent as it comes until it ends or is dropped. Called while its request is still counted. */
const trackBody =
  (inFlight: InFlight) =>
  (response: ServerResponse): ServerResponse => {
    const { body } = response
    if (typeof body !== "object" || !("run" in body)) return response
    const end = inFlight.begin()
    const dismiss = () => {
      body.dismiss()
      end()
    }
    return { ...response, body: { run: (sink) => Effect.ensuring(body.run(sink), Effect.sync(end)), dismiss } }
  }

/** Counts requests, responds with 503 after closing, and logs once if requests arrive under another path. */
export const countRequests = (inFlight: InFlight, basePath: string): Middleware => {
  let hasHinted = false
  return ({ method, path }, serve) => {
    if (inFlight.isClosed) return Effect.succeed(CLOSED)
    const served = method === "HEAD" ? serve : Effect.map(serve, trackBody(inFlight))
    const prefix = hasHinted ? null : strangePrefix(path, basePath)
    if (prefix === null) return inFlight.track(served)
    hasHinted = true
    const hint = `requests come in under ${prefix}: if Boardwright is mounted there, give it basePath: "${prefix}"`
    return inFlight.track(Effect.zipRight(Effect.logWarning(hint), served))
  }
}
