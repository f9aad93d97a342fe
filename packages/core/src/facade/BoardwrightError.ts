import { Cause, Option, Predicate, type Schema, type Types } from "effect"
import type { Forbidden } from "../access/Forbidden.js"
import type { AccountDisabled } from "../account/AccountError.js"
import type { BoardAmbiguous } from "../board/BoardError.js"
import type { HashingBusy, StorageUnavailable } from "../ports/PortError.js"
import type { RateLimited } from "../rate/RateLimited.js"
import type { InvalidInput, Issue } from "../values/InvalidInput.js"
import type { NotFound } from "../values/NotFound.js"
import type { WorkspaceAmbiguous } from "../workspace/WorkspaceError.js"
import { STATUSES } from "./statuses.js"

/** What went wrong, for a program to decide on. */
export type BoardwrightErrorCode = keyof typeof STATUSES

/** The fields of a tagged error, but for its tag and its cause. */
type FieldsOf<Class extends { readonly fields: Schema.Struct.Fields }> = Types.Simplify<
  Omit<Schema.Struct.Type<Class["fields"]>, "_tag" | "cause">
>

/** The codes that come with fields, and those fields; the other codes have none. */
interface Fields {
  readonly AccountDisabled: FieldsOf<typeof AccountDisabled>
  readonly BoardAmbiguous: FieldsOf<typeof BoardAmbiguous>
  readonly Forbidden: FieldsOf<typeof Forbidden>
  readonly HashingBusy: FieldsOf<typeof HashingBusy>
  readonly InvalidInput: FieldsOf<typeof InvalidInput>
  readonly NotFound: FieldsOf<typeof NotFound>
  readonly RateLimited: FieldsOf<typeof RateLimited>
  readonly StorageUnavailable: FieldsOf<typeof StorageUnavailable>
  readonly WorkspaceAmbiguous: FieldsOf<typeof WorkspaceAmbiguous>
}

/** The `details` of an error by its code. */
export type BoardwrightErrorDetails = {
  readonly [Code in BoardwrightErrorCode]: Code extends keyof Fields ? Fields[Code] : { readonly [none: string]: never }
}

/** The error of one code. */
export interface BoardwrightErrorOf<Code extends BoardwrightErrorCode> extends Error {
  readonly name: "BoardwrightError"
  readonly code: Code
  /** The HTTP status that the API answers such a failure with. */
  readonly status: (typeof STATUSES)[Code]
  /** The failure's own fields: `issues` of `InvalidInput`, `thing` and `id` of `NotFound` ... */
  readonly details: BoardwrightErrorDetails[Code]
}

/** A failed call of the promise facade: a union by `code`. */
export type BoardwrightError = { [Code in BoardwrightErrorCode]: BoardwrightErrorOf<Code> }[BoardwrightErrorCode]

interface BoardwrightErrorConstructor {
  readonly prototype: BoardwrightError
  new <Code extends BoardwrightErrorCode>(
    code: Code,
    details: BoardwrightErrorDetails[Code],
    cause?: unknown
  ): BoardwrightErrorOf<Code>
}

const MESSAGES: { readonly [Code in Exclude<BoardwrightErrorCode, "InvalidInput" | "NotFound">]: string } = {
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
  RateLimited: "Too many requests",
  StorageNotUsable: "Storage cannot be used as it is",
  StorageUnavailable: "Storage is out of reach",
  Unauthenticated: "There is no valid access token",
  Unexpected: "An unexpected failure",
  WorkspaceAmbiguous: "Several workspaces have this name"
}

const inWords = ({ message, path }: Issue): string => `${path.join(".") || "input"} ${message}`

const describe = (code: BoardwrightErrorCode, details: unknown, cause: unknown): string => {
  if (code === "NotFound") {
    const { id, thing } = details as Fields["NotFound"]
    return `${thing} ${JSON.stringify(id)} does not exist`
  }
  if (code === "InvalidInput") return (details as Fields["InvalidInput"]).issues.map(inWords).join("; ")
  const saysMore = (code === "Unexpected" || code === "StorageNotUsable") && cause instanceof Error
  return saysMore && cause.message !== "" ? cause.message : MESSAGES[code]
}

/** The class of every failed call's error; `instanceof` narrows to the union. */
export const BoardwrightError: BoardwrightErrorConstructor = class BoardwrightError<
  Code extends BoardwrightErrorCode
> extends Error {
  override readonly name = "BoardwrightError"
  readonly status: (typeof STATUSES)[Code]

  constructor(
    readonly code: Code,
    readonly details: BoardwrightErrorDetails[Code],
    cause?: unknown
  ) {
    super(`${code}: ${describe(code, details, cause)}`, { cause })
    this.status = STATUSES[code]
  }
} as never

/** One problem of an input, as an error. */
export const invalidInput = (path: ReadonlyArray<string>, message: string): BoardwrightErrorOf<"InvalidInput"> =>
  new BoardwrightError("InvalidInput", { issues: [{ path, message }] }, new TypeError(message))

const isCode = (tag: string): tag is BoardwrightErrorCode => Object.hasOwn(STATUSES, tag)

/** The error for a cause: a known failure by its tag, anything else as `Unexpected` with the cause attached. */
export const toBoardwrightError = (cause: Cause.Cause<unknown>): BoardwrightError => {
  const failure = Option.getOrNull(Cause.failureOption(cause))
  if (Predicate.hasProperty(failure, "_tag") && typeof failure._tag === "string" && isCode(failure._tag)) {
    const { _tag, cause: _cause, message: _message, ...details }: Record<string, unknown> = { ...failure }
    // A failure's fields are the details of its tag: `Fields` is made of the failures' classes.
    return new BoardwrightError(failure._tag, details as never, Cause.originalError(failure)) as BoardwrightError
  }
  // Not the proxy that Effect puts around an error to remember its span: hosts compare theirs.
  return new BoardwrightError("Unexpected", {}, Cause.originalError(Cause.squash(cause)))
}
