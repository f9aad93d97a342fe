import type { AnswerOf } from "../../../request.js"
import { dateText } from "../../cells/read.js"
import { p } from "../../text/pageTexts.js"

export type Webhook = AnswerOf<"webhooks", "list">["webhooks"][number]
export type Delivery = AnswerOf<"webhooks", "listDeliveries">["deliveries"][number]

/** Whether a webhook works, and why not. */
export const statusText = ({ disabledReason, failingSince, status }: Webhook): string => {
  if (status === "disabled") return p(`webhooks.disabled.${disabledReason ?? "manager"}`)
  if (status === "paused") return p("webhooks.paused")
  return failingSince === null ? p("webhooks.active") : p("webhooks.failing", { at: dateText(failingSince) })
}

/** What became of a test message. */
export const testText = ({ failure, status }: AnswerOf<"webhooks", "test">["result"]): string => {
  if (failure === null) return p("webhooks.tested", { status: String(status) })
  if (failure === "status") return p("webhooks.testAnswered", { status: String(status) })
  return p("webhooks.testFailed", { why: p(`webhooks.failure.${failure}`) })
}

const failureText = ({ lastFailure, lastStatus }: Delivery): string =>
  lastFailure === null || lastFailure === "status"
    ? p("webhooks.answer", { status: String(lastStatus ?? "") })
    : p(`webhooks.failure.${lastFailure}`)

/** What became of a delivery. */
export const resultText = (delivery: Delivery): string => {
  const { attempts, dueAt, lastStatus, status } = delivery
  if (status === "delivered") return p("webhooks.delivered", { status: String(lastStatus ?? "") })
  if (status === "failed") return p("webhooks.failed", { n: attempts, why: failureText(delivery) })
  if (attempts === 0) return p("webhooks.waits")
  return p("webhooks.next", { why: failureText(delivery), at: dateText(dueAt) })
}
