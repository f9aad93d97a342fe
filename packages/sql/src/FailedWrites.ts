import type { Ports } from "@boardwright/core"

const REMEMBERED_MILLIS = 10_000

/** How writes to a database failed in the last 10 s. */
export class FailedWrites {
  #last: { readonly state: Ports.WriteState; readonly at: number } = { state: "ok", at: 0 }

  record(state: Ports.WriteState): void {
    this.#last = { state, at: Date.now() }
  }

  get state(): Ports.WriteState {
    return Math.abs(Date.now() - this.#last.at) < REMEMBERED_MILLIS ? this.#last.state : "ok"
  }
}
