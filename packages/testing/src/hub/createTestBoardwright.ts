// AsyncDisposable, for those whose libraries are older.
/// <reference lib="esnext.disposable" preserve="true" />

import { Facade, Mail } from "@boardwright/core"
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
} from "./givens.js"
import { type Mailbox, mailboxOf } from "./Mailbox.js"
import { type MovableClock, movableClock } from "./movableClock.js"

/** Every use case as a promise, on fakes: storage in memory, a clock that stands still, mails that go nowhere. */
export interface TestBoardwright extends Facade.Hub, AsyncDisposable {
  /** The only time there is: lifetimes of tokens and retries of mails go by it. */
  readonly clock: MovableClock
  /** The mails that were sent. */
  readonly mailbox: Mailbox
  /**
   * Sends the mails that are due by the clock and answers how many attempts that took. Nothing is sent otherwise. A
   * failed attempt is due again after 1 second at most, doubling up to 60 seconds.
   */
  readonly deliverMail: () => Promise<number>
  /** A verified user, signed in. No mail is sent. */
  readonly givenUser: (input?: TestUserInput) => Promise<TestUser>
  /** A board with one group, in a workspace of its own. */
  readonly givenBoard: (input?: TestBoardInput) => Promise<TestBoard>
  /**
   * The API as `createBoardwright` has it, by the access tokens that `givenUser` and signing in give. Requests are not
   * limited: the clock of a limit would stand still.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /** Ends it; all it stored is gone. */
  readonly close: () => Promise<void>
}

/** How a `TestBoardwright` begins. */
export interface TestBoardwrightOptions {
  /** Where the clock stands. Default: noon of 2026-01-02, UTC. */
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
 * An empty one, independent of all others and the same each time: ids, tokens and times come out alike from the same
 * calls. Nothing is logged; a failure's cause is in the `BoardwrightError`.
 */
export const createTestBoardwright = (options: TestBoardwrightOptions = {}): TestBoardwright => {
  const clock = movableClock(options.now)
  const environment = Layer.mergeAll(
    clock.layer,
    Layer.setRandom(Random.make("boardwright")),
    Logger.minimumLogLevel(LogLevel.None)
  )
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, environment))
  const useCases = Facade.toHub(runtime)
  const mailbox = mailboxOf({
    sent: () => runtime.runSync(Effect.flatMap(RecordingMailer, ({ sent }) => sent)),
    failNext: (count) => runtime.runSync(Effect.flatMap(RecordingMailer, ({ failNext }) => failNext(count)))
  })
  const close = () => runtime.dispose()
  return {
    ...useCases,
    ...givensOf(useCases, (email) => runtime.runPromise(markVerified(email))),
    clock,
    mailbox,
    deliverMail: async () => (await runtime.runPromise(deliverAll)).attempts,
    fetch: fetchOf(runtime),
    close,
    [Symbol.asyncDispose]: close
  }
}
