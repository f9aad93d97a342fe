import { Duration, Effect, Exit, FiberRef, Option, type Scope } from "effect"
import type { AccessRepository } from "../access/AccessRepository.js"
import { actingUser, type CurrentActor } from "../access/Actor.js"
import { requireBoard, requireWorkspace } from "../access/authorize.js"
import { type Check, passedChecks } from "../access/passedChecks.js"
import type { Forbidden } from "../access/policy.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { transactional, type Transactor } from "../ports/Transactor.js"
import type { NotFound } from "../values/NotFound.js"
import { ago, now } from "../values/Timestamp.js"
import {
  type IdempotencyError,
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  IdempotentResultNotStored
} from "./IdempotencyError.js"
import { type IdempotentCall, idempotentCall } from "./IdempotencyKey.js"
import { IdempotencyRepository, LONGEST_KEY_WAIT } from "./IdempotencyRepository.js"

/** How long a key and the result of its call are kept. */
export const KEYS_KEPT = Duration.hours(24)

/** Most characters of a stored result. */
export const MAX_RESULT = 1024 * 1024

/** The result of a transaction, as it is stored for calls with the same key. */
export interface Made<A> {
  readonly result: A
  /** The id of what it made; null if it made nothing. */
  readonly id: string | null
  /** Whether the result must not be stored. */
  readonly hasSecret: boolean
}

type Failure = IdempotencyError | StorageUnavailable | NotFound | Forbidden
type Services = IdempotencyRepository | AccessRepository | CurrentActor

const pass = (check: Check): Effect.Effect<unknown, Failure, Services> =>
  "boardId" in check ? requireBoard(check.boardId, check.action) : requireWorkspace(check.workspaceId, check.action)

const distinct = (checks: ReadonlyArray<Check>) => [
  ...new Map(checks.map((each) => [JSON.stringify(each), each])).values()
]

const storable = ({ hasSecret, result }: Made<unknown>): string | null => {
  const text = hasSecret ? null : JSON.stringify(result)
  return text === null || text.length > MAX_RESULT ? null : text
}

const runOnce = Effect.fnUntraced(function* <A, M extends Made<A>, E, R>(
  call: IdempotentCall,
  work: Effect.Effect<M, E, R>,
  replay: (result: A) => M
) {
  const repository = yield* IdempotencyRepository
  const owned = { owner: (yield* actingUser) ?? "", key: call.key }
  const createdAt = yield* now
  const { fingerprint } = call
  const first = yield* repository.claim({ ...owned, fingerprint, createdAt }, yield* ago(KEYS_KEPT))
  if (Option.isNone(first)) {
    const checks: Array<Check> = []
    const made = yield* work.pipe(Effect.locally(idempotentCall, null), Effect.locally(passedChecks, checks))
    yield* repository.store(owned, { result: storable(made), madeId: made.id, checks: distinct(checks) })
    return made
  }
  const { checks, fingerprint: stored, madeId: id, result } = first.value
  if (stored !== fingerprint) return yield* new IdempotencyKeyReused()
  yield* Effect.forEach(checks, pass, { discard: true })
  if (result === null) return yield* new IdempotentResultNotStored({ id: id ?? "" })
  call.isReplay = true
  return replay(JSON.parse(result) as A)
})

/** Lets in one call with a key at a time, and all once one has succeeded: these read its result. */
interface Gate {
  readonly semaphore: Effect.Semaphore
  calls: number
}

const gatesOf = new WeakMap<object, Map<string, Gate>>()

const LATE = {
  duration: Duration.seconds(LONGEST_KEY_WAIT),
  onTimeout: () => new IdempotencyKeyInUse({ retryAfterSeconds: 1 })
}

/** Joins the calls with a key that this process has, until the scope ends. */
const joinGate = (repository: object, name: string): Effect.Effect<Gate, never, Scope.Scope> => {
  const gates = gatesOf.get(repository) ?? new Map<string, Gate>()
  gatesOf.set(repository, gates)
  const join = Effect.sync(() => {
    const gate = gates.get(name) ?? { semaphore: Effect.unsafeMakeSemaphore(1), calls: 0 }
    gates.set(name, gate)
    gate.calls += 1
    return gate
  })
  return Effect.acquireRelease(join, (gate) =>
    Effect.sync(() => {
      gate.calls -= 1
      if (gate.calls === 0) gates.delete(name)
    })
  )
}

/**
 * Lets the calls of this process with one key wait for each other: in the database each would hold a connection while it waits, and
 * a few could hold all.
 */
const inTurn = <A, E, R>(call: IdempotentCall, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const name = `${(yield* actingUser) ?? ""} ${call.key}`
    const gate = yield* joinGate(yield* IdempotencyRepository, name)
    const enter = gate.semaphore.take(1).pipe(Effect.timeoutFail(LATE), Effect.interruptible)
    const letIn = (_: unknown, exit: Exit.Exit<unknown, unknown>) =>
      gate.semaphore.release(Exit.isSuccess(exit) ? gate.calls : 1)
    return yield* Effect.acquireUseRelease(enter, () => work, letIn)
  }).pipe(Effect.scoped)

/**
 * Does the work in a transaction, unless an earlier call with the same key has: then it returns that one's result by `replay`, if
 * the actor still has the rights that it needed. The key is claimed before the work and the result is stored after it, in the
 * same transaction, so that a failure leaves nothing. Without a key it is the work.
 */
export const transactOnce = <A, M extends Made<A>, E, R>(
  work: Effect.Effect<M, E, R>,
  replay: (result: A) => M
): Effect.Effect<M, E | Failure, R | Services | Transactor> =>
  Effect.flatMap(FiberRef.get(idempotentCall), (call): Effect.Effect<M, E | Failure, R | Services | Transactor> =>
    call === null ? transactional(work) : inTurn(call, transactional(runOnce(call, work, replay)))
  )
