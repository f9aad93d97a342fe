import { Account, Mail, System, Webhook } from "@boardwright/core"
import { givenAccount, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Cause, Effect, Exit, Option, Tracer } from "effect"
import { story } from "../support.js"
import { answering, givenWebhook } from "../webhook/support.js"

interface Ended {
  readonly name: string
  readonly parent: string | null
  readonly kind: Tracer.SpanKind
  readonly failure: string | null
  readonly attributes: Readonly<Record<string, unknown>>
}

/** The spans of some work, in the order in which they end. The work itself is in a span that nothing may be a child of. */
const spansOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const ended: Array<Ended> = []
    const tracer = Tracer.make({
      span: (name, parent, context, links, startTime, kind, options) => {
        const attributes = new Map(Object.entries(options?.attributes ?? {}))
        let status: Tracer.SpanStatus = { _tag: "Started", startTime }
        return {
          ...{ _tag: "Span", name, parent, context, links, kind, attributes, sampled: true },
          ...{ spanId: name, traceId: "trace" },
          get status() {
            return status
          },
          end: (endTime, exit) => {
            status = { _tag: "Ended", startTime, endTime, exit }
            const failure = Exit.match(exit, { onSuccess: () => null, onFailure: (cause) => Cause.pretty(cause) })
            const above = Option.getOrNull(Option.map(parent, ({ spanId }) => spanId))
            const [first = null] = failure === null ? [] : failure.split(":")
            ended.push({ name, parent: above, kind, failure: first, attributes: Object.fromEntries(attributes) })
          },
          attribute: (key, value) => void attributes.set(key, value),
          event: () => undefined,
          addLinks: () => undefined
        }
      },
      context: (work) => work()
    })
    yield* Effect.withTracer(Effect.withSpan(work, "around"), tracer)
    return ended.filter(({ name }) => name !== "around")
  })

const trace = (name: string, sender: string, failure: string | null, attributes: Ended["attributes"]): Array<Ended> => [
  { name: sender, parent: name, kind: "client", failure, attributes: {} },
  { name, parent: null, kind: "internal", failure: null, attributes }
]

describe("work that no request waits for has traces of its own:", () => {
  story("each attempt to send a mail", function* () {
    const email = "ada@example.com"
    yield* givenAccount({ email, verifiedAt: null })
    yield* Account.resendVerification({ email })
    yield* (yield* RecordingMailer).failNext(1)
    const attributes = { "boardwright.mail.purpose": "verification", "boardwright.attempt": 1 }
    const spans = yield* spansOf(Mail.deliverMail())
    assert.deepStrictEqual(spans, trace("mails.send", "Mailer.send", "MailUnavailable", attributes))
    assert.deepStrictEqual(yield* spansOf(Mail.deliverMail()), [])
  })

  story("each attempt to deliver to a webhook", function* () {
    yield* givenWebhook()
    yield* answering({ failure: "status", status: 500 })
    const attributes = { "boardwright.change.type": "webhook.created", "boardwright.attempt": 1 }
    const spans = yield* spansOf(Webhook.deliverWebhooks)
    assert.deepStrictEqual(spans, trace("webhooks.deliver", "WebhookSender.send", "status", attributes))
    assert.deepStrictEqual(yield* spansOf(Webhook.deliverWebhooks), [])
  })

  story("each part of the cleanup, the purge of the trash among them", function* () {
    const cleanup = Effect.zipRight(System.startCleanup, Effect.yieldNow())
    const spans = yield* spansOf(cleanup)
    const names = [
      "tokens",
      "sessions",
      "idempotency",
      "clients",
      "securityEvents",
      "changes",
      "deliveries",
      "trash",
      "columns"
    ]
    assert.deepStrictEqual(
      spans.map(({ name, parent }) => [name, parent]),
      names.map((name) => [`cleanup.${name}`, null])
    )
  })
})
