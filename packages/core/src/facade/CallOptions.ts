import { type Effect, Predicate } from "effect"
import type { Issue } from "../values/InvalidInput.js"
import { BoardwrightError, invalidInput } from "./BoardwrightError.js"

/** The platform's `AbortSignal`, typed through Effect: this package imports no platform's types. */
export type Signal = NonNullable<NonNullable<Parameters<typeof Effect.runPromiseExit>[1]>["signal"]>

/** The last argument of every call. */
export interface CallOptions {
  /** Aborting it interrupts the call and rolls its writes back; the promise rejects with the reason. */
  readonly signal?: Signal | undefined
}

/** The last argument of calls that make something. */
export interface MakingOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters that the caller chooses for one call. A call that is repeated with its key within 24 hours
   * returns the result of the first, and makes nothing.
   */
  readonly idempotencyKey?: string | undefined
}

const NAMES: ReadonlyArray<string> = ["signal", "idempotencyKey"] satisfies ReadonlyArray<keyof MakingOptions>
const KNOWN = NAMES.join(", ")

/** Whether a value can only be options: one that may also be the input of a call has other fields. */
export const isOptions = (value: unknown): value is MakingOptions => {
  if (!Predicate.isRecord(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => NAMES.includes(name))
}

const signalIssues = (signal: unknown): ReadonlyArray<Issue> =>
  signal === undefined ||
  (Predicate.hasProperty(signal, "throwIfAborted") && Predicate.isFunction(signal.throwIfAborted))
    ? []
    : [{ path: ["signal"], message: "must be an AbortSignal" }]

const refuse = (issues: ReadonlyArray<Issue>): void => {
  if (issues.length > 0) throw new BoardwrightError("InvalidInput", { issues })
}

/** Throws `InvalidInput` for what is not a signal, and the reason of one that is aborted. */
export const checkSignal = (signal: Signal | undefined): void => {
  refuse(signalIssues(signal))
  signal?.throwIfAborted()
}

const unknownIssues = (options: object, known: ReadonlyArray<string>): ReadonlyArray<Issue> =>
  Object.keys(options).flatMap((name) =>
    known.includes(name) ? [] : [{ path: [name], message: `is not an option; known are ${known.join(", ")}` }]
  )

/** Throws `InvalidInput` that names each option that is not known. */
export const refuseUnknown = (options: object, known: ReadonlyArray<string>): void =>
  refuse(unknownIssues(options, known))

/** Reads the options of a call. Throws `InvalidInput` that names each one that is unknown or wrong. */
export const readOptions = (options: unknown): MakingOptions => {
  if (options === undefined) return {}
  if (!Predicate.isRecord(options)) throw invalidInput(["options"], `must be an object of options: ${KNOWN}`)
  refuse([...unknownIssues(options, NAMES), ...signalIssues(options["signal"])])
  return options
}
