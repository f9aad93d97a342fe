import { Effect, Exit, Fiber, type ManagedRuntime } from "effect"
import { type Actor, CurrentActor } from "../access/Actor.js"
import type { Change } from "../change/Change.js"
import type { ChangeFeed } from "../change/ChangeFeed.js"
import { consumeChanges } from "../change/consumeChanges.js"
import { type SubscribeToChanges, subscribeToChanges } from "../change/subscribeToChanges.js"
import { invalidInput, toBoardwrightError } from "./BoardwrightError.js"
import { isActor, NO_ACTOR } from "./actors.js"
import { checkSignal, refuseUnknown, type Signal } from "./CallOptions.js"
import type { AsyncContext, OpenTransaction } from "./AsyncContext.js"
import type { UseCaseServices } from "./useCases.js"

/** What a handler gets beside the change. */
export interface ChangeContext {
  /** Continues after the change. */
  readonly cursor: string
  /** Aborted when the handler should end: the following is stopped, the hub closes, or another instance has taken over. */
  readonly signal: Signal
}

/** Handles a change, sync or async. */
export type FollowHandler = (change: Change, context: ChangeContext) => unknown

/** What is followed, from where, and with whose rights. */
export interface FollowOptions extends SubscribeToChanges {
  /**
   * A cursor, `now` (the default), or `start` for all changes that are kept. For `consume` it counts only for a new name.
   */
  readonly since?: string | undefined
  /** Whose rights decide which changes are handled. Default: the actor of `hub.as`, else the operator. */
  readonly actor?: Actor | undefined
  /** Aborting it stops the following. */
  readonly signal?: Signal | undefined
}

/** Options of a durable consumer. */
export interface ConsumeOptions extends FollowOptions {
  /**
   * Called if the changes after the consumer's position are no longer all there, such as in a restored backup; it goes on
   * after `cursor` when this succeeds. Without it the consumer is parked.
   */
  readonly onExpired?: ((context: ChangeContext) => unknown) | undefined
}

/** Changes that are being followed. */
export interface Following {
  /** Stops. Resolves when a running handler is done; in the handler itself at once. */
  readonly stop: () => Promise<void>
  /**
   * Resolves when it has stopped, also by `hub.close()`. Rejects with a `BoardwrightError`, which is reported too, if it cannot
   * go on: the cursor has expired, or the access to the board or workspace is lost.
   */
  readonly ended: Promise<void>
}

/** Handlers are called after the commit, one change at a time and in order, each change at least once. */
export interface ChangeFollowing {
  /**
   * Calls the handler for each change after `since`. The host stores the cursor. A handler that fails is called again after
   * growing pauses, and each failure is reported.
   */
  readonly subscribe: (options: FollowOptions, handler: FollowHandler) => Promise<Following>
  /**
   * Calls the handler for each change that no instance has handled under this name. The position is stored after each
   * success, and one instance at a time calls the handler. What fails is tried again after growing pauses; after a day the
   * consumer is parked.
   */
  readonly consume: {
    (name: string, handler: FollowHandler): Promise<Following>
    (name: string, options: ConsumeOptions, handler: FollowHandler): Promise<Following>
  }
}

type FollowServices = UseCaseServices | ChangeFeed

/** Runs what follows changes until the hub closes. */
export interface FollowRuntime extends Pick<
  ManagedRuntime.ManagedRuntime<FollowServices, unknown>,
  "runPromiseExit" | "runFork"
> {}

/** Marks the code of the handlers of one following, while they run. */
class Handling implements OpenTransaction {
  readonly isOpen = false
  isRunning = true

  constructor(readonly of: object) {}
}

/** Calls handlers of one following: see `called`. */
type Caller = (call: (signal: Signal) => unknown) => Effect.Effect<void>

/**
 * Calls a function of the host; dies if it fails. Interrupting it aborts the signal, and waits for how the function ends.
 * The context has a `Handling` of the following in it.
 */
const callerIn =
  (context: AsyncContext | null, following: object): Caller =>
  (call) =>
    Effect.suspend(() => {
      let running: Promise<unknown> | undefined
      const handling = new Handling(following)
      const end = () => void (handling.isRunning = false)
      const begin = async (signal: Signal) => call(signal)
      const run = (signal: Signal) => {
        const begun = context === null ? begin(signal) : context.run(handling, () => begin(signal))
        return begun.finally(end)
      }
      const settled = Effect.interruptible(Effect.promise((signal) => (running = run(signal))))
      const outcome = Effect.flatMap(Effect.exit(settled), (exit) => {
        const begun = running
        return begun !== undefined && Exit.isInterrupted(exit) ? Effect.promise(() => begun) : exit
      })
      return Effect.asVoid(Effect.uninterruptible(outcome))
    })

