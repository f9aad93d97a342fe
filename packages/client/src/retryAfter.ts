import { readRetryAfter } from "@boardwright/core/values"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Clock, Duration, Effect } from "effect"

export interface RetryOptions {
  /** How many times a request is retried after a 429 or 503. Default: 2. */
  readonly retries?: number | undefined
  /** The most seconds that a call waits for retries in all; it fails if the server asks for more. Default: 60. */
  readonly maxWaitSeconds?: number | undefined
}

/** The `Retry-After` of a 429 or 503 in seconds; null for other responses. */
export const retryAfterOf = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<number | null> =>
  response.status === 429 || response.status === 503
    ? Effect.map(Clock.currentTimeMillis, (now) => readRetryAfter(response.headers["retry-after"], now))
    : Effect.succeed(null)

/**
 * Retries a request after a 429 or 503 with `Retry-After`: it has had no effect, whatever its method. A request without a
 * response may have had one and is not retried.
 */
export const retrying =
  ({ maxWaitSeconds = 60, retries = 2 }: RetryOptions) =>
  <E, R>(client: HttpClient.HttpClient.With<E, R>): HttpClient.HttpClient.With<E, R> =>
    HttpClient.transformResponse(client, (send) => {
      const attempt = (left: number, budget: number): typeof send =>
        Effect.flatMap(send, (response) =>
          Effect.flatMap(retryAfterOf(response), (seconds) =>
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
