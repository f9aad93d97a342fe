import { Cause, Option, Predicate, type Schema, type Types } from "effect"
import type { Forbidden } from "../access/policy.js"
import type { AccountDisabled } from "../account/AccountError.js"
import type { WorkspacesShared } from "../account/WorkspacesShared.js"
import type { BulkConflict } from "../bulk/BulkConflict.js"
import type { MoveConflict } from "../board/MoveConflict.js"
import type { BoardAmbiguous } from "../board/readBoards.js"
import type { ChangeRefused } from "../change/ChangeRefused.js"
import type { CursorExpired } from "../change/ChangeCursor.js"
import type { IdempotencyKeyInUse, IdempotentResultNotStored } from "../idempotency/IdempotencyError.js"
import type { HashingBusy, SecretsKeyMissing, SignInRejected, StorageUnavailable } from "../ports/PortError.js"
import type { RateLimited } from "../rate/RateCounts.js"
import type { BoardInTrash } from "../trash/BoardInTrash.js"
import type { ChangeNotFound } from "../undo/ChangeNotFound.js"
import type { UndoConflict } from "../undo/UndoConflict.js"
import type { InvalidInput, Issue } from "../values/InvalidInput.js"
import type { NotFound } from "../values/NotFound.js"
import type { WorkspaceAmbiguous } from "../workspace/readWorkspaces.js"

/**
 * The HTTP status for each code: the API answers with it, and a host may. `Unexpected` is a bug or a broken adapter.
 */
export const STATUSES = {
  AccountDisabled: 409,
  BoardAmbiguous: 409,
  BoardInTrash: 409,
  BulkConflict: 409,
  CaptchaUnavailable: 503,
  ChangeNotFound: 404,
  ChangeRefused: 409,
  Closed: 503,
  CursorExpired: 410,
  EmailNotVerified: 401,
  EmailTaken: 400,
  Forbidden: 403,
  HashingBusy: 503,
  IdempotencyKeyInUse: 409,
  IdempotencyKeyReused: 422,
  IdempotentResultNotStored: 409,
  IdentityConflict: 409,
  InvalidCredentials: 401,
  InvalidEmailToken: 400,
  InvalidInput: 400,
  MoveConflict: 409,
  NotFound: 404,
  PasswordSignInOff: 403,
  ProviderUnavailable: 503,
  RateLimited: 429,
  SecretsKeyMissing: 503,
  SignInRejected: 401,
  StorageNotUsable: 500,
  StorageUnavailable: 503,
  Unauthenticated: 401,
  UndoConflict: 409,
  Unexpected: 500,
  WorkspaceAmbiguous: 409,
  WorkspacesShared: 409
} as const

/** A stable name of what went wrong. */
export type BoardwrightErrorCode = keyof typeof STATUSES

type FieldsOf<Class extends { readonly fields: Schema.Struct.Fields }> = Types.Simplify<
  Omit<Schema.Struct.Type<Class["fields"]>, "_tag" | "cause">
>

/** The fields of each code that has any. */
interface Fields {
  readonly AccountDisabled: FieldsOf<typeof AccountDisabled>
  readonly BoardAmbiguous: FieldsOf<typeof BoardAmbiguous>
  readonly BoardInTrash: FieldsOf<typeof BoardInTrash>
  readonly BulkConflict: FieldsOf<typeof BulkConflict>
  readonly ChangeNotFound: FieldsOf<typeof ChangeNotFound>
  readonly ChangeRefused: Pick<ChangeRefused, "reason">
  readonly CursorExpired: FieldsOf<typeof CursorExpired>
  readonly Forbidden: FieldsOf<typeof Forbidden>
  readonly HashingBusy: FieldsOf<typeof HashingBusy>
  readonly IdempotencyKeyInUse: FieldsOf<typeof IdempotencyKeyInUse>
  readonly IdempotentResultNotStored: FieldsOf<typeof IdempotentResultNotStored>
  readonly InvalidInput: FieldsOf<typeof InvalidInput>
  readonly WorkspacesShared: FieldsOf<typeof WorkspacesShared>
  readonly MoveConflict: FieldsOf<typeof MoveConflict>
  readonly NotFound: FieldsOf<typeof NotFound>
  readonly RateLimited: FieldsOf<typeof RateLimited>
  readonly SecretsKeyMissing: FieldsOf<typeof SecretsKeyMissing>
  readonly SignInRejected: FieldsOf<typeof SignInRejected>
  readonly StorageUnavailable: FieldsOf<typeof StorageUnavailable>
  readonly UndoConflict: FieldsOf<typeof UndoConflict>
  readonly WorkspaceAmbiguous: FieldsOf<typeof WorkspaceAmbiguous>
}

/** The `details` of an error by its code. */
export type BoardwrightErrorDetails = {
  readonly [Code in BoardwrightErrorCode]: Code extends keyof Fields ? Fields[Code] : { readonly [none: string]: never }
}

export interface BoardwrightErrorOf<Code extends BoardwrightErrorCode> extends Error {
  readonly name: "BoardwrightError"
  readonly code: Code
  readonly status: (typeof STATUSES)[Code]
  /** The fields of the code: `issues` of `InvalidInput`, `thing` and `id` of `NotFound` ... */
  readonly details: BoardwrightErrorDetails[Code]
}

