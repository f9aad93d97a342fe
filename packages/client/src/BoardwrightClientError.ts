import type { Values } from "@boardwright/core"
import type { ErrorCode } from "@boardwright/http/contract"

/** One problem of the input: where it is (field names and list indexes as strings) and the rule it breaks. */
export type Issue = Values.Issue

/**
 * Why a call failed, for a program to decide on: a code of the server, or one of the client's own. A newer server may
 * send codes that are not listed here: decide on those by `status`.
 */
export type ClientErrorCode = ErrorCode | "InvalidRequest" | "NetworkFailure" | "TokenUnavailable" | "UnexpectedAnswer"

/** What a failed call of the promise face says. */
export interface Failure {
  readonly code: ClientErrorCode
  readonly status: number | null
  readonly error: string
  readonly details?: ReadonlyArray<Issue>
  readonly message?: string | undefined
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

const describe = ({ details = [], error }: Failure): string => {
  const issues = details.map(({ message, path }) => `${path.join(".") || "input"} ${message}`)
  return issues.length === 0 ? error : `${error}: ${issues.join("; ")}`
}

/** A failed call of the promise face: a refusal of the server, or no answer that could be used. */
export class BoardwrightClientError extends Error {
  override readonly name = "BoardwrightClientError"
  /** What went wrong. A refusal without a code, such as a proxy's page, is an `UnexpectedAnswer`. */
  readonly code: ClientErrorCode
  /** The answer's HTTP status; null where there was no answer, as when the network failed. */
  readonly status: number | null
  /**
   * The server's words for people, such as "Validation failed" or "Task not found". The client's own are "Network
   * failure", "Unexpected answer", "No token" and "Invalid request", with the reason as `cause`.
   */
  readonly error: string
  /** Each problem of an input that is not valid; else empty. */
  readonly details: ReadonlyArray<Issue>
  /** The seconds after which the server asks to try again, where it refused with 429 or 503 and says so; else null. */
  readonly retryAfter: number | null

  constructor(failure: Failure) {
    super(failure.message ?? describe(failure), { cause: failure.cause })
    this.code = failure.code
    this.status = failure.status
    this.error = failure.error
    this.details = failure.details ?? []
    this.retryAfter = failure.retryAfter ?? null
  }
}
