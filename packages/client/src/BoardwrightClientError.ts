import type { Values } from "@boardwright/core"
import type { ErrorCode } from "@boardwright/http/contract"

/** One problem of the input: where it is (field names and list indexes as strings) and the rule it breaks. */
export interface Issue extends Values.Issue {
  /** With the code `BulkConflict`: what the field has now, where `expect` had another value. */
  readonly current?: unknown
  /** With the code `UndoConflict`, of a batch: the task that is in the way. */
  readonly taskId?: string
}

/**
 * Names why a call failed: a code of the server, or one of the client's own. A newer server may send other codes; match
 * those by `status`.
 */
export type ClientErrorCode = ErrorCode | "InvalidRequest" | "NetworkFailure" | "TokenUnavailable" | "UnexpectedAnswer"

export interface Failure {
  readonly code: ClientErrorCode
  readonly status: number | null
  readonly error: string
  readonly details?: ReadonlyArray<Issue>
  readonly message?: string | undefined
  readonly retryAfter?: number | null
  readonly cursor?: string | null
  readonly cause?: unknown
}

const describe = ({ details = [], error }: Failure): string => {
  const issues = details.map(({ message, path }) => `${path.join(".") || "input"} ${message}`)
  return issues.length === 0 ? error : `${error}: ${issues.join("; ")}`
}

/** A failed call: an error of the server, or no usable response. */
export class BoardwrightClientError extends Error {
  override readonly name = "BoardwrightClientError"
  /** An error without a code, such as a proxy's page, is an `UnexpectedAnswer`. */
  readonly code: ClientErrorCode
  /** The response's HTTP status; null without a response. */
  readonly status: number | null
  /**
   * The server's message, such as "Validation failed" or "Task not found". The client's own are "Network failure",
   * "Unexpected answer", "No token" and "Invalid request", with the reason as `cause` or in `details`.
   */
  readonly error: string
  /** The problems of an invalid input or request; otherwise empty. */
  readonly details: ReadonlyArray<Issue>
  /** The `Retry-After` of a 429 or 503, in seconds; otherwise null. */
  readonly retryAfter: number | null
  /** With the code `CursorExpired`: where to continue once everything is loaded again; otherwise null. */
  readonly cursor: string | null

  constructor(failure: Failure) {
    super(failure.message ?? describe(failure), { cause: failure.cause })
    this.code = failure.code
    this.status = failure.status
    this.error = failure.error
    this.details = failure.details ?? []
    this.retryAfter = failure.retryAfter ?? null
    this.cursor = failure.cursor ?? null
  }
}
