// Declares AsyncDisposable for older TypeScript libraries.
/// <reference lib="esnext.disposable" preserve="true" />

import { AsyncLocalStorage } from "node:async_hooks"
import { Facade, Mail, Metric, System } from "@boardwright/core"
import { Effect, Exit, Layer, Logger, LogLevel, ManagedRuntime, Random } from "effect"
import { type Inventory, layer } from "../layer.js"
import { RecordingMailer } from "../RecordingMailer.js"
import { checkFields } from "./checkFields.js"
import { fetchOf } from "./fetchOf.js"
import {
  givensOf,
  markVerified,
  type TestBoard,
  type TestBoardInput,
  type TestUser,
  type TestUserInput
} from "./testUsers.js"
import { type Mailbox, mailboxOf } from "./Mailbox.js"
import { type MovableClock, movableClock } from "./movableClock.js"

/**
 * Every use case as a promise, on fakes: storage in memory, a clock that stands still, mails that are only recorded.
 */
export interface TestBoardwright extends Facade.Hub, Facade.ChangeReactions, Facade.HostTransacting, AsyncDisposable {
  /** The clock for everything: lifetimes of tokens, retries of mails. */
  readonly clock: MovableClock
  /** The mails that were sent. */
  readonly mailbox: Mailbox
  /**
   * Sends the mails that are due by the clock and returns the number of attempts. Nothing is sent otherwise. A
   * failed attempt is due again after at most 1 second, doubling up to 60 seconds.
   */
  readonly deliverMail: () => Promise<number>
  /** A verified user, signed in. No mail is sent. */
  readonly givenUser: (input?: TestUserInput) => Promise<TestUser>
  /** A board with one group, in a workspace of its own. */
  readonly givenBoard: (input?: TestBoardInput) => Promise<TestBoard>
  /**
   * The API, as in `createBoardwright`, for access tokens of `givenUser` and of signing in. Requests are not rate-
   * limited, since the clock stands still.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /** The metrics, as in `createBoardwright` with the option `metrics`. */
  readonly metrics: () => Promise<string>
  /** Ends it and drops its data. Later calls fail with the code `Closed`, later requests get a 503. */
  readonly close: () => Promise<void>
}

/** Options of `createTestBoardwright`. */
export interface TestBoardwrightOptions {
  /** The time of the clock. Default: noon of 2026-01-02, UTC. */
  readonly now?: Date | number | string | undefined
}

const deliverAll = Effect.iterate(
  { attempts: 0, more: true },
  {
    while: ({ more }) => more,
    body: ({ attempts }) => Effect.map(Mail.deliverMail(), (taken) => ({ attempts: attempts + taken, more: taken > 0 }))
  }
)

/**
 * Creates an empty hub, independent of all others and deterministic: the same calls give the same ids, tokens and
 * times. Nothing is logged; the cause of a failure is in the `BoardwrightError`.
 */
export const createTestBoardwright = (options: TestBoardwrightOptions = {}): TestBoardwright => {
  checkFields(
    options,
    ["now"] satisfies ReadonlyArray<keyof TestBoardwrightOptions>,
    "the options must be an object such as { now }"
  )
  const clock = movableClock(options.now)
  const metrics = new Metric.Metrics()
  const environment = Layer.mergeAll(
    clock.layer,
    Layer.succeed(Metric.CurrentMetrics, metrics),
    Layer.setRandom(Random.make("boardwright")),
    Logger.minimumLogLevel(LogLevel.None)
  )
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, environment))
  const context: Facade.AsyncContext = new AsyncLocalStorage<Facade.OpenTransaction | undefined>()
  let closing: Promise<void> | undefined
  const isClosed = () => closing !== undefined
  const refuseClosed = () => {
    if (isClosed()) throw new Facade.BoardwrightError("Closed", {})
  }
  const runPromiseExit: typeof runtime.runPromiseExit = async (work, options) => {
    refuseClosed()
    Facade.refuseInTransaction(context)
    return runtime.runPromiseExit(work, options)
  }
  const run = async <A, E>(work: Effect.Effect<A, E, Inventory>): Promise<A> => {
    const exit = await runPromiseExit(work)
    if (Exit.isFailure(exit)) throw Facade.toBoardwrightError(exit.cause)
    return exit.value
  }
  const runSync = <A>(work: Effect.Effect<A, never, Inventory>): A => {
    refuseClosed()
    return runtime.runSync(work)
  }
  const useCases = Facade.toHub({ runPromiseExit, runFork: runtime.runFork }, context)
  const mailbox = mailboxOf({
    sent: () => runSync(Effect.flatMap(RecordingMailer, ({ sent }) => sent)),
    failNext: (count) => runSync(Effect.flatMap(RecordingMailer, ({ failNext }) => failNext(count)))
  })
  const fetch = fetchOf({ runtime, metrics, isClosed })
  const close = async () => {
    Facade.refuseInTransaction(context)
    await (closing ??= runtime.dispose().finally(() => context.disable()))
  }
  return {
    ...useCases,
    withTransaction: Facade.hostTransacting({ runPromiseExit }, context),
    on: (type, handler) => runSync(Facade.changeReactions(context))(type, handler),
    ...givensOf(useCases, (email) => run(markVerified(email))),
    clock,
    mailbox,
    deliverMail: async () => (await run(deliverAll)).attempts,
    fetch: async (request) => {
      Facade.refuseInTransaction(context)
      return fetch(request)
    },
    metrics: () => run(Effect.flatten(System.makeMetricsText(metrics))),
    close,
    [Symbol.asyncDispose]: close
  }
}
