import { Context, type Effect } from "effect"

/** A message to a webhook: it is signed by the sender, with the time of the attempt. */
export interface WebhookMessage {
  readonly url: string
  /** The same in every attempt. */
  readonly id: string
  /** JSON. */
  readonly body: string
  /** The secrets to sign with, the current one first: `whsec_` and 32 bytes in base64. */
  readonly secrets: ReadonlyArray<string>
}

/**
 * Why an attempt failed, in terms that reveal nothing about the network of the server: its `address` is not allowed or its
 * name unknown, the `connection` failed, no answer came in time (`timeout`), or the `status` is not from 200 to 299.
 */
export type WebhookFailure = "address" | "connection" | "timeout" | "status"

/** The result of one attempt. */
export interface WebhookOutcome {
  /** Null if the receiver answered with a status from 200 to 299. */
  readonly failure: WebhookFailure | null
  /** The status of the answer, or null without one. */
  readonly status: number | null
  /** The pause that the receiver asked for by `Retry-After`, in milliseconds from now, or null. */
  readonly retryAfter: number | null
}

/** Sends messages by Standard Webhooks 1.0. */
export class WebhookSender extends Context.Tag("@boardwright/core/WebhookSender")<
  WebhookSender,
  {
    /**
     * Makes one attempt, of at most 15 s. The receiver's addresses are checked in each: private ones are refused unless
     * the operator allowed them. Follows no redirect.
     */
    readonly send: (message: WebhookMessage) => Effect.Effect<WebhookOutcome>
    /**
     * Why nothing will ever be sent to a URL, such as "must begin with https://", or null. Looks at the URL alone and resolves
     * no name: a private host is refused here only if its address is written out, otherwise in each attempt.
     */
    readonly problemOf: (url: string) => string | null
  }
>() {}
