import { FiberRef, Schema } from "effect"

const RULE = "must be 1 to 255 visible ASCII characters, with or without quotes around them"

/** A key of 1 to 255 visible ASCII characters, which a caller chooses for one call. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.pattern(/^[!-~]{1,255}$/, { message: () => ({ message: RULE, override: true }) }),
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = typeof IdempotencyKey.Type

const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/

/** The key in a text that may be quoted as RFC 8941 (3.3.3) does, so that quoted and bare are one key; null if it is none. */
export const readIdempotencyKey = (text: string): IdempotencyKey | null => {
  const quoted = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, "$1")
  const key = quoted ?? (text.startsWith('"') ? "" : text)
  return Schema.is(IdempotencyKey)(key) ? key : null
}

/** The problem of a text that has no key. */
export const idempotencyKeyIssue = (name: string) => ({ path: [name], message: RULE })

/** A call with a key. */
export interface IdempotentCall {
  readonly key: IdempotencyKey
  /** A hash of the call and its input: calls with one key must be alike. */
  readonly fingerprint: string
  /** Set once its result is that of an earlier call. */
  isReplay: boolean
}

/** The call that the fiber runs; null if it has no key. */
export const idempotentCall: FiberRef.FiberRef<IdempotentCall | null> = FiberRef.unsafeMake<IdempotentCall | null>(null)
