/** Most keys, about 20 MB in all. */
export const MAX_KEYS = 100_000

/** Windows by key, at most `maxKeys`. A new window beyond that evicts those that have ended, then the oldest. */
export class RateWindows<A extends { readonly resetsAt: number }> {
  // A map iterates in insertion order: the oldest window comes first.
  readonly #windows = new Map<string, A>()
  readonly #maxKeys: number

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  /** The key's window, unless it has ended. `longestMillis` also ends it after the clock was set back. */
  open(key: string, now: number, longestMillis: number): A | undefined {
    const window = this.#windows.get(key)
    const left = window === undefined ? 0 : window.resetsAt - now
    return left > 0 && left <= longestMillis ? window : undefined
  }

  begin(key: string, now: number, window: A): void {
    this.#windows.delete(key)
    this.#evict(now)
    this.#windows.set(key, window)
  }

  update(key: string, change: (window: A) => A): void {
    const window = this.#windows.get(key)
    if (window !== undefined) this.#windows.set(key, change(window))
  }

  end(key: string): void {
    this.#windows.delete(key)
  }

  #evict(now: number): void {
    for (const [key, window] of this.#windows) {
      if (this.#windows.size < this.#maxKeys && window.resetsAt > now) return
      this.#windows.delete(key)
    }
  }
}
