const waiting = new WeakMap<AbortSignal, Set<() => void>>()

const listenTo = (signal: AbortSignal): Set<() => void> => {
  const calls = new Set<() => void>()
  waiting.set(signal, calls)
  signal.addEventListener("abort", () => calls.forEach((call) => call()), { once: true })
  return calls
}

/**
 * Calls back once the signal is aborted, at once if it is, and never after what is returned was called. A signal has one listener
 * for all of them: of more than ten Node warns.
 */
export const onAbort = (signal: AbortSignal | undefined, call: () => void): (() => void) => {
  if (signal?.aborted === true) call()
  if (signal === undefined || signal.aborted) return () => undefined
  const calls = waiting.get(signal) ?? listenTo(signal)
  calls.add(call)
  return () => calls.delete(call)
}
