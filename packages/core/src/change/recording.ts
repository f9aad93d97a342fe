import { Cause, Context, Effect, FiberRef, Option } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { type Made, transactOnce } from "../idempotency/transactOnce.js"
import { Ids } from "../ports/Ids.js"
import { StorageUnavailable } from "../ports/PortError.js"
import { now } from "../values/Timestamp.js"
import type { ChangeOrigin, NewChange, StoredChange } from "./Change.js"
import { ChangeFeed } from "./ChangeFeed.js"
import { callHandlers, ChangeHandlers } from "./ChangeHandlers.js"
import { ChangeObserver } from "./ChangeObserver.js"
import { ChangeRepository } from "./ChangeRepository.js"
import { shownFields } from "./fieldChanges.js"

const NO_ORIGIN: ChangeOrigin = { requestId: null, tokenId: null, batchId: null }

/** The origin of the changes that the fiber makes. */
export const changeOrigin: FiberRef.FiberRef<ChangeOrigin> = FiberRef.unsafeMake(NO_ORIGIN)

/** The result of a transaction and the changes it made. Made by `recorded`, `recordedBatch`, `recordedSecret` and `unchanged`. */
export class Recorded<A> implements Made<A> {
  constructor(
    readonly result: A,
    readonly changes: ReadonlyArray<NewChange>,
    readonly hasSecret: boolean = false,
    /** The batch of the changes, unless the call has one. */
    readonly batchId: string | null = null
  ) {}

  get id(): string | null {
    return this.changes[0]?.subjectId ?? null
  }
}

/** The result of a transaction that made these changes. */
export const recorded = <A>(result: A, ...changes: ReadonlyArray<NewChange>): Recorded<A> =>
  new Recorded(result, changes)

/** The result of a transaction that made these changes, which are one batch if there are several. */
export const recordedBatch = <A>(
  result: A,
  ...changes: ReadonlyArray<NewChange>
): Effect.Effect<Recorded<A>, never, Ids> =>
  changes.length < 2
    ? Effect.succeed(new Recorded(result, changes))
    : Effect.flatMap(Ids, ({ next }) => Effect.map(next, (batchId) => new Recorded(result, changes, false, batchId)))

/** The result of a transaction that made these changes, which is never stored: it has a secret. */
export const recordedSecret = <A>(result: A, ...changes: ReadonlyArray<NewChange>): Recorded<A> =>
  new Recorded(result, changes, true)

/** The result of a transaction that changed nothing. */
export const unchanged = <A>(result: A): Recorded<A> => new Recorded(result, [])

const append = Effect.fnUntraced(function* ({ batchId: ownBatch, changes }: Recorded<unknown>) {
  const repository = yield* ChangeRepository
  const { batchId: givenBatch, requestId, tokenId: givenToken } = yield* FiberRef.get(changeOrigin)
  const batchId = givenBatch ?? ownBatch
  const actor = yield* CurrentActor
  const [actorId, token] = actor._tag === "User" ? [actor.userId, actor.token] : [null, undefined]
  const tokenId = token?.id ?? givenToken
  const at = yield* now
  // Named: two spreads took a fifth of the time in which the changes of a bulk are recorded.
  const stored = changes.map(
    ({ boardId, fields, recipientId, subjectId, taskId, type, workspaceId }): StoredChange => ({
      type,
      workspaceId,
      boardId,
      taskId,
      subjectId,
      recipientId,
      fields,
      requestId,
      tokenId,
      batchId,
      actorId,
      at
    })
  )
  yield* repository.append(stored)
  const observe = yield* ChangeObserver
  if (observe !== null) yield* observe(stored)
  const handlers = yield* ChangeHandlers
  if (handlers === null) return
  yield* callHandlers(
    handlers,
    stored.map((change) => ({ ...change, fields: shownFields(change.fields) }))
  )
})

/** Wakes the readers of this instance. In a transaction of the caller they find the changes at their next look. */
const wake = Effect.contextWith((context: Context.Context<never>) => {
  Option.map(Context.getOption(context, ChangeFeed), (feed) => feed.wake())
})

/**
 * Runs the work as one transaction that ends with recording the changes it made and calling their handlers. Every use case
 * that changes a workspace, or anything in one, runs by this. A call with an idempotency key does the work once.
 */
export const recording = <A, E, R>(work: Effect.Effect<Recorded<A>, E, R>) => {
  const appended = Effect.flatMap(work, (made) =>
    made.changes.length === 0 ? Effect.succeed(made) : Effect.as(append(made), made)
  )
  return transactOnce(appended, unchanged<A>).pipe(
    Effect.flatMap(({ changes, result }) => (changes.length === 0 ? Effect.succeed(result) : Effect.as(wake, result)))
  )
}

/**
 * As `recording`, for a change in the background, which handlers cannot refuse: if it fails with them, the failure is logged and
 * the work is done again without them.
 */
export const recordingUnrefused = <A, E, R>(work: Effect.Effect<Recorded<A>, E, R>) =>
  Effect.catchAllCause(recording(work), (cause) =>
    Cause.isInterrupted(cause) || Cause.squash(cause) instanceof StorageUnavailable
      ? Effect.failCause(cause)
      : Effect.logError("a change in the background is made without its handlers, which failed", cause).pipe(
          Effect.zipRight(Effect.provideService(recording(work), ChangeHandlers, null))
        )
  )

/** Makes the changes of the work a batch of their own, unless they are part of one. */
export const inBatch = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Ids> =>
  Effect.flatMap(FiberRef.get(changeOrigin), (origin) =>
    origin.batchId !== null
      ? work
      : Effect.flatMap(Ids, (ids) =>
          Effect.flatMap(ids.next, (batchId) => Effect.locally(work, changeOrigin, { ...origin, batchId }))
        )
  )
