import type { LookupAddress } from "node:dns"
import * as http from "node:http"
import * as https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { Data, Effect, type Scope } from "effect"
import type { WebhookTarget } from "./WebhookTarget.js"

/** There was no connection, it broke, or what came is not HTTP. */
export class NoAnswer extends Data.TaggedError("NoAnswer") {}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Certificates to trust in place of the system's. */
  readonly ca: string | undefined
}

const MAX_HEADER_BYTES = 16_384
/** How much of an answer is read. */
const MAX_ANSWER_BYTES = 4096

/** Returns the given addresses whatever the name. */
const lookupOf =
  (addresses: ReadonlyArray<LookupAddress>): LookupFunction =>
  (_, { all }, callback) => {
    const [first = { address: "", family: 0 }] = addresses
    if (all === true) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }

const start = ({ host, port, url }: WebhookTarget, addresses: ReadonlyArray<LookupAddress>, options: PostOptions) => {
  const secure = url.protocol === "https:"
  const shared = {
    method: "POST",
    host,
    port,
    path: url.pathname + url.search,
    headers: { ...options.headers, "content-length": String(Buffer.byteLength(options.body)) },
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    // Of several addresses; the default of 250 ms is too short for far ones.
    autoSelectFamilyAttemptTimeout: 2000,
    maxHeaderSize: MAX_HEADER_BYTES
  }
  // An agent of its own: no connection to an address that was checked earlier is used again, and no proxy of the environment.
  if (!secure) return http.request({ ...shared, agent: new http.Agent({ keepAlive: false }) })
  return https.request({
    ...shared,
    agent: new https.Agent({ keepAlive: false }),
    // Also if NODE_TLS_REJECT_UNAUTHORIZED is 0.
    rejectUnauthorized: true,
    servername: isIP(host) === 0 ? host : "",
    ca: options.ca
  })
}

/** Posts to a target at these addresses, and waits for the head of the answer. The connection ends with the scope. */
export const postMessage = (
  target: WebhookTarget,
  addresses: ReadonlyArray<LookupAddress>,
  options: PostOptions
): Effect.Effect<http.IncomingMessage, NoAnswer, Scope.Scope> =>
  Effect.flatMap(
    Effect.acquireRelease(
      Effect.sync(() => {
        const request = start(target, addresses, options)
        // Also after the answer: a connection that breaks while it is closed is an error too.
        request.on("error", () => undefined)
        return request
      }),
      (request) => Effect.sync(() => request.destroy())
    ),
    (request) =>
      Effect.async((resume) => {
        request.on("response", (response) => {
          response.on("error", () => undefined)
          resume(Effect.succeed(response))
        })
        request.on("close", () => resume(new NoAnswer()))
        request.end(options.body)
      })
  )

/** Reads an answer to its end, but not more than `MAX_ANSWER_BYTES`, so that the receiver can finish writing it. */
export const drain = (response: http.IncomingMessage): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (response.closed) return resume(Effect.void)
    let read = 0
    response.on("close", () => resume(Effect.void))
    response.on("data", (chunk: Buffer) => {
      read += chunk.length
      if (read >= MAX_ANSWER_BYTES) resume(Effect.void)
    })
  })
