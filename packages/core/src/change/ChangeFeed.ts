import { Clock, Context, Duration, Effect, Layer } from "effect"
import { logFailure } from "../background/logFailure.js"
import { CurrentMetrics, type Histogram } from "../metric/index.js"
import { toMillis } from "../values/Timestamp.js"
import { MAX_CHANGES } from "./listChanges.js"
import { type ChangePage, ChangeRepository, type FeedHead } from "./ChangeRepository.js"
import { FeedBatch, type FeedReader, readersNeeded } from "./FeedBatch.js"

/** The longest pause between two looks at the head, which finds the changes of other instances. */
const POLL_MILLIS = 250
/** The shortest pause, so that changes that follow each other closely are read together. */
const LEAST_PAUSE_MILLIS = 100

/** After this time a reader gets a page even if it is empty. */
export const LONGEST_WAIT = Duration.seconds(20)

/** The pause is this many times as long as readers took to handle the last batch, so that others get most of the time. */
const PAUSE_FACTOR = 20
const LONGEST_PAUSE_MILLIS = 5_000

/** Most batches that are kept for readers that are still busy with an earlier one. */
const KEPT_BATCHES = 8

/** A place in the feed up to which a reader has read. */
export type FeedPlace = Pick<FeedHead, "epoch" | "position">

/** A page of the feed; `hasMore` if the next one is there. */
export interface AwaitedPage extends ChangePage {
  readonly hasMore: boolean
}

/** Handles a page at once and returns true, so that its reader goes on waiting; or returns false. */
export type TakePage = (page: AwaitedPage) => boolean

interface Waiter {
  readonly reader: FeedReader
  readonly epoch: string
  position: number
  /** In milliseconds. */
  since: number
  readonly take: TakePage
  readonly resume: (page: AwaitedPage | null) => void
}

class Waiting {
  readonly #waiters = new Set<Waiter>()
  #batches: ReadonlyArray<FeedBatch> = []
  /** Up to where the batches go; null while nobody waits. */
  #tail: FeedPlace | null = null

  get isIdle(): boolean {
    return this.#waiters.size === 0
  }

  /** Answers at once, or adds the waiter until it is answered. */
  add(waiter: Waiter): void {
    this.#waiters.add(waiter)
    this.#serve(waiter, waiter.since)
  }

  readonly remove = (waiter: Waiter): void => {
    this.#waiters.delete(waiter)
  }

  /** Where the next batch begins; null if readers have to read storage themselves. */
  next(head: FeedHead): number | null {
    const waiters: ReadonlyArray<FeedPlace> = [...this.#waiters]
    this.#tail ??= waiters.toSorted((a, b) => a.position - b.position)[0] ?? head
    const { epoch, position } = this.#tail
    return epoch === head.epoch && position >= head.start && position <= head.position ? position : null
  }

  /** Gives readers their pages of the batch. */
  publish(epoch: string, batch: FeedBatch, now: number): void {
    this.#tail = { epoch, position: batch.to }
    this.#batches = [...this.#batches, batch].slice(-KEPT_BATCHES)
    for (const waiter of this.#waiters) this.#serve(waiter, now)
  }

  /** Gives an empty page to readers that have waited for long. */
  answerOld(now: number): void {
    const before = now - Duration.toMillis(LONGEST_WAIT)
    for (const waiter of this.#waiters) {
      if (waiter.since <= before) this.#give(waiter, { changes: [], position: waiter.position, hasMore: false }, now)
    }
  }

  /** Forgets all batches; readers read storage themselves. */
  clear(): void {
    this.#tail = null
    this.#batches = []
    for (const waiter of this.#waiters) this.#answer(waiter, null)
  }

  /** Gives a waiter its pages of the batches, until it has all or is answered. */
  #serve(waiter: Waiter, now: number): void {
    while (this.#waiters.has(waiter)) {
      const page = this.#look(waiter)
      if (page === undefined) return
      if (page === null) this.#answer(waiter, null)
      else this.#give(waiter, page, now)
    }
  }

  /** Lets the waiter take the page, or else answers it with the page. */
  #give(waiter: Waiter, page: AwaitedPage, now: number): void {
    if (!waiter.take(page)) return this.#answer(waiter, page)
    waiter.position = page.position
    waiter.since = now
  }

  #answer(waiter: Waiter, page: AwaitedPage | null): void {
    this.#waiters.delete(waiter)
    waiter.resume(page)
  }

