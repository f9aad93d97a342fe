import type { Board } from "@boardwright/client"
import { deliveryRow } from "./deliveryRow.js"
import { busily, byId, confirmed, hiddenText, make, plural, show, showProblem } from "./dom.js"
import { onSubmit } from "./form.js"
import { type AnswerOf, reasonOf } from "./request.js"
import { listenForCopy, showSecret } from "./secret.js"
import { read, startSignedIn, write } from "./session.js"

type Listed = AnswerOf<"webhooks", "list">
type Webhook = Listed["webhooks"][number]
type WithSecret = AnswerOf<"webhooks", "create">

const boardId = new URLSearchParams(location.search).get("webhooks") ?? ""
const OF_TASKS = ["task.created", "task.updated", "task.moved", "task.transferred", "task.deleted"]
/** Deliveries that are loaded at a time. */
const ROWS = 20

const pathOf = ({ id }: Webhook, rest = ""): string => `/api/webhooks/${encodeURIComponent(id)}${rest}`

const DISABLED: Readonly<Record<string, string>> = {
  manager: "Disabled.",
  gone: "Disabled: the receiver answered that it is gone (410).",
  failing: "Disabled: every attempt failed for five days."
}

const statusOf = ({ disabledReason, failingSince, status }: Webhook): string => {
  if (status === "disabled") return DISABLED[disabledReason ?? ""] ?? "Disabled."
  if (status === "paused") return "Paused: its creator may no longer manage the board."
  if (failingSince === null) return "Active."
  return `Active. Attempts fail since ${new Date(failingSince).toLocaleString()}.`
}

const OUTCOMES: Readonly<Record<string, string>> = {
  address: "its address is unknown or not allowed",
  connection: "there was no connection",
  timeout: "there was no answer in time"
}

const testedText = ({ failure, status }: AnswerOf<"webhooks", "test">["result"]): string => {
  if (failure === null) return `The test message was received (${status}).`
  if (failure === "status") return `The receiver answered ${status}. An answer from 200 to 299 is a success.`
  return `The test message was not received: ${OUTCOMES[failure] ?? failure}.`
}

const say = (text: string): void => {
  byId("problem").textContent = ""
  show(byId("said"), text)
}

let page = 1
let shown: Webhook | undefined

const showDeliveries = async (webhook: Webhook, from: number): Promise<void> => {
  page = from
  shown = webhook
  const query = `?limit=${ROWS}&page=${page}`
  const listed = await read<AnswerOf<"webhooks", "listDeliveries">>(pathOf(webhook, `/deliveries${query}`))
  if (listed === null) return
  if (!listed.ok) return showProblem(listed.answer)
  const { deliveries, pagination } = listed.answer
  const rows = deliveries.map((delivery) =>
    deliveryRow(delivery, async () => {
      const again = await write<AnswerOf<"webhooks", "redeliver">>(
        pathOf(webhook, `/deliveries/${encodeURIComponent(delivery.id)}/redeliver`)
      )
      if (!again.ok) return showProblem(again.answer)
      say("It is delivered again.")
    })
  )
  if (page === 1) byId("delivery-rows").replaceChildren(...rows)
  else byId("delivery-rows").append(...rows)
  byId("delivery-table").hidden = pagination.total === 0
  byId("delivery-count").textContent = `${plural(pagination.total, "delivery", "deliveries")} to ${webhook.url}.`
  byId("more-deliveries").hidden = page >= pagination.totalPages
  byId("deliveries").hidden = false
  if (page === 1) byId("deliveries-title").focus()
  else rows[0]?.querySelector("button")?.focus()
}

const replaceCard = (webhook: Webhook): void => byId(`webhook-${webhook.id}`).replaceWith(webhookCard(webhook))

const sendTest = async (webhook: Webhook) => {
  const tested = await write<AnswerOf<"webhooks", "test">>(pathOf(webhook, "/test"))
  if (!tested.ok) return showProblem(tested.answer)
  say(testedText(tested.answer.result))
}

