import { Schema } from "effect"
import { TimestampText, Whole } from "../apiParts.js"
import { ChangeType } from "../change/ChangeSchemas.js"
import { aDelivery, aWebhook } from "../examples.js"

const Instant = Schema.NullOr(TimestampText)

export const Webhook = Schema.Struct({
  id: Schema.String,
  workspaceId: Schema.String,
  boardId: Schema.NullOr(Schema.String).annotations({ description: "Null for a webhook of the whole workspace" }),
  url: Schema.String,
  types: Schema.Array(ChangeType).annotations({ description: "Empty for all types" }),
  creatorId: Schema.String.annotations({
    description: "The user who created it or changed its URL last, whose rights decide what is delivered"
  }),
  status: Schema.Literal("active", "paused", "disabled").annotations({
    description: "paused: the creator may no longer manage the board or workspace; continues when that changes"
  }),
  disabledReason: Schema.NullOr(Schema.Literal("manager", "gone", "failing")).annotations({
    description: "Disabled by a manager, by an answer 410, or after 5 days in which every attempt failed"
  }),
  failingSince: Instant.annotations({
    description: "When the attempts began to fail, or the server could not decrypt the secret; null while they succeed"
  }),
  createdAt: TimestampText,
  updatedAt: TimestampText
}).annotations({ identifier: "Webhook", examples: [aWebhook] })

const Failure = Schema.NullOr(Schema.Literal("address", "connection", "timeout", "status")).annotations({
  description: "Null for an answer from 200 to 299"
})

export const TestResult = Schema.Struct({
  messageId: Schema.String,
  status: Schema.NullOr(Whole).annotations({ description: "The status of the answer, or null without one" }),
  failure: Failure
}).annotations({
  identifier: "WebhookTestResult",
  examples: [{ messageId: "test-1", status: 204, failure: null }]
})

export const DeliveryStatus = Schema.Literal("pending", "delivered", "failed")

export const Delivery = Schema.Struct({
  id: Schema.String.annotations({ description: "The position as text" }),
  messageId: Schema.String.annotations({ description: "The header webhook-id; the same in every attempt" }),
  webhookId: Schema.String,
  position: Whole.annotations({ description: "The position of the change in the feed" }),
  changeId: Schema.String,
  type: ChangeType,
  status: DeliveryStatus,
  attempts: Whole,
  dueAt: TimestampText.annotations({ description: "Earliest time of the next attempt, while pending" }),
  createdAt: TimestampText,
  endedAt: Instant.annotations({ description: "When it was delivered or given up" }),
  lastStatus: Schema.NullOr(Whole).annotations({ description: "The status of the last answer, or null without one" }),
  lastFailure: Schema.NullOr(Schema.Literal("address", "connection", "timeout", "status", "unreadable")).annotations({
    description: "Why the last attempt failed. unreadable: the creator may no longer read the change"
  })
}).annotations({ identifier: "WebhookDelivery", examples: [aDelivery] })