  /** The waiter's page of the batches; undefined if there is none yet, null if storage has to be read. */
  #look(waiter: Waiter): AwaitedPage | null | undefined {
    const tail = this.#tail
    if (tail === null) return undefined
    const start = this.#batches[0]?.from ?? tail.position
    if (waiter.epoch !== tail.epoch || waiter.position < start) return null
    for (const batch of this.#batches) {
      if (batch.to <= waiter.position) continue
      const page = batch.pageFor(waiter.reader, waiter.position)
      if (page === null) return null
      if (page.changes.length > 0) return { ...page, hasMore: page.position < tail.position }
      waiter.position = page.position
    }
    return undefined
  }
}

/**
 * Lets any number of readers of this instance wait for changes. While somebody waits, the head is looked at every 250 ms and
 * after `wake`, each change is read once, and the rights of all readers are looked up in one query for each batch of changes.
 */
export class ChangeFeed extends Context.Tag("@boardwright/core/ChangeFeed")<
  ChangeFeed,
  {
    /**
     * Waits for what the reader may read after a place near the head; at most `LONGEST_WAIT`, then the page is empty.
     * Null if the page must be read by `listChanges`, or if the feed has ended. With `take`, it waits for the first page that
     * this does not take.
     */
    readonly wait: (reader: FeedReader, place: FeedPlace, take?: TakePage) => Effect.Effect<AwaitedPage | null>
    /** Lets readers that wait have the changes that this instance has committed, without waiting for the next look. */
    readonly wake: () => void
    /** Whether the instance has closed. */
    readonly isEnded: Effect.Effect<boolean>
  }
>() {
  /** Waits until the scope ends. */
  static readonly layer: Layer.Layer<ChangeFeed, never, ChangeRepository> = Layer.scoped(
    ChangeFeed,
    Effect.suspend(() => make)
  )
}

/** Reads the next batch and gives it to the readers. Returns whether another may follow at once. */
const makePoll = (changes: Context.Tag.Service<ChangeRepository>, waiting: Waiting, delays: Histogram | null) =>
  Effect.gen(function* () {
    const head = yield* changes.place
    const from = waiting.next(head)
    if (from === null) {
      waiting.clear()
      return { more: false, millis: 0 }
    }
    if (from === head.position) return { more: false, millis: 0 }
    const page = yield* changes.list(from, {}, null, MAX_CHANGES)
    const batch = new FeedBatch(from, page, yield* changes.readersOf(readersNeeded(page.changes)))
    const begun = yield* Clock.currentTimeMillis
    waiting.publish(head.epoch, batch, begun)
    if (delays !== null) for (const { at } of page.changes) delays.observe(Math.max(0, begun - toMillis(at)) / 1000)
    // The readers that were resumed run first.
    yield* Effect.yieldNow()
    return { more: page.position < head.position || head.more, millis: (yield* Clock.currentTimeMillis) - begun }
  })

const make = Effect.gen(function* () {
  const waiting = new Waiting()
  const isAwaited = yield* Effect.makeLatch()
  const isWoken = yield* Effect.makeLatch()
  let ended = false
  const metrics = yield* CurrentMetrics
  const poll = makePoll(yield* ChangeRepository, waiting, metrics?.changeDelay ?? null)

  const loop = Effect.gen(function* () {
    yield* isAwaited.await
    let pause = LEAST_PAUSE_MILLIS
    for (;;) {
      yield* Effect.sleep(pause)
      if (pause < POLL_MILLIS) yield* Effect.timeoutOption(isWoken.await, POLL_MILLIS - pause)
      if (waiting.isIdle) break
      yield* isWoken.close
      const polled = yield* logFailure(poll)
      waiting.answerOld(yield* Clock.currentTimeMillis)
      const { millis = 0, more = false } = polled ?? {}
      if (more) yield* isWoken.open
      pause = Math.max(more ? 0 : LEAST_PAUSE_MILLIS, Math.min(PAUSE_FACTOR * millis, LONGEST_PAUSE_MILLIS))
    }
    yield* isAwaited.close
    waiting.clear()
  })
  yield* Effect.forkScoped(Effect.forever(loop))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      ended = true
      waiting.clear()
    })
  )

  return ChangeFeed.of({
    wake: () => {
      isWoken.unsafeOpen()
    },
    isEnded: Effect.sync(() => ended),
    wait: (reader, { epoch, position }, take = () => false) =>
      Effect.flatMap(Clock.currentTimeMillis, (since) =>
        Effect.async<AwaitedPage | null>((answer) => {
          if (ended) return answer(Effect.succeed(null))
          const resume = (page: AwaitedPage | null) => answer(Effect.succeed(page))
          const waiter: Waiter = { reader, epoch, position, since, take, resume }
          waiting.add(waiter)
          isAwaited.unsafeOpen()
          return Effect.sync(() => waiting.remove(waiter))
        })
      )
  })
})
