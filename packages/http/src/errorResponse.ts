import {
  type Access,
  type Account,
  type Board,
  type Bulk,
  Change,
  type Idempotency,
  Ports,
  type Rate,
  type Trash,
  type Undo,
  type Values
} from "@boardwright/core"
import { Cause, Duration, Effect, Option } from "effect"
import type { BodyError } from "./body/BodyError.js"
import type { TooManyStreams } from "./change/OpenStreams.js"
import { type ErrorCode, STATUSES } from "./ErrorCode.js"
import { type Headers, joined, JSON_HEADERS, rateLimitHeaders, SECURITY_HEADERS } from "./headers.js"
import type { ServerResponse } from "./ServerRequest.js"

/** The failures of use cases that have a response of their own; a handler with another one does not compile. */
export type CoreError =
  | Access.Forbidden
  | Account.WorkspacesShared
  | Account.EmailNotVerified
  | Account.EmailTaken
  | Account.IdentityConflict
  | Account.InvalidCredentials
  | Account.InvalidEmailToken
  | Account.PasswordSignInOff
  | Account.Unauthenticated
  | Board.MoveConflict
  | Bulk.BulkConflict
  | Change.ChangeRefused
  | Change.CursorExpired
  | Idempotency.IdempotencyError
  | Ports.CaptchaUnavailable
  | Ports.HashingBusy
  | Ports.ProviderUnavailable
  | Ports.SecretsKeyMissing
  | Ports.SignInRejected
  | Ports.StorageUnavailable
  | Rate.RateLimited
  | TooManyStreams
  | Trash.BoardInTrash
  | Undo.ChangeNotFound
  | Undo.UndoConflict
  | Values.InvalidInput
  | Values.NotFound

interface ErrorOptions {
  readonly message?: string | undefined
  readonly details?: ReadonlyArray<Values.Issue & { readonly current?: unknown; readonly taskId?: string | undefined }>
  readonly headers?: Headers
  /** Where to continue the feed of changes. */
  readonly cursor?: Change.ChangeCursor
}

/** The response to an error, with the status of its code. */
export const errorResponse = (
  code: ErrorCode,
  error: string,
  { cursor, details = [], headers = {}, message }: ErrorOptions = {}
): ServerResponse & { readonly body: string } => ({
  status: STATUSES[code],
  headers: joined(JSON_HEADERS, headers),
  body: JSON.stringify({ error, code, message, cursor, details })
})

export const withHeaders = (response: ServerResponse, headers: Headers): ServerResponse => ({
  ...response,
  headers: joined(response.headers, headers)
})

/** Names the authentication scheme, as RFC 9110 (11.6.1) requires of a 401. */
export const UNAUTHORIZED = errorResponse("Unauthenticated", "Unauthorized", {
  headers: { "www-authenticate": "Bearer" }
})

/** Lacks its `Retry-After`. */
export const TOO_MANY_REQUESTS = errorResponse("RateLimited", "Too many requests", {
  message: "Rate limit exceeded. Please try again later."
})

/** An unexpected failure. Its cause is only in the log. */
export const INTERNAL_SERVER_ERROR = errorResponse("Unexpected", "Internal server error", { headers: SECURITY_HEADERS })

const unavailable = (code: ErrorCode, seconds: number) =>
  errorResponse(code, "Service unavailable", { headers: { "retry-after": String(Math.max(1, Math.ceil(seconds))) } })