/** The error of a failed call of the promise facade: a union by `code`. */
export type BoardwrightError = { [Code in BoardwrightErrorCode]: BoardwrightErrorOf<Code> }[BoardwrightErrorCode]

interface BoardwrightErrorConstructor {
  readonly prototype: BoardwrightError
  new <Code extends BoardwrightErrorCode>(
    code: Code,
    details: BoardwrightErrorDetails[Code],
    cause?: unknown
  ): BoardwrightErrorOf<Code>
}

const MESSAGES: {
  readonly [
    Code in Exclude<
      BoardwrightErrorCode,
      | "BulkConflict"
      | "ChangeRefused"
      | "Forbidden"
      | "InvalidInput"
      | "MoveConflict"
      | "NotFound"
      | "UndoConflict"
      | "WorkspacesShared"
    >
  ]: string
} = {
  AccountDisabled: "The account is disabled",
  BoardAmbiguous: "Several boards have this name",
  BoardInTrash: "The board is in the trash",
  CaptchaUnavailable: "The CAPTCHA service cannot be asked",
  ChangeNotFound: "The change does not exist",
  Closed: "This Boardwright is closed",
  CursorExpired: "The feed of changes cannot be continued from the cursor",
  EmailNotVerified: "The email address is not verified",
  EmailTaken: "The email address is registered already",
  HashingBusy: "Too many passwords wait to be hashed",
  IdempotencyKeyInUse: "The first call with the idempotency key has not ended",
  IdempotencyKeyReused: "The idempotency key was used for another call",
  IdempotentResultNotStored: "The call was done before, and its result is not stored",
  IdentityConflict: "The account belongs to another person at the identity provider",
  InvalidCredentials: "Address or password is wrong",
  InvalidEmailToken: "The token is unknown, used or expired",
  PasswordSignInOff: "Passwords are switched off",
  ProviderUnavailable: "The identity provider is out of reach",
  RateLimited: "Too many requests",
  SecretsKeyMissing: "No key for secrets is configured",
  SignInRejected: "The sign-in at the identity provider did not succeed",
  StorageNotUsable: "Storage cannot be used as it is",
  StorageUnavailable: "Storage is out of reach",
  Unauthenticated: "There is no valid access token, or no account of this user",
  Unexpected: "An unexpected failure",
  WorkspaceAmbiguous: "Several workspaces have this name"
}

const inWords = ({ message, path }: Issue): string => `${path.join(".") || "input"} ${message}`

const describe = (code: BoardwrightErrorCode, details: unknown, cause: unknown): string => {
  if (code === "NotFound") {
    const { id, thing } = details as Fields["NotFound"]
    return `${thing} ${JSON.stringify(id)} does not exist`
  }
  if (code === "Forbidden") {
    const { action, lacking } = details as Fields["Forbidden"]
    return `The actor may not ${action}${lacking === undefined ? "" : `: it needs ${lacking}`}`
  }
  if (code === "ChangeRefused") return (details as Fields["ChangeRefused"]).reason
  if (code === "WorkspacesShared") {
    return (details as Fields["WorkspacesShared"]).issues.map(({ message }) => message).join("; ")
  }
  if (code === "InvalidInput" || code === "BulkConflict" || code === "MoveConflict" || code === "UndoConflict") {
    return (details as Fields["InvalidInput"]).issues.map(inWords).join("; ")
  }
  const saysMore = code === "Unexpected" || code === "StorageNotUsable" || code === "SecretsKeyMissing"
  // A handler of changes may fail by the error of a call of its own.
  const said = saysMore && cause instanceof Error ? cause.message.replace(/^Unexpected: /, "") : ""
  return said === "" ? MESSAGES[code] : said
}

// Without a name of its own: a bundler would rename it, and stack traces with it.
export const BoardwrightError: BoardwrightErrorConstructor = class<Code extends BoardwrightErrorCode> extends Error {
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

export const invalidInput = (path: ReadonlyArray<string>, message: string): BoardwrightErrorOf<"InvalidInput"> =>
  new BoardwrightError("InvalidInput", { issues: [{ path, message }] }, new TypeError(message))

const isCode = (tag: string): tag is BoardwrightErrorCode => Object.hasOwn(STATUSES, tag)

/** The error for a cause: a known failure by its tag, anything else `Unexpected` with the cause attached. */
export const toBoardwrightError = (cause: Cause.Cause<unknown>): BoardwrightError => {
  const failure = Option.getOrNull(Cause.failureOption(cause))
  if (Predicate.hasProperty(failure, "_tag") && typeof failure._tag === "string" && isCode(failure._tag)) {
    const { _tag, cause: _cause, message: _message, ...details }: Record<string, unknown> = { ...failure }
    // `Fields` is derived from the classes of the failures.
    return new BoardwrightError(failure._tag, details as never, Cause.originalError(failure)) as BoardwrightError
  }
  // `originalError` removes the proxy by which Effect attaches a span to an error, so that hosts can compare errors.
  return new BoardwrightError("Unexpected", {}, Cause.originalError(Cause.squash(cause)))
}
