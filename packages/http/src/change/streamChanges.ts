import { Access, Change, Ports, Trace } from "@boardwright/core"
import { Duration, Effect, Equal, FiberId, Option, Random } from "effect"
import { Authentication } from "../Authentication.js"
import { type HandlerRequest, Reply } from "../Handler.js"
import { type BodySink, type LiveBody, MAX_UNSENT } from "../LiveBody.js"
import { MAX_STREAMS, type OpenStreams, TooManyStreams } from "./OpenStreams.js"
import { toSent } from "./toSent.js"

/**
 * Nothing on the way may hold back or change the events: nginx and others read these. Caddy 2.6 compresses all the same, and
 * holds back, unless there is an encoding already.
 */
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "content-encoding": "identity",
  "x-accel-buffering": "no"
}

const LONGEST_STREAM = Duration.toMillis(Duration.minutes(30))
/** How often the caller is authenticated again. */
const CHECK_EVERY = Duration.toMillis(Change.LONGEST_WAIT)

/** When clients connect again after a stream has ended: not all at once. In milliseconds. */
const RETRY = { min: 500, max: 5_000 } as const

const retry = Effect.map(Random.nextIntBetween(RETRY.min, RETRY.max), (millis) => `retry: ${millis}\n\n`)

/** The same bytes for all who read the same page. */
const written = new WeakMap<ReadonlyArray<Change.Change>, Uint8Array>()

const frameOf = (epoch: string, change: Change.Change): string =>
  `id: ${Change.cursorAt(epoch, change.position)}\nevent: change\ndata: ${JSON.stringify(toSent(change))}\n\n`

/** A frame for each change. Without changes the cursor with a comment, which keeps proxies from closing the connection. */
const framesOf = ({ changes, cursor }: Change.ListedChanges): string | Uint8Array => {
  if (changes.length === 0) return `: \nid: ${cursor}\n\n`
  const known = written.get(changes)
  if (known !== undefined) return known
  const epoch = Change.parseCursor(cursor)?.epoch ?? ""
  const bytes = new TextEncoder().encode(changes.map((change) => frameOf(epoch, change)).join(""))
  written.set(changes, bytes)
  return bytes
}

type Follower = Effect.Effect.Success<ReturnType<typeof Change.makeChangeFollower>>

/** Writes the pages until the stream is to end. Returns false if the client is too slow. */
const send = Effect.fnUntraced(function* (
  sink: BodySink,
  first: Change.ListedChanges,
  { nextUnless }: Follower,
  isStillAllowed: Effect.Effect<boolean, Ports.StorageUnavailable>
) {
  const clock = yield* Effect.clock
  const openedAt = clock.unsafeCurrentTimeMillis()
  let checkedAt = openedAt
  /** Writes a page at once, unless more is to be done. */
  const write = (page: Change.ListedChanges): boolean => {
    const now = clock.unsafeCurrentTimeMillis()
    if (now - checkedAt >= CHECK_EVERY || now - openedAt >= LONGEST_STREAM) return false
    const frames = framesOf(page)
    if (sink.unsent() + frames.length > MAX_UNSENT) return false
    sink.write(frames)
    return true
  }
  sink.write(yield* retry)
  for (let page = first; ; page = yield* nextUnless(write)) {
    const now = clock.unsafeCurrentTimeMillis()
    if (now - checkedAt >= CHECK_EVERY) {
      if (!(yield* isStillAllowed)) return true
      checkedAt = now
    }
    sink.write(framesOf(page))
    if (sink.unsent() > MAX_UNSENT && !(yield* sink.taken)) return false
    if (now - openedAt >= LONGEST_STREAM) return true
  }
})

/** Ends the work, which writes to the sink, with the open streams. */
const endingWith = (streams: OpenStreams, sink: BodySink, work: Effect.Effect<boolean>): Effect.Effect<boolean> =>
  Effect.withFiberRuntime<boolean>((fiber) => {
    const remove = streams.add(() => fiber.unsafeInterruptAsFork(FiberId.none))
    const sayRetry = Effect.map(retry, sink.write)
    return (streams.isEnding ? Effect.as(sayRetry, true) : work).pipe(
      Effect.onInterrupt(() => (streams.isEnding ? sayRetry : Effect.void)),
      Effect.ensuring(Effect.sync(remove))
    )
  })

const closing = new Ports.StorageUnavailable({ operation: "streamChanges", cause: new Error("the instance closes") })

const begin = Effect.fnUntraced(function* (input: Change.ListChanges) {
  const follower = yield* Change.makeChangeFollower(input)
  const first = yield* Effect.mapError(
    follower.next,
    Option.getOrElse(() => closing)
  )
  return { first, follower }
})

/** The changes after a cursor as server-sent events, without end. What fails before the first one is an error response. */
export const streamChanges = Effect.fnUntraced(function* ({ input, method, served, streams }: HandlerRequest<unknown>) {
  const { authenticate } = yield* Authentication
  const actor = yield* Access.CurrentActor
  const userId = yield* Access.actingUser
  const { limit: _, ...query } = input<Change.ListChanges>()
  const since = served.header("last-event-id") ?? query.since
  const { first, follower } = yield* Trace.inSpan("changes.stream", begin({ ...query, since }))
  const context = yield* Effect.context<Effect.Effect.Context<Follower["next"]>>()
  const isStillAllowed = Effect.map(authenticate(served), Option.exists(Equal.equals(actor)))
  // No body follows on HEAD.
  if (method !== "HEAD" && !streams.reserve(userId)) return yield* new TooManyStreams({ limit: MAX_STREAMS })
  const release = () => streams.release(userId)
  const body: LiveBody = {
    run: (sink) =>
      send(sink, first, follower, isStillAllowed).pipe(
        // The client connects again, and gets the error as a response.
        Effect.catchAll(() => Effect.succeed(true)),
        Effect.catchAllDefect((defect) => Effect.as(Effect.logError("unexpected failure", defect), true)),
        Effect.provide(context),
        (work) => endingWith(streams, sink, work),
        Effect.ensuring(Effect.sync(release))
      ),
    dismiss: release
  }
  // For a client that is cut off before the first event.
  const cursor = first.changes.length === 0 ? { "x-change-cursor": first.cursor } : {}
  return new Reply(200, body, { ...HEADERS, ...cursor })
})
