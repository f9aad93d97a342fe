import type { Values } from "@boardwright/core"

/** A body that cannot be used, whatever the endpoint. */
export class BodyError {
  readonly _tag = "BodyError"
  constructor(
    readonly code: "InvalidInput" | "PayloadTooLarge" | "RequestTimeout" | "Unexpected",
    readonly issue: Values.Issue
  ) {}
}

export const invalidBody = (message: string, path: ReadonlyArray<string> = []): BodyError =>
  new BodyError("InvalidInput", { path, message })

export const NOT_JSON = invalidBody("the body must be JSON")
export const NO_JSON_TYPE = invalidBody("the content type must be application/json")
export const INCOMPLETE_BODY = invalidBody("the body did not arrive whole")

/** The host's mistake: something before Boardwright has read the body. `advice` says what to do instead. */
export const bodyAlreadyRead = (advice: string): BodyError =>
  new BodyError("Unexpected", { path: [], message: `the body was read before Boardwright got it: ${advice}` })

export const bodyTooLarge = (limit: number): BodyError =>
  new BodyError("PayloadTooLarge", { path: [], message: `the body must have at most ${limit} bytes` })

/** The time a body may take to arrive, in milliseconds. */
export const BODY_MILLIS = 30_000

export const BODY_TIMEOUT = new BodyError("RequestTimeout", { path: [], message: "Request timeout" })
