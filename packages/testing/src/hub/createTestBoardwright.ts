// Declares AsyncDisposable for older TypeScript libraries.
/// <reference lib="esnext.disposable" preserve="true" />

import { AsyncLocalStorage } from "node:async_hooks"
import { Facade, Mail, Metric, System } from "@boardwright/core"
import { Effect, Layer, Logger, LogLevel, ManagedRuntime, Random } from "effect"
import { layer } from "../layer.js"
import { RecordingMailer } from "../RecordingMailer.js"
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
  /** Ends it and drops its data. */
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
  const runPromiseExit: Facade.FollowRuntime["runPromiseExit"] = async (work, options) => {
    Facade.refuseInTransaction(context)
    return runtime.runPromiseExit(work, options)
  }
  const useCases = Facade.toHub({ runPromiseExit, runFork: runtime.runFork }, context)
  const mailbox = mailboxOf({
    sent: () => runtime.runSync(Effect.flatMap(RecordingMailer, ({ sent }) => sent)),
    failNext: (count) => runtime.runSync(Effect.flatMap(RecordingMailer, ({ failNext }) => failNext(count)))
  })
  const close = () => runtime.dispose().finally(() => context.disable())
  return {
    ...useCases,
    withTransaction: Facade.hostTransacting({ runPromiseExit }, context),
    on: (type, handler) => runtime.runSync(Facade.changeReactions(context))(type, handler),
    ...givensOf(useCases, (email) => runtime.runPromise(markVerified(email))),
    clock,
    mailbox,
    deliverMail: async () => (await runtime.runPromise(deliverAll)).attempts,
    fetch: fetchOf(runtime, metrics),
    metrics: () => runtime.runPromise(Effect.flatten(System.makeMetricsText(metrics))),
    close,
    [Symbol.asyncDispose]: close
  }
}
