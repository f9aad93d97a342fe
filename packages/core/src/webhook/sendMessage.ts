import { Effect } from "effect"
import { type WebhookMessage, WebhookSender } from "../ports/WebhookSender.js"
import { inSpan } from "../trace/index.js"

/** Sends a message once. Its span has failed as the attempt has, by the name of the outcome's `failure`. */
export const sendMessage = Effect.fnUntraced(function* (message: WebhookMessage) {
  const sender = yield* WebhookSender
  const sent = Effect.flatMap(sender.send(message), (outcome) =>
    outcome.failure === null ? Effect.succeed(outcome) : Effect.fail({ _tag: outcome.failure, outcome })
  )
  const found = inSpan("WebhookSender.send", sent, { kind: "client" })
  return yield* Effect.catchAll(found, ({ outcome }) => Effect.succeed(outcome))
})
