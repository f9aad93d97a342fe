import type { Ports } from "@boardwright/core"
import type { Parameter } from "@boardwright/sql"
import { Effect, Exit } from "effect"
import type { Connections } from "./Connections.js"
import { attemptsFor, fault, inDoubt, isInDoubt, isLost } from "./faults.js"
import type { Named } from "./named.js"
import { pauseBefore } from "./pauseBefore.js"
import type { Session } from "./Session.js"

/** A parameter, or one for each of several callers. */
export type Values = ReadonlyArray<Parameter | ReadonlyArray<Parameter>>

/** Told once what a statement answered, or what was made of that. */
export type Answered<A = ReadonlyArray<unknown>> = (answer: Exit.Exit<A, Ports.StorageUnavailable>) => void

/**
 * Asks a statement that is a transaction of its own. One that may be done twice is never in doubt. Gives what ends the
 * wait for a connection or between attempts, which tells whether that ended it: a statement that runs does so to its end.
 */
export const askAlone = (
  connections: Connections,
  { name, operation, text }: Named,
  values: Values,
  repeatable: boolean,
  answered: Answered
): (() => boolean) => {
  const sent = { name, text, values }
  let isRunning = false
  let stopWaiting: () => void = () => {}
  const fail = (error: Error, count: number): void => {
    if (!repeatable && isInDoubt(error)) return answered(inDoubt(operation, error))
    if (count >= attemptsFor(error)) return answered(fault(operation, error))
    stopWaiting = Effect.runCallback(pauseBefore(count), {
      onExit: (exit) => {
        if (Exit.isSuccess(exit)) attempt(count + 1)
      }
    })
  }
  const run = (session: Session, count: number): void =>
    session.send(sent, session.answerMillis, (error, result) => {
      isRunning = false
      session.release(error !== null && isLost(error))
      if (error === null) answered(Exit.succeed(result.rows))
      else fail(error, count)
    })
  const attempt = (count: number): void => {
    stopWaiting = connections.ask((session) => {
      if (session instanceof Error) return answered(fault(operation, session))
      isRunning = true
      connections.meet(session, (error) => {
        if (error === null) return run(session, count)
        isRunning = false
        answered(fault(operation, error))
      })
    })
  }
  attempt(1)
  return () => {
    if (!isRunning) stopWaiting()
    return !isRunning
  }
}
