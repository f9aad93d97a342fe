import { type Account, type Ports, Webhook } from "@boardwright/core"
import { RecordingWebhookSender } from "@boardwright/testing"
import { Effect } from "effect"
import { as, stored } from "../support.js"
import { givenTeamTask } from "../task/support.js"

export const URL = "https://example.test/hook"

/** A team with a task, and a webhook of the board that its admin made. */
export const givenWebhook = (input: Partial<Webhook.CreateWebhook> = {}) =>
  Effect.gen(function* () {
    const team = yield* givenTeamTask
    const { secret, webhook } = yield* as(team.admin)(
      Webhook.createWebhook({ boardId: team.boardId, url: URL, ...input })
    )
    return { ...team, webhook, secret, webhookId: webhook.id }
  })

export const sentMessages = Effect.flatMap(RecordingWebhookSender, ({ sent }) => sent)

interface Body {
  readonly type: string
  readonly position: number
  readonly timestamp: string
  readonly truncated?: true
  readonly data: { readonly id: string; readonly fields: { readonly [field: string]: { readonly to: unknown } } }
}

export const bodyOf = ({ body }: Ports.WebhookMessage): Body => JSON.parse(body) as Body

/** What the sent messages tell, in the order in which they were sent. */
export const told = Effect.map(sentMessages, (messages) => messages.map((message) => bodyOf(message).type))

export const answering = (outcome: Partial<Ports.WebhookOutcome> | ((message: Ports.WebhookMessage) => number)) =>
  Effect.flatMap(RecordingWebhookSender, ({ receive }) =>
    receive((message) => {
      if (typeof outcome !== "function") {
        return Effect.succeed({ failure: null, status: 200, retryAfter: null, ...outcome })
      }
      const status = outcome(message)
      return Effect.succeed({ failure: status < 300 ? null : ("status" as const), status, retryAfter: null })
    })
  )

/** Every attempt fails with this status. */
export const failing = (status = 500, retryAfter: number | null = null) =>
  answering({ failure: "status", status, retryAfter })

export const webhookNow = (id: Webhook.WebhookId, userId: Account.UserId) => as(userId)(Webhook.getWebhook(id))

/** The stored deliveries, by position. */
export const deliveries = Effect.map(stored, (state) =>
  [...state.deliveries.values()].map(({ delivery }) => delivery).toSorted((a, b) => a.position - b.position)
)
