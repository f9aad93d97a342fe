import { Idempotency, type Values } from "@boardwright/core"
import { Effect, FiberRef } from "effect"
import { joinBytes } from "./body/joinBytes.js"
import type { ServerRequest } from "./ServerRequest.js"

/** As problems of it are reported; the name of a header has no case. */
const HEADER = "Idempotency-Key"

/** The headers of a response that an earlier request with the same key got. */
export const REPLAYED = { "idempotency-replayed": "true" }

interface Keyed {
  readonly key: Idempotency.IdempotencyKey | null
  readonly issue: Values.Issue | null
}

/** What a request without a key has. */
export const NO_KEY: Keyed = { key: null, issue: null }

/** The key of a request, or the problem of its header. */
export const readKey = ({ header }: ServerRequest): Keyed => {
  const text = header("idempotency-key")
  if (text === undefined) return NO_KEY
  const key = Idempotency.readIdempotencyKey(text)
  return { key, issue: key === null ? Idempotency.idempotencyKeyIssue(HEADER) : null }
}

const encoder = new TextEncoder()

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** The SHA-256 of method, path, query and body. */
const fingerprintOf = ({ method, path, search }: ServerRequest, body: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      crypto.subtle.digest("SHA-256", joinBytes([encoder.encode(`${method} ${path}?${search}\n`), body]))
    ),
    (digest) => toHex(new Uint8Array(digest))
  )

/** Makes the rest of the fiber a call with the key. */
export const setCall = (key: Idempotency.IdempotencyKey, request: ServerRequest, body: Uint8Array) =>
  Effect.flatMap(fingerprintOf(request, body), (fingerprint) => {
    const call = { key, fingerprint, isReplay: false }
    return Effect.as(FiberRef.set(Idempotency.idempotentCall, call), call)
  })
