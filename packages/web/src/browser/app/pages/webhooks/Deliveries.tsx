import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { api } from "../../api.js"
import { dateText } from "../../cells/read.js"
import { countedInPage, p } from "../../text/pageTexts.js"
import { ActButton } from "../ActButton.js"
import type { Outcome } from "../useOutcome.js"
import { type Delivery, resultText, type Webhook } from "./webhookTexts.js"

/** Deliveries that are loaded at a time. */
const ROWS = 20

export const listDeliveries = ({ id }: Webhook, page = 1) => api.webhooks.listDeliveries({ id, limit: ROWS, page })

const Row = ({ delivery, redeliver }: { delivery: Delivery; redeliver: () => Promise<unknown> }) => {
  const { createdAt, position, type } = delivery
  // Tables keep these roles where a small window lays them out as blocks.
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {type} <span class="hint">{position}</span>
      </th>
      <td role="cell" data-label={p("webhooks.when")}>
        <time dateTime={createdAt}>{dateText(createdAt)}</time>
      </td>
      <td role="cell" data-label={p("webhooks.result")}>
        {resultText(delivery)}
      </td>
      <td role="cell">
        <ActButton
          text={p("webhooks.again")}
          name={p("webhooks.againOf", { change: `${type} ${position}` })}
          run={redeliver}
        />
      </td>
    </tr>
  )
}

interface DeliveriesProps {
  readonly webhook: Webhook
  readonly first: Awaited<ReturnType<typeof listDeliveries>>
  readonly outcome: Pick<Outcome, "act" | "say">
}

/** What was sent to a webhook, latest changes first. */
export const Deliveries = ({ first, outcome: { act, say }, webhook }: DeliveriesProps) => {
  const rows = useSignal(first.deliveries)
  const page = useSignal(1)
  const title = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    if (page.value === 1) title.current?.focus()
    else body.current?.children[(page.value - 1) * ROWS]?.querySelector("button")?.focus()
  }, [page.value])
  const showMore = () =>
    act(
      () => listDeliveries(webhook, page.value + 1),
      ({ deliveries }) => {
        rows.value = [...rows.value, ...deliveries]
        page.value += 1
      }
    )
  const redeliver = ({ id: deliveryId }: Delivery) =>
    act(
      () => api.webhooks.redeliver({ id: webhook.id, deliveryId }),
      () => say(p("webhooks.redelivered"))
    )
  const { total, totalPages } = first.pagination
  return (
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title" ref={title} tabIndex={-1}>
        {p("webhooks.deliveries")}
      </h2>
      <p class="hint" role="status">
        {countedInPage("webhooks.count", total, { url: webhook.url })}
      </p>
      {total === 0 ? null : (
        <table role="table" class="deliveries">
          <caption class="visually-hidden">{p("webhooks.caption")}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {(["change", "when", "result", "again"] as const).map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {p(`webhooks.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" ref={body}>
            {rows.value.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} redeliver={() => redeliver(delivery)} />
            ))}
          </tbody>
        </table>
      )}
      {page.value < totalPages ? (
        <p>
          <ActButton text={p("webhooks.more")} name={p("webhooks.more")} run={showMore} />
        </p>
      ) : null}
    </section>
  )
}
