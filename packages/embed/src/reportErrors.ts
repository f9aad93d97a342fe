import { Cause, HashMap, type Layer, Logger, LogLevel } from "effect"

/** The context of a failure that no caller sees. */
export interface FailureContext {
  /** What went wrong, such as `unexpected failure` or `mail given up`. */
  readonly message: string
  /** Warnings are retried or answered with 503. */
  readonly level: "warning" | "error"
  /** Ids for finding it, such as `requestId`, which is also in the response's `X-Request-Id`. */
  readonly annotations: { readonly [name: string]: unknown }
}

/** Called for each failure. What it throws or rejects with is dropped. */
export type OnError = (error: Error, context: FailureContext) => unknown

const toConsole: OnError = (error, { annotations, message }) => {
  const names = Object.entries(annotations).filter(([, value]) => !(value instanceof Error))
  const line = ["boardwright:", message, ...names.map(([name, value]) => `${name}=${String(value)}`)].join(" ")
  // oxlint-disable-next-line no-console
  console.error(line, ...(error.message === message ? [] : [error]))
}

const toError = (text: string, cause: Cause.Cause<unknown>, others: ReadonlyArray<unknown>): Error => {
  const thrown = Cause.isEmpty(cause) ? undefined : Cause.originalError(Cause.squash(cause))
  return [thrown, ...others].find((each) => each instanceof Error) ?? new Error(text, { cause: thrown })
}

/** Sends warnings and errors to the host's function, by default standard error. Nothing else is logged. */
export const reportErrors = (onError: OnError = toConsole): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, cause, logLevel, message }) => {
      if (LogLevel.lessThan(logLevel, LogLevel.Warning)) return
      const words = Array.isArray(message) ? message : [message]
      const text = words.filter((word) => typeof word === "string").join(" ")
      const named = Object.fromEntries(HashMap.toEntries(annotations))
      const level = LogLevel.greaterThanEqual(logLevel, LogLevel.Error) ? "error" : "warning"
      const error = toError(text, cause, [...words.filter((word) => typeof word !== "string"), ...Object.values(named)])
      // The function may be async; its failure must not end the process.
      new Promise((resolve) => resolve(onError(error, { message: text, level, annotations: named }))).catch(
        () => undefined
      )
    })
  )
