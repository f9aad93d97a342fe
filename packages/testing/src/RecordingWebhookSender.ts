import { Ports } from "@boardwright/core"
import { Context, Effect, Layer, Ref } from "effect"

const ACCEPTED: Ports.WebhookOutcome = { failure: null, status: 200, retryAfter: null }

const problemOf = (url: string): string | null =>
  /^(?:https:|http:\/\/localhost[:/])/.test(url) ? null : "must begin with https://"

const make = Effect.gen(function* () {
  const messages = yield* Ref.make<ReadonlyArray<Ports.WebhookMessage>>([])
  const answer = yield* Ref.make<Receiver>(() => Effect.succeed(ACCEPTED))
  const send = (message: Ports.WebhookMessage) =>
    Effect.zipRight(
      Ref.update(messages, (sent) => [...sent, message]),
      Effect.flatMap(Ref.get(answer), (receive) => receive(message))
    )
  return Context.make(Ports.WebhookSender, { send, problemOf }).pipe(
    Context.add(RecordingWebhookSender, { sent: Ref.get(messages), receive: (receiver) => Ref.set(answer, receiver) })
  )
})

/** Answers messages. */
export type Receiver = (message: Ports.WebhookMessage) => Effect.Effect<Ports.WebhookOutcome>

/** A sender that records its messages; `http:` is allowed for the host `localhost`. Tests read the messages by this tag. */
export class RecordingWebhookSender extends Context.Tag("@boardwright/testing/RecordingWebhookSender")<
  RecordingWebhookSender,
  {
    /** The messages so far, oldest first; each attempt is one. */
    readonly sent: Effect.Effect<ReadonlyArray<Ports.WebhookMessage>>
    /** Sets what answers from now on; at first everything is accepted. */
    readonly receive: (receiver: Receiver) => Effect.Effect<void>
  }
>() {
  static readonly layer: Layer.Layer<RecordingWebhookSender | Ports.WebhookSender> = Layer.effectContext(
    Effect.suspend(() => make)
  )
}
