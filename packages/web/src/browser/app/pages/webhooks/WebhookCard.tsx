import { p } from "../../text/pageTexts.js"
import { ActButton } from "../ActButton.js"
import { statusText, type Webhook } from "./webhookTexts.js"

const ACTS = ["test", "deliveries", "toggle", "rotate", "delete"] as const

/** What can be done with a webhook. */
export type Acts = Readonly<Record<(typeof ACTS)[number], (webhook: Webhook) => Promise<unknown>>>

/** A webhook: where it sends what, whether it works, and what can be done with it. */
export const WebhookCard = ({ acts, webhook }: { webhook: Webhook; acts: Acts }) => {
  const { id, status, types, url } = webhook
  const title = `webhook-${id}`
  const textOf = (act: (typeof ACTS)[number]): string =>
    act === "toggle" ? p(status === "disabled" ? "webhooks.enable" : "webhooks.disable") : p(`webhooks.${act}`)
  return (
    <div class="webhook" role="group" aria-labelledby={title}>
      <h3 id={title}>{url}</h3>
      <p>{statusText(webhook)}</p>
      <p class="hint">
        {types.length === 0 ? p("webhooks.everyChange") : p("webhooks.types", { types: types.join(", ") })}
      </p>
      <p class="acts">
        {ACTS.map((act) => (
          <ActButton
            key={act}
            text={textOf(act)}
            name={p("webhooks.actOf", { act: textOf(act), url })}
            run={() => acts[act](webhook)}
          />
        ))}
      </p>
    </div>
  )
}
