import { Ports } from "@boardwright/core"
import { Cause, Effect, Option } from "effect"
import { STATUSES } from "./codes.js"
import { type CoreError, INTERNAL_SERVER_ERROR, type Refusal, toRefusal, validationFailed } from "./errors.js"
import type { BodyRefused } from "./gate.js"
import { joined, JSON_HEADERS } from "./headers.js"
import type { ServerResponse } from "./message.js"
import type { EndpointRoute } from "./routes.js"

/** A refusal as an answer. */
export const refuse = ({ body, headers, status }: Refusal): ServerResponse => ({
  status,
  headers: joined(JSON_HEADERS, headers ?? {}),
  body: JSON.stringify(body)
})

const bodyRefusal = ({ code, issue }: BodyRefused, invalidMessage: string | null): Refusal =>
  code === "Unexpected" || code === "RequestTimeout"
    ? { status: STATUSES[code], body: { error: issue.message, code, details: [] } }
    : validationFailed([issue], invalidMessage, code)

const toResponse = (route: EndpointRoute, failure: CoreError | BodyRefused): ServerResponse =>
  refuse(
    failure._tag === "BodyRefused"
      ? bodyRefusal(failure, route.invalidMessage)
      : toRefusal(failure, route.invalidMessage)
  )

/** What the caller is not told, or the host has to mend. */
const logFailure = (failure: CoreError | BodyRefused) => {
  if (failure._tag === "BodyRefused") {
    return failure.code === "Unexpected" ? Effect.logError(failure.issue.message) : Effect.void
  }
  if (failure._tag === "StorageUnavailable") return Ports.recordStorageFailure(failure)
  return "cause" in failure ? Effect.logWarning(failure._tag, failure.cause) : Effect.void
}

/** The answer to what nobody expected, which is logged. */
export const failedBy = (cause: Cause.Cause<unknown>): Effect.Effect<ServerResponse> =>
  Effect.as(Effect.logError("unexpected failure", cause), refuse(INTERNAL_SERVER_ERROR))

/** The answer to a failure, which is logged where the caller is not told all. */
export const failureOf = (route: EndpointRoute, cause: Cause.Cause<CoreError | BodyRefused>) =>
  Option.match(Cause.failureOption(cause), {
    onSome: (failure) => Effect.as(logFailure(failure), toResponse(route, failure)),
    onNone: () => failedBy(cause)
  })
