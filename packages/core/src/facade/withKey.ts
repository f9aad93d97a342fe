import { Effect } from "effect"
import { idempotencyKeyIssue, idempotentCall, readIdempotencyKey } from "../idempotency/IdempotencyKey.js"
import { Secrets } from "../ports/Secrets.js"
import { invalidInput } from "./BoardwrightError.js"

const NAME = "idempotencyKey"

/** A call in process with its key, as the host gave it. */
interface KeyedCall {
  readonly idempotencyKey: unknown
  readonly isMaking: boolean
  /** Of the use case, such as `tasks.create`. */
  readonly name: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Sorts the keys of objects, so that the same input has the same text. */
const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Runs a call with its idempotency key. Throws `InvalidInput` for a text that is none, and for a call that takes none. */
export const withKey = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  { idempotencyKey, isMaking, name, parameters }: KeyedCall
): Effect.Effect<A, E, R | Secrets> => {
  if (!isMaking) throw invalidInput([NAME], `is not taken by ${name}: only calls that make something take one`)
  const key = typeof idempotencyKey === "string" ? readIdempotencyKey(idempotencyKey) : null
  const { message, path } = idempotencyKeyIssue(NAME)
  if (key === null) throw invalidInput(path, message)
  return Effect.flatMap(Secrets, ({ hash }) =>
    Effect.flatMap(hash(JSON.stringify([name, parameters], inKeyOrder)), (fingerprint) =>
      Effect.locally(work, idempotentCall, { key, fingerprint, isReplay: false })
    )
  )
}
