import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Effect, Predicate, Record } from "effect"
import { BoardwrightClientError, type ClientErrorCode, type Issue } from "./BoardwrightClientError.js"
import { type Endpoint, toSegment } from "./endpoints.js"
import { retryAfterOf } from "./retryAfter.js"

export type Input = { readonly [field: string]: unknown }

const toRequest = ({ method, pathFields, queryFields, takesBody, template }: Endpoint, input: Input) => {
  const url = template.replaceAll(/:(\w+)/g, (_, field: string) => toSegment(input[field] ?? ""))
  const isSent = (field: string): boolean => input[field] !== undefined && input[field] !== null
  const query = queryFields.filter(isSent).map((field) => [field, String(input[field])] as const)
  const request = HttpClientRequest.setUrlParams(HttpClientRequest.make(method)(url), query)
  if (!takesBody) return request
  const elsewhere = new Set([...pathFields, ...queryFields])
  return HttpClientRequest.bodyUnsafeJson(
    request,
    Record.filter(input, (_, field) => !elsewhere.has(field))
  )
}

const isIssue = (value: unknown): value is Issue =>
  Predicate.hasProperty(value, "path") &&
  Array.isArray(value.path) &&
  Predicate.hasProperty(value, "message") &&
  typeof value.message === "string"

const textAt = (body: unknown, field: string): string | undefined => {
  const value = Predicate.isRecord(body) ? body[field] : undefined
  return typeof value === "string" ? value : undefined
}

const serverError = (status: number, body: unknown, retryAfter: number | null): BoardwrightClientError => {
  const details = Predicate.hasProperty(body, "details") && Array.isArray(body.details) ? body.details : []
  return new BoardwrightClientError({
    // A newer server may send others.
    code: (textAt(body, "code") ?? "UnexpectedAnswer") as ClientErrorCode,
    status,
    error: textAt(body, "error") ?? `HTTP ${status}`,
    message: textAt(body, "message"),
    details: details.filter(isIssue),
    retryAfter,
    cursor: textAt(body, "cursor") ?? null
  })
}

const unexpected = (status: number) => (cause: unknown) =>
  new BoardwrightClientError({ code: "UnexpectedAnswer", status, error: "Unexpected answer", cause })

const UNSENT = { code: "InvalidRequest", status: null, error: "Invalid request" } as const
const UNANSWERED = { code: "NetworkFailure", status: null, error: "Network failure" } as const

const invalid = (cause: unknown) => new BoardwrightClientError({ ...UNSENT, cause })

export const toFailure = (
  failure: HttpClientError.HttpClientError | BoardwrightClientError
): BoardwrightClientError => {
  if (failure instanceof BoardwrightClientError) return failure
  const reason = failure._tag === "RequestError" && failure.reason !== "Transport" ? UNSENT : UNANSWERED
  return new BoardwrightClientError({ ...reason, message: failure.message, cause: failure.cause ?? failure })
}

/** Fails with the error that a response of another status than success has. */
export const failWith = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const { status } = response
  if (status < 400) return yield* Effect.fail(unexpected(status)(undefined))
  const error = yield* Effect.orElseSucceed(response.json, () => null)
  return yield* Effect.fail(serverError(status, error, yield* retryAfterOf(response)))
})

const read = Effect.fnUntraced(function* (endpoint: Endpoint, response: HttpClientResponse.HttpClientResponse) {
  const { status } = response
  const decode = endpoint.successes.get(status)
  if (decode === undefined) return yield* failWith(response)
  const text = yield* Effect.mapError(response.text, toFailure)
  const body = Effect.try({ try: (): unknown => JSON.parse(text), catch: unexpected(status) })
  return yield* Effect.flatMap(body, (found) => Effect.mapError(decode(found), unexpected(status)))
})

/** Calls an endpoint with the fields of its path, query and body in one object. They are checked by the server only. */
export const callEndpoint = (
  client: HttpClient.HttpClient.With<HttpClientError.HttpClientError | BoardwrightClientError>,
  endpoint: Endpoint,
  input: Input
): Effect.Effect<unknown, BoardwrightClientError> =>
  Effect.try({ try: () => toRequest(endpoint, input), catch: invalid }).pipe(
    Effect.flatMap((request) => Effect.mapError(client.execute(request), toFailure)),
    Effect.flatMap((response) => read(endpoint, response))
  )
