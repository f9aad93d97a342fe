import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import { Chunk, Duration, Effect, Either, Random, Stream } from "effect"
import { createParser } from "eventsource-parser"
import {
  isFinal,
  isStreamed,
  RETRY_MILLIS,
  SILENCE_MILLIS,
  type StreamedChange,
  type StreamInput
} from "../StreamedChange.js"
import { secondsToWait } from "./retrying.js"

const LONGEST_PAUSE_MILLIS = 30_000

const toRequest = ({ boardId, since, types, workspaceId }: StreamInput, cursor: string | undefined) =>
  HttpClientRequest.get("/api/changes/stream").pipe(
    HttpClientRequest.setUrlParams({ since: cursor ?? since, boardId, workspaceId, types: types?.join(",") }),
    HttpClientRequest.setHeader("accept", "text/event-stream")
  )

/**
 * The changes after `since` as they happen. Connects again, with the last cursor, whenever the connection ends or has been
 * silent for a minute, and while the server cannot be reached. Fails if the first request fails, and with `failed` of a response that no other request
 * changes: one of 4xx other than 408 and 429.
 */
export const streamChanges = <E, E2>(
  client: HttpClient.HttpClient.With<E>,
  input: StreamInput,
  failed: (response: HttpClientResponse.HttpClientResponse) => Effect.Effect<never, E2>
): Stream.Stream<StreamedChange, E | E2> =>
  Stream.suspend(() => {
    let cursor: string | undefined
    let retryMillis = RETRY_MILLIS
    let attempts = 0
    let hasConnected = false

    const read = (
      response: HttpClientResponse.HttpClientResponse
    ): Stream.Stream<StreamedChange, HttpClientError.ResponseError> => {
      let found: Array<StreamedChange> = []
      const parser = createParser({
        onRetry: (millis) => {
          retryMillis = millis
        },
        onEvent: ({ data, event, id }) => {
          cursor = id ?? cursor
          if (event === "change") found.push({ ...JSON.parse(data), cursor })
        }
      })
      return response.stream.pipe(
        Stream.timeout(Duration.millis(SILENCE_MILLIS)),
        Stream.decodeText(),
        Stream.mapConcatChunk((text) => {
          found = []
          parser.feed(text)
          return Chunk.unsafeFromArray(found)
        })
      )
    }

    const pause = Effect.gen(function* () {
      const least = Math.min(retryMillis * 2 ** attempts, LONGEST_PAUSE_MILLIS)
      attempts += 1
      yield* Effect.sleep(Duration.millis(least * (1 + (yield* Random.next) / 4)))
    })

    const connection = Effect.gen(function* () {
      if (hasConnected) yield* pause
      const answer = yield* Effect.either(client.execute(toRequest(input, cursor)))
      if (Either.isLeft(answer)) return hasConnected ? Stream.empty : Stream.fail(answer.left)
      const response = answer.right
      const { headers, status } = response
      if (isStreamed(status, headers["content-type"])) {
        attempts = 0
        hasConnected = true
        cursor ??= headers["x-change-cursor"]
        // The connection broke: connect again.
        return Stream.catchAll(read(response), () => Stream.empty)
      }
      if (!hasConnected || isFinal(status)) return yield* failed(response)
      yield* Effect.sleep(Duration.seconds((yield* secondsToWait(response)) ?? 0))
      return Stream.empty
    })
    return Stream.forever(Stream.unwrap(connection))
  })
