import type { Ports } from "@boardwright/core"

/** What a token whose signature was checked says. */
export interface CheckedToken {
  readonly claims: Ports.AccessClaims
  /** Unix time in seconds. */
  readonly issuedAt: number
  /** Unix time in seconds at which it is no longer valid. */
  readonly expiresAt: number
}

/** Tokens whose signatures were checked, at most `capacity`: beyond that the one used longest ago is forgotten. */
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
    // A Map keeps the order of insertion, so the first key is always the one used longest ago.
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
