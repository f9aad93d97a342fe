import { busily, hiddenText, make } from "./dom.js"
import type { AnswerOf } from "./request.js"

type Delivery = AnswerOf<"webhooks", "listDeliveries">["deliveries"][number]

const FAILURES: Readonly<Record<string, string>> = {
  address: "the address is unknown or not allowed",
  connection: "no connection",
  timeout: "no answer in time",
  unreadable: "the webhook's creator may no longer read it"
}

const timeOf = (at: string): HTMLElement =>
  make("time", { datetime: at }, new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" }))

const failureOf = ({ lastFailure, lastStatus }: Delivery): string =>
  lastFailure === null || lastFailure === "status"
    ? `answer ${lastStatus ?? ""}`
    : (FAILURES[lastFailure] ?? lastFailure)

const resultOf = (delivery: Delivery): ReadonlyArray<Node | string> => {
  const { attempts, dueAt, lastStatus, status } = delivery
  if (status === "delivered") return [`Delivered (${lastStatus ?? ""})`]
  if (status === "failed") return [`Failed after ${attempts}: ${failureOf(delivery)}`]
  return attempts === 0 ? ["Waits"] : [`${failureOf(delivery)}; next attempt `, timeOf(dueAt)]
}

/** A row of the table of deliveries; `redeliver` attempts it again. */
export const deliveryRow = (delivery: Delivery, redeliver: () => Promise<unknown>): HTMLElement => {
  const { createdAt, position, type } = delivery
  const again = make("button", { type: "button", class: "quiet small" }, "Again", hiddenText(`: ${type} ${position}`))
  again.addEventListener("click", () => busily(again, redeliver))
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, type, " ", make("span", { class: "hint" }, String(position))),
    make("td", { "data-label": "When" }, timeOf(createdAt)),
    make("td", { "data-label": "Result" }, make("span", {}, ...resultOf(delivery))),
    make("td", { "data-label": "Again" }, again)
  )
}
