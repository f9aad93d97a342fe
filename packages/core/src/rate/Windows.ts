/** Keys held at most, about 20 MB in all. */
export const MAX_KEYS = 100_000

/**
 * Windows by key, `maxKeys` at most: when that many are held, a new one sheds those that have ended and then the ones
 * that began first.
 */
export class Windows<A extends { readonly resetsAt: number }> {
  // A map iterates by insertion: the window that began first comes first.
  readonly #windows = new Map<string, A>()
  readonly #maxKeys: number

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  /** The key's window, unless it has ended; a clock that was set back leaves none open for longer than `longestMillis`. */
  open(key: string, now: number, longestMillis: number): A | undefined {
    const window = this.#windows.get(key)
    const left = window === undefined ? 0 : window.resetsAt - now
    return left > 0 && left <= longestMillis ? window : undefined
  }

  begin(key: string, now: number, window: A): void {
    this.#windows.delete(key)
    this.#shed(now)
    this.#windows.set(key, window)
  }

  /** Replaces a window where there is one, which keeps its place. */
  update(key: string, change: (window: A) => A): void {
    const window = this.#windows.get(key)
    if (window !== undefined) this.#windows.set(key, change(window))
  }

  end(key: string): void {
    this.#windows.delete(key)
  }

  #shed(now: number): void {
    for (const [key, window] of this.#windows) {
      if (this.#windows.size < this.#maxKeys && window.resetsAt > now) return
      this.#windows.delete(key)
    }
  }
}
