import type { FromWorker, ToWorker } from "./messages.js"

/** The variable by which a process knows that it is a worker, and not a server of its own. */
const VARIABLE = "BOARDWRIGHT_WORKER"

/** The part of a process in a server with workers. */
export interface WorkerRole {
  /** Whether it logs what a server logs at its start. */
  readonly announces: boolean
  /** Whether another worker has taken its place, so that it need not wait until load balancers have noticed. */
  isReplaced: boolean
}

/** The variables of a worker. */
export const workerVariables = (announces: boolean): Readonly<Record<string, string>> => ({
  [VARIABLE]: announces ? "first" : "another"
})

/** The role by the environment; null for a server of its own. */
export const workerRole = (environment: { readonly [name: string]: string | undefined }): WorkerRole | null => {
  const value = environment[VARIABLE] ?? ""
  return value === "" ? null : { announces: value === "first", isReplaced: false }
}

/** Answers from now on, before anything is opened, whether the event loop turns. */
export const showLife = (): void => {
  const here: FromWorker = "here"
  process.on("message", ({ ask }: ToWorker) => {
    // Its error means that the server is gone, and nobody reads it.
    if (ask === "sign" && process.connected) process.send?.(here, undefined, undefined, () => undefined)
  })
}