const toResponse = (failure: CoreError | BodyError, message: string | undefined): ServerResponse => {
  switch (failure._tag) {
    case "BodyError": {
      const { code, issue } = failure
      return code === "Unexpected" || code === "RequestTimeout"
        ? errorResponse(code, issue.message)
        : errorResponse(code, "Validation failed", { message, details: [issue] })
    }
    case "InvalidInput":
      return errorResponse(failure._tag, "Validation failed", { message, details: failure.issues })
    case "EmailTaken":
      return errorResponse(failure._tag, "Email already registered")
    case "InvalidEmailToken":
      return errorResponse(failure._tag, "Invalid or expired token")
    case "IdentityConflict":
      return errorResponse(failure._tag, "Account of another person")
    case "SignInRejected":
      return errorResponse(failure._tag, "Sign-in rejected")
    case "PasswordSignInOff":
      return errorResponse(failure._tag, "Passwords are switched off")
    case "InvalidCredentials":
      return errorResponse(failure._tag, "Invalid credentials")
    case "EmailNotVerified":
      return errorResponse(failure._tag, "Email not verified")
    case "Unauthenticated":
      return UNAUTHORIZED
    case "Forbidden":
      return errorResponse(failure._tag, "Forbidden", {
        message: failure.lacking === undefined ? undefined : `This needs ${failure.lacking}.`
      })
    case "NotFound":
      return errorResponse(failure._tag, `${failure.thing} not found`, { details: failure.issues ?? [] })
    case "ChangeNotFound":
      return errorResponse(failure._tag, "Change not found")
    case "BoardInTrash":
      return errorResponse(failure._tag, "Board is in the trash")
    case "BulkConflict":
      return errorResponse(failure._tag, "Tasks have changed", { details: failure.issues })
    case "ChangeRefused":
      return errorResponse(failure._tag, "Change refused", { message: failure.reason })
    case "MoveConflict":
      return errorResponse(failure._tag, "Cannot be moved there", { details: failure.issues })
    case "UndoConflict":
      return errorResponse(failure._tag, "Cannot be undone now", { details: failure.issues })
    case "IdempotencyKeyInUse":
      return errorResponse(failure._tag, "Idempotency key in use", {
        message: "The first request with this Idempotency-Key has not ended.",
        headers: { "retry-after": String(failure.retryAfterSeconds) }
      })
    case "IdempotencyKeyReused":
      return errorResponse(failure._tag, "Idempotency key reused", {
        message: "This Idempotency-Key was sent with another path, query or body."
      })
    case "IdempotentResultNotStored":
      return errorResponse(failure._tag, "Already done", {
        message: "The first request with this Idempotency-Key succeeded. Its body is not stored.",
        details: [{ path: ["id"], message: failure.id }]
      })
    case "WorkspacesShared":
      return errorResponse(failure._tag, "Workspaces have other members", { details: failure.issues })
    case "CursorExpired":
      return errorResponse(failure._tag, "Cursor expired", { cursor: failure.cursor })
    case "RateLimited": {
      const { limit, remaining = 0, resetsAt, retryAfterSeconds } = failure
      const headers = { ...rateLimitHeaders(limit, remaining, resetsAt), "retry-after": String(retryAfterSeconds) }
      return withHeaders(TOO_MANY_REQUESTS, headers)
    }
    case "TooManyStreams":
      return errorResponse("RateLimited", "Too many streams", {
        message: `A user may have ${failure.limit} streams open at once.`,
        headers: { "retry-after": String(Duration.toSeconds(Change.LONGEST_WAIT)) }
      })
    case "HashingBusy":
      return unavailable(failure._tag, failure.retryAfterSeconds)
    case "StorageUnavailable":
      return unavailable(failure._tag, 2)
    case "CaptchaUnavailable":
    case "ProviderUnavailable":
      return unavailable(failure._tag, 5)
    case "SecretsKeyMissing":
      return errorResponse(failure._tag, failure.message)
  }
}

/** Logs what the response does not say, or the host has to fix. */
const logFailure = (failure: CoreError | BodyError) => {
  if (failure._tag === "BodyError") {
    return failure.code === "Unexpected" ? Effect.logError(failure.issue.message) : Effect.void
  }
  if (failure._tag === "StorageUnavailable") return Ports.recordStorageFailure(failure)
  return "cause" in failure ? Effect.logWarning(failure._tag, failure.cause) : Effect.void
}

/** The response to an unexpected failure, which is logged. */
export const defectResponse = (cause: Cause.Cause<unknown>): Effect.Effect<ServerResponse> =>
  Effect.as(Effect.logError("unexpected failure", cause), INTERNAL_SERVER_ERROR)

/** The response to a failure. `invalidMessage` goes with "Validation failed". */
export const failureResponse = (cause: Cause.Cause<CoreError | BodyError>, invalidMessage: string | undefined) =>
  Option.match(Cause.failureOption(cause), {
    onSome: (failure) => Effect.as(logFailure(failure), toResponse(failure, invalidMessage)),
    onNone: () => defectResponse(cause)
  })
