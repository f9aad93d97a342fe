import { Data } from "effect"

/** Most streams that a user may have open on an instance. */
export const MAX_STREAMS = 10

/** The user has as many streams open as one may have. */
export class TooManyStreams extends Data.TaggedError("TooManyStreams")<{ readonly limit: number }> {}

/** The open streams of changes of an instance. */
export class OpenStreams {
  readonly #perUser = new Map<string, number>()
  readonly #ends = new Set<() => void>()
  #isEnding = false

  /** Whether all streams have ended, or are about to. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  get count(): number {
    return this.#ends.size
  }

  /** Counts a stream of the user; null for callers without a limit. Returns false at the limit. */
  reserve(userId: string | null): boolean {
    if (userId === null) return true
    const open = this.#perUser.get(userId) ?? 0
    if (open >= MAX_STREAMS) return false
    this.#perUser.set(userId, open + 1)
    return true
  }

  release(userId: string | null): void {
    if (userId === null) return
    const open = this.#perUser.get(userId) ?? 0
    if (open > 1) this.#perUser.set(userId, open - 1)
    else this.#perUser.delete(userId)
  }

  /** Adds what ends a stream; returns what removes it. */
  add(end: () => void): () => void {
    this.#ends.add(end)
    return () => this.#ends.delete(end)
  }

  /** Ends all streams, and from now on each as soon as it begins: clients connect again, to another instance. */
  readonly end = (): void => {
    this.#isEnding = true
    for (const end of this.#ends) end()
  }
}
