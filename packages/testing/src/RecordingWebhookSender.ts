import { Ports } from "@boardwright/core"
import { Context, Effect, Layer, Ref } from "effect"

const ACCEPTED: Ports.WebhookOutcome = { failure: null, status: 200, retryAfter: null }

/** Private, loopback and link-local addresses as `URL` writes them, all of IPv6 but 2000::/3, and names of the machine itself. */
const PRIVATE =
  /^(?:(?:0|10|127)\.[\d.]+|(?:169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|\[[^23].*|(?:.+\.)?localhost)$/

/** By the rules of the real sender that allows no private host, but for rarer reserved ranges. */
const problemOf = (text: string): string | null => {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return "must be a URL"
  const { hostname, password, protocol, username } = new URL(text)
  if (!/^https?:\/\/[^/]/i.test(text)) return "must begin with https://"
  if (username + password !== "") return "must not contain a user name or password"
  if (protocol === "http:") return "must begin with https://"
  return PRIVATE.test(hostname.replace(/\.$/, "")) ? "must not be a private address" : null
}

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

/** A sender that records its messages. Tests read them by this tag. */
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
