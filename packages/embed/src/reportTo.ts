import { Cause, HashMap, type Layer, Logger, LogLevel } from "effect"

/** What is known about a failure that no caller is told of. */
export interface FailureContext {
  /** What went wrong, as a short text: `unexpected failure`, `mail given up` ... */
  readonly message: string
  /** A warning is tried again or answered with 503. */
  readonly level: "warning" | "error"
  /** Ids that help to find it, such as `requestId`, which the answer's `X-Request-Id` repeats. */
  readonly annotations: { readonly [name: string]: unknown }
}

/** Hears of failures. What it throws or rejects with is dropped. */
export type OnError = (error: Error, context: FailureContext) => unknown

const toConsole: OnError = (error, { annotations, message }) => {
  const names = Object.entries(annotations).filter(([, value]) => !(value instanceof Error))
  const line = ["boardwright:", message, ...names.map(([name, value]) => `${name}=${String(value)}`)].join(" ")
  // The host's own console is where it looks.
  // oxlint-disable-next-line no-console
  console.error(line, ...(error.message === message ? [] : [error]))
}

const toError = (text: string, cause: Cause.Cause<unknown>, others: ReadonlyArray<unknown>): Error => {
  const thrown = Cause.isEmpty(cause) ? undefined : Cause.originalError(Cause.squash(cause))
  return [thrown, ...others].find((each) => each instanceof Error) ?? new Error(text, { cause: thrown })
}

/** Warnings and errors go to the host's function, by default to standard error; nothing else is logged. */
export const reportTo = (onError: OnError = toConsole): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, cause, logLevel, message }) => {
      if (LogLevel.lessThan(logLevel, LogLevel.Warning)) return
      const words = Array.isArray(message) ? message : [message]
      const text = words.filter((word) => typeof word === "string").join(" ")
      const named = Object.fromEntries(HashMap.toEntries(annotations))
      const level = LogLevel.greaterThanEqual(logLevel, LogLevel.Error) ? "error" : "warning"
      const error = toError(text, cause, [...words.filter((word) => typeof word !== "string"), ...Object.values(named)])
      // A host's function may be async; what comes of it is not ours to handle, nor to crash over.
      new Promise((resolve) => resolve(onError(error, { message: text, level, annotations: named }))).catch(
        () => undefined
      )
    })
  )
