import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Clock, Duration, Effect } from "effect"
import { MAX_WAIT_SECONDS, RETRIES, retryAfterOf, type RetryOptions } from "../retryAfter.js"

/** The `Retry-After` of a 429 or 503 in seconds; null for other responses. */
export const secondsToWait = ({
  headers,
  status
}: HttpClientResponse.HttpClientResponse): Effect.Effect<number | null> =>
  Effect.map(Clock.currentTimeMillis, (now) => retryAfterOf(status, headers["retry-after"], now))

/**
 * Retries a request after a 429 or 503 with `Retry-After`: it has had no effect, whatever its method. A request without a
 * response may have had one and is not retried.
 */
export const retrying =
  ({ maxWaitSeconds = MAX_WAIT_SECONDS, retries = RETRIES }: RetryOptions) =>
  <E, R>(client: HttpClient.HttpClient.With<E, R>): HttpClient.HttpClient.With<E, R> =>
    HttpClient.transformResponse(client, (send) => {
      const attempt = (left: number, budget: number): typeof send =>
        Effect.flatMap(send, (response) =>
          Effect.flatMap(secondsToWait(response), (seconds) =>
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
