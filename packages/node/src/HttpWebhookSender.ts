import { Ports, Values } from "@boardwright/core"
import { Clock, Duration, Effect, Layer, Ref } from "effect"
import * as AllowedHosts from "./AllowedHosts.js"
import { drain, postMessage } from "./postMessage.js"
import { resolveHost } from "./resolveHost.js"
import { signMessage } from "./signMessage.js"
import { addressesOf, readTarget, type Resolve } from "./WebhookTarget.js"

export interface Options {
  /** Hosts that may be private and may be reached by `http:`, each as `AllowedHosts.parse` reads it. */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
  /** Resolves names in place of DNS. */
  readonly resolve?: Resolve | undefined
  /** Certificates to trust in place of the system's, in PEM. */
  readonly ca?: string | undefined
}

/** How long an attempt may take. */
export const TIMEOUT = Duration.seconds(15)

const failed = (failure: Ports.WebhookFailure): Ports.WebhookOutcome => ({ failure, status: null, retryAfter: null })

const outcomeOf = (status: number, retryAfter: string | undefined, now: number): Ports.WebhookOutcome => {
  const seconds = Values.readRetryAfter(retryAfter, now)
  return {
    failure: status >= 200 && status < 300 ? null : "status",
    status,
    retryAfter: seconds === null ? null : seconds * 1000
  }
}

const make = Effect.fnUntraced(function* ({ allowedHosts = [], ca, resolve = resolveHost() }: Options) {
  const allowed = yield* Effect.forEach(allowedHosts, (text) => {
    const parsed = AllowedHosts.parse(text)
    return parsed === null
      ? Effect.dieMessage(`HttpWebhookSender: ${text} is not a host, an address or a range`)
      : Effect.succeed(parsed)
  })

  const attempt = Effect.fnUntraced(function* (
    { body, id, secrets, url }: Ports.WebhookMessage,
    outcome: Ref.Ref<Ports.WebhookOutcome>
  ) {
    const target = readTarget(url, allowed)
    if (typeof target === "string") return yield* Ref.set(outcome, failed("address"))
    const addresses = yield* Effect.promise((signal) => addressesOf(target, allowed, resolve, signal))
    if (addresses.length === 0) return yield* Ref.set(outcome, failed("address"))

    const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const headers = {
      "content-type": "application/json",
      "user-agent": "Boardwright",
      ...signMessage({ id, timestamp, body }, secrets)
    }
    const response = yield* postMessage(target, addresses, { headers, body, ca })
    const now = yield* Clock.currentTimeMillis
    yield* Ref.set(outcome, outcomeOf(response.statusCode ?? 0, response.headers["retry-after"], now))
    return yield* drain(response)
  })

  return Ports.WebhookSender.of({
    problemOf: (url) => {
      const target = readTarget(url, allowed)
      return typeof target === "string" ? target : null
    },
    // The status is the result as soon as it came, however the answer's body ends.
    send: (message) =>
      Effect.flatMap(Ref.make(failed("timeout")), (outcome) =>
        attempt(message, outcome).pipe(
          Effect.catchTag("NoAnswer", () => Ref.set(outcome, failed("connection"))),
          Effect.scoped,
          Effect.timeoutOption(TIMEOUT),
          Effect.zipRight(Ref.get(outcome))
        )
      )
  })
})

/**
 * Sends webhook messages by HTTP. In each attempt the name is resolved once, all its addresses are checked, and only these are
 * connected to; a redirect is a failure. Certificates are verified, the system's proxies are not used. At most 4 kB of an
 * answer and 16 KiB of its headers are read, in 15 s for everything. An allowed host that is not one is a defect.
 */
export const layer = (options: Options = {}): Layer.Layer<Ports.WebhookSender> =>
  Layer.effect(Ports.WebhookSender, make(options))
