import { BoardwrightError } from "./BoardwrightError.js"

/** A transaction that a function of the host makes calls in, or with `isOpen` false what else runs such a function. */
export interface OpenTransaction {
  readonly isOpen: boolean
}

/**
 * Knows in which transaction's function code runs, also after an `await`: an `AsyncLocalStorage`, typed here because this
 * package imports no platform's modules.
 */
export interface AsyncContext {
  readonly run: <A>(store: OpenTransaction | undefined, work: () => A) => A
  readonly getStore: () => OpenTransaction | undefined
  /** For the end of a hub: Node 20 and 22 carry it along with every promise of the process until then. */
  readonly disable: () => void
}

/** A call that a host must not make here. */
export const misused = (message: string) => new BoardwrightError("Unexpected", {}, new Error(message))

/** Throws if code of a transaction's function calls something else than its `tx`. */
export const refuseInTransaction = (context: AsyncContext, own?: OpenTransaction): void => {
  const inside = context.getStore()
  if (inside === undefined || inside === own || !inside.isOpen) return
  throw misused("Inside a transaction all calls go through its own tx: this one would wait for the transaction's end")
}
