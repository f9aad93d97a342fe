import type { Ports } from "@boardwright/core"

/** The content of a token with a valid signature. */
export interface CheckedToken {
  readonly claims: Ports.AccessClaims
  /** Unix time in seconds. */
  readonly issuedAt: number
  /** Unix time in seconds. */
  readonly expiresAt: number
}

/** Up to `capacity` tokens with valid signatures; drops the least recently used. */
export class TokenCache {
  readonly #entries = new Map<string, CheckedToken>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#entries.size
  }

  get(token: string): CheckedToken | undefined {
    const found = this.#entries.get(token)
    if (found === undefined) return undefined
    // A Map is in insertion order, so the first key is always the least recently used.
    this.#entries.delete(token)
    this.#entries.set(token, found)
    return found
  }

  set(token: string, checked: CheckedToken): void {
    this.#entries.delete(token)
    this.#entries.set(token, checked)
    if (this.#entries.size <= this.#capacity) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }
}