const toggle = async (webhook: Webhook) => {
  const enabled = webhook.status === "disabled"
  const changed = await write<AnswerOf<"webhooks", "update">>(pathOf(webhook), { enabled }, "PATCH")
  if (!changed.ok) return showProblem(changed.answer)
  replaceCard(changed.answer.webhook)
  say(enabled ? "The webhook is enabled: it sends the changes from now on." : "The webhook is disabled.")
}

const rotate = async (webhook: Webhook) => {
  const rotated = await write<WithSecret>(pathOf(webhook, "/rotate-secret"))
  if (!rotated.ok) return showProblem(rotated.answer)
  showSecret(rotated.answer.secret, "There is a new secret. The previous one is valid for another 24 hours.")
}

const remove = async (webhook: Webhook) => {
  if (!(await confirmed(webhook.url))) return
  const removed = await write(pathOf(webhook), undefined, "DELETE")
  if (!removed.ok) return showProblem(removed.answer)
  byId(`webhook-${webhook.id}`).remove()
  byId("none").hidden = byId("list").childElementCount > 0
  if (shown?.id === webhook.id) byId("deliveries").hidden = true
  say("The webhook is deleted.")
}

const webhookCard = (webhook: Webhook): HTMLElement => {
  const of = () => hiddenText(` of ${webhook.url}`)
  const button = (text: string, work: (webhook: Webhook) => Promise<unknown>) => {
    const node = make("button", { type: "button", class: "quiet small" }, text, of())
    node.addEventListener("click", () => busily(node, () => work(webhook)))
    return node
  }
  const title = `webhook-${webhook.id}-title`
  const types = webhook.types.length === 0 ? "Every change." : `Changes: ${webhook.types.join(", ")}.`
  return make(
    "div",
    { class: "workspace", role: "group", id: `webhook-${webhook.id}`, "aria-labelledby": title },
    make("h3", { id: title, tabindex: "-1" }, webhook.url),
    make("p", {}, statusOf(webhook)),
    make("p", { class: "hint" }, types),
    make(
      "p",
      { class: "act" },
      button("Send a test", sendTest),
      button("Deliveries", (of) => showDeliveries(of, 1)),
      button(webhook.status === "disabled" ? "Enable" : "Disable", toggle),
      button("New secret", rotate),
      button("Delete", remove)
    )
  )
}

const REASONS: Readonly<Record<number, string>> = {
  403: "Only admins of the board manage its webhooks.",
  404: "There is no such board. It may have been deleted."
}

const start = async (): Promise<void> => {
  const id = encodeURIComponent(boardId)
  byId("back").setAttribute("href", `/account?board=${id}`)
  const [board, listed] = await Promise.all([
    read<Board>(`/api/boards/${id}`),
    read<Listed>(`/api/webhooks?boardId=${id}`)
  ])
  if (board === null || listed === null) return
  byId("loading").hidden = true
  if (!board.ok || !listed.ok) {
    const refused = board.ok ? listed : board
    byId("retry").hidden = refused.status in REASONS
    return showProblem({ message: REASONS[refused.status] ?? (refused.ok ? "" : reasonOf(refused.answer)) })
  }
  document.title = `Webhooks of ${board.answer.name} - Boardwright`
  byId("board-name").textContent = board.answer.name
  byId("list").append(...listed.answer.webhooks.map(webhookCard))
  byId("none").hidden = listed.answer.webhooks.length > 0
  byId("ready").hidden = false
}

const creating = byId<HTMLFormElement>("create")
onSubmit<WithSecret>(creating, {
  body: ({ url }) => ({ boardId, url, types: byId<HTMLInputElement>("only-tasks").checked ? OF_TASKS : [] }),
  send: (body) => write("/api/webhooks", body),
  done: (made) => {
    creating.reset()
    byId("none").hidden = true
    byId("list").append(webhookCard(made.webhook))
    showSecret(made.secret, "The webhook is created.")
  }
})
listenForCopy("The secret")
byId("more-deliveries").addEventListener("click", ({ currentTarget }) =>
  busily(currentTarget as HTMLElement, async () => {
    if (shown !== undefined) await showDeliveries(shown, page + 1)
  })
)
byId("retry").addEventListener("click", () => location.reload())

startSignedIn(start, "Sign in to see the webhooks.")
