import { Cause, Option, Predicate } from "effect"

/** What went wrong, for a program to decide on. `Unexpected` is a bug or a broken adapter. */
export type BoardwrightErrorCode =
  | "AccountDisabled"
  | "BoardAmbiguous"
  | "CaptchaUnavailable"
  | "Closed"
  | "EmailNotVerified"
  | "EmailTaken"
  | "Forbidden"
  | "HashingBusy"
  | "InvalidCredentials"
  | "InvalidEmailToken"
  | "InvalidInput"
  | "NotFound"
  | "StorageNotUsable"
  | "StorageUnavailable"
  | "Unauthenticated"
  | "Unexpected"
  | "WorkspaceAmbiguous"

const MESSAGES: Record<BoardwrightErrorCode, string> = {
  AccountDisabled: "The account is disabled",
  BoardAmbiguous: "Several boards have this name",
  CaptchaUnavailable: "The CAPTCHA service cannot be asked",
  Closed: "This Boardwright is closed",
  EmailNotVerified: "The email address is not verified",
  EmailTaken: "The email address is registered already",
  Forbidden: "The actor may not do this",
  HashingBusy: "Too many passwords wait to be hashed",
  InvalidCredentials: "Address or password is wrong",
  InvalidEmailToken: "The token is unknown, used or expired",
  InvalidInput: "The input is not valid",
  NotFound: "It does not exist",
  StorageNotUsable: "Storage cannot be used as it is",
  StorageUnavailable: "Storage is out of reach",
  Unauthenticated: "There is no valid access token",
  Unexpected: "An unexpected failure",
  WorkspaceAmbiguous: "Several workspaces have this name"
}

/** A failed call of the promise facade. */
export class BoardwrightError extends Error {
  override readonly name = "BoardwrightError"

  constructor(
    readonly code: BoardwrightErrorCode,
    /** The failure's own fields: `issues` of `InvalidInput`, `thing` and `id` of `NotFound` ... */
    readonly details: { readonly [field: string]: unknown },
    cause: unknown
  ) {
    super(`${code}: ${describe(code, details, cause)}`, { cause })
  }
}

interface IssueLike {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

const describe = (
  code: BoardwrightErrorCode,
  details: { readonly [field: string]: unknown },
  cause: unknown
): string => {
  if (code === "NotFound") return `${String(details["thing"])} ${JSON.stringify(details["id"])} does not exist`
  const tellsMore = (code === "Unexpected" || code === "StorageNotUsable") && cause instanceof Error
  if (tellsMore && cause.message !== "") return cause.message
  if (code !== "InvalidInput") return MESSAGES[code]
  const issues = details["issues"] as ReadonlyArray<IssueLike>
  return issues.map(({ message, path }) => `${path.join(".") || "input"} ${message}`).join("; ")
}

const isCode = (tag: string): tag is BoardwrightErrorCode => Object.hasOwn(MESSAGES, tag)

/** The error for a cause: a known failure by its tag, anything else as `Unexpected` with the cause attached. */
export const toBoardwrightError = (cause: Cause.Cause<unknown>): BoardwrightError => {
  const failure = Option.getOrNull(Cause.failureOption(cause))
  if (Predicate.hasProperty(failure, "_tag") && typeof failure._tag === "string" && isCode(failure._tag)) {
    const { _tag, ...details } = { ...failure }
    return new BoardwrightError(failure._tag, details, Cause.originalError(failure))
  }
  // Not the proxy that Effect puts around an error to remember its span: hosts compare theirs.
  return new BoardwrightError("Unexpected", {}, Cause.originalError(Cause.squash(cause)))
}
