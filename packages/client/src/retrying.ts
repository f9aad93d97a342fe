import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Clock, Duration, Effect } from "effect"

/** How often and how long a client waits for a server that refuses with 429 or 503. */
export interface RetryOptions {
  /** How many times a refused request is sent again; 2 unless told otherwise, 0 for never. */
  readonly retries?: number | undefined
  /** The most seconds that one call waits in all, 60 unless told otherwise; who is asked to wait longer is refused. */
  readonly maxWaitSeconds?: number | undefined
}

/** The seconds that a `Retry-After` asks for, as a number or as a date (RFC 9110, 10.2.3); null where there is none. */
const readRetryAfter = (header: string | undefined, nowMillis: number): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - nowMillis) / 1000))
}

/** The seconds after which a refused request may be sent again; null for every other answer. */
export const waitOf = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<number | null> =>
  response.status === 429 || response.status === 503
    ? Effect.map(Clock.currentTimeMillis, (now) => readRetryAfter(response.headers["retry-after"], now))
    : Effect.succeed(null)

/**
 * Sends a request again when the server refuses it with 429 or 503 and says with `Retry-After` when to: such a request
 * did nothing, whatever its method. A request that got no answer may have done something and is not sent again.
 */
export const retrying =
  ({ maxWaitSeconds = 60, retries = 2 }: RetryOptions) =>
  <E, R>(client: HttpClient.HttpClient.With<E, R>): HttpClient.HttpClient.With<E, R> =>
    HttpClient.transformResponse(client, (send) => {
      const attempt = (left: number, budget: number): typeof send =>
        Effect.flatMap(send, (response) =>
          Effect.flatMap(waitOf(response), (seconds) =>
            seconds === null || seconds > budget || left <= 0
              ? Effect.succeed(response)
              : Effect.ignore(response.arrayBuffer).pipe(
                  Effect.zipRight(Effect.sleep(Duration.seconds(seconds))),
                  Effect.zipRight(attempt(left - 1, budget - seconds))
                )
          )
        )
      return attempt(retries, maxWaitSeconds)
    })
