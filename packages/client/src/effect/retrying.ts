import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Clock, Duration, Effect, Either, Predicate } from "effect"
import { MAX_WAIT_SECONDS, pauseAfter, RETRIES, retryAfterOf, type RetryOptions } from "../retryAfter.js"
import { RunningCall } from "./RunningCall.js"

/** The `Retry-After` of a 429 or 503 in seconds; null for other responses. */
export const secondsToWait = ({
  headers,
  status
}: HttpClientResponse.HttpClientResponse): Effect.Effect<number | null> =>
  Effect.map(Clock.currentTimeMillis, (now) => retryAfterOf(status, headers["retry-after"], now))

const isFailedConnection = (error: unknown): boolean =>
  Predicate.isTagged(error, "RequestError") && Predicate.hasProperty(error, "reason") && error.reason === "Transport"

/** What `pauseAfter` takes; null for an error after which a second request would fail too. */
const answerOf = <E>(answer: Either.Either<HttpClientResponse.HttpClientResponse, E>) => {
  if (Either.isRight(answer)) return { status: answer.right.status, retryAfter: answer.right.headers["retry-after"] }
  return isFailedConnection(answer.left) ? { status: null } : null
}

/** Repeats a request as `pauseAfter` says. */
export const retrying =
  ({ maxWaitSeconds = MAX_WAIT_SECONDS, retries = RETRIES }: RetryOptions) =>
  <E, R>(client: HttpClient.HttpClient.With<E, R>): HttpClient.HttpClient.With<E, R> =>
    HttpClient.transformResponse(
      client,
      Effect.fnUntraced(function* (send) {
        const { isRepeatable } = yield* RunningCall
        let budget = maxWaitSeconds
        for (let attempt = 0; ; attempt++) {
          const answer = yield* Effect.either(send)
          const seen = answerOf(answer)
          const now = yield* Clock.currentTimeMillis
          const seconds = seen === null ? null : pauseAfter(seen, isRepeatable, attempt, now)
          if (seconds === null || seconds > budget || attempt >= retries) return yield* answer
          budget -= seconds
          if (Either.isRight(answer)) yield* Effect.ignore(answer.right.arrayBuffer)
          yield* Effect.sleep(Duration.seconds(seconds))
        }
      })
    )
