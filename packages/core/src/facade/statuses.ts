/**
 * The HTTP status for each code of a failed call: the API answers with it, and a host may. `Unexpected` is a bug or a
 * broken adapter.
 */
export const STATUSES = {
  AccountDisabled: 409,
  BoardAmbiguous: 409,
  CaptchaUnavailable: 503,
  Closed: 503,
  EmailNotVerified: 401,
  EmailTaken: 400,
  Forbidden: 403,
  HashingBusy: 503,
  InvalidCredentials: 401,
  InvalidEmailToken: 400,
  InvalidInput: 400,
  NotFound: 404,
  RateLimited: 429,
  StorageNotUsable: 500,
  StorageUnavailable: 503,
  Unauthenticated: 401,
  Unexpected: 500,
  WorkspaceAmbiguous: 409
} as const