const checkHandlers = (handlers: { readonly [name: string]: unknown }): void => {
  for (const [name, handler] of Object.entries(handlers)) {
    if (typeof handler !== "function") throw invalidInput([name], "must be a function")
  }
}

const reported = <E, R>(following: Effect.Effect<void, E, R>) =>
  Effect.tapError(following, (error) => Effect.logError("changes are no longer followed", error))

/** What follows changes needs: the context says in whose handler code runs. */
interface Followers {
  readonly runtime: FollowRuntime
  readonly context: AsyncContext | null
}

/** Begins to follow, and goes on in the background. */
const start = async <E, R extends FollowServices | CurrentActor>(
  { context, runtime }: Followers,
  following: object,
  actor: Actor,
  signal: Signal | undefined,
  beginning: Effect.Effect<Effect.Effect<void, E, R>, E, R>
): Promise<Following> => {
  if (!isActor(actor)) throw invalidInput(["actor"], NO_ACTOR)
  checkSignal(signal)
  const begun = await runtime.runPromiseExit(Effect.provideService(beginning, CurrentActor, actor))
  if (Exit.isFailure(begun)) throw toBoardwrightError(begun.cause)
  const fiber = runtime.runFork(Effect.provideService(reported(begun.value), CurrentActor, actor))
  const stop = async () => {
    const inside = context?.getStore()
    const isInHandler = inside instanceof Handling && inside.of === following && inside.isRunning
    await Effect.runPromise(isInHandler ? Fiber.interruptFork(fiber) : Fiber.interrupt(fiber))
  }
  if (signal?.aborted === true) await stop()
  signal?.addEventListener("abort", stop, { once: true })
  const followed = async () => {
    const exit = await Effect.runPromise(Fiber.await(fiber))
    signal?.removeEventListener("abort", stop)
    if (Exit.isFailure(exit) && !Exit.isInterrupted(exit)) throw toBoardwrightError(exit.cause)
  }
  const ended = followed()
  // A host need not look at it: the failure is reported.
  ended.catch(() => undefined)
  return { stop, ended }
}

const FOLLOW_OPTIONS = ["since", "actor", "signal", "workspaceId", "boardId", "types"] satisfies ReadonlyArray<
  keyof FollowOptions
>
const CONSUME_OPTIONS = [...FOLLOW_OPTIONS, "onExpired"] satisfies ReadonlyArray<keyof ConsumeOptions>

const checkOptions = (options: unknown, known: ReadonlyArray<string>): void => {
  if (typeof options !== "object" || options === null) throw invalidInput(["options"], "must be an object")
  refuseUnknown(options, known)
}

/** The functions that follow changes, for an actor unless the options name another. */
export const changeFollowing = (followers: Followers, given: Actor): ChangeFollowing => ({
  subscribe: async (options, handler) => {
    checkHandlers({ handler })
    checkOptions(options, FOLLOW_OPTIONS)
    const { actor = given, signal, ...followed } = options
    const following = {}
    const call = callerIn(followers.context, following)
    const handle = (change: Change, cursor: string) => call((aborted) => handler(change, { cursor, signal: aborted }))
    return start(followers, following, actor, signal, subscribeToChanges(followed, handle))
  },
  consume: async (name: string, ...rest: readonly [FollowHandler] | readonly [ConsumeOptions, FollowHandler]) => {
    const [options, handler] = rest.length === 2 ? rest : [{}, rest[0]]
    checkHandlers({ handler })
    checkOptions(options, CONSUME_OPTIONS)
    const { actor = given, onExpired, signal, ...followed }: ConsumeOptions = options
    if (onExpired !== undefined) checkHandlers({ onExpired })
    const following = {}
    const call = callerIn(followers.context, following)
    const handle = (change: Change, cursor: string) => call((aborted) => handler(change, { cursor, signal: aborted }))
    const expired =
      onExpired === undefined
        ? {}
        : { onExpired: (cursor: string) => call((aborted) => onExpired({ cursor, signal: aborted })) }
    return start(followers, following, actor, signal, consumeChanges(name, { ...followed, ...expired }, handle))
  }
})
