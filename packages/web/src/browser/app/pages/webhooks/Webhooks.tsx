import type { Board } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { api } from "../../api.js"
import { param } from "../../route.js"
import { p } from "../../text/pageTexts.js"
import { confirm } from "../../ui/confirm.js"
import { PageFrame } from "../PageFrame.js"
import { Secret } from "../Secret.js"
import { useOutcome } from "../useOutcome.js"
import { Deliveries, listDeliveries } from "./Deliveries.js"
import { type Acts, WebhookCard } from "./WebhookCard.js"
import { WebhookForm } from "./WebhookForm.js"
import { testText, type Webhook } from "./webhookTexts.js"

interface Opened {
  readonly webhook: Webhook
  readonly first: Awaited<ReturnType<typeof listDeliveries>>
}

const load = async () => {
  const id = param("webhooks")
  const [board, { webhooks }] = await Promise.all([api.boards.get({ id }), api.webhooks.list({ boardId: id })])
  return { board, webhooks }
}

const Content = ({ board, webhooks }: { board: Board; webhooks: ReadonlyArray<Webhook> }) => {
  const list = useSignal(webhooks)
  const opened = useSignal<Opened | null>(null)
  const secret = useSignal<string | null>(null)
  const created = useSignal(0)
  const { act, note, outcome, say } = useOutcome()
  const show = (text: string, shown: string): void => {
    note(text)
    secret.value = shown
  }
  const remove = async ({ id, url }: Webhook): Promise<void> => {
    const text = p("webhooks.deleteText", { url })
    if (!(await confirm({ title: p("webhooks.deleteTitle"), text, act: p("webhooks.deleteIt") }))) return
    await act(
      () => api.webhooks.delete({ id }),
      () => {
        list.value = list.value.filter((webhook) => webhook.id !== id)
        if (opened.value?.webhook.id === id) opened.value = null
        say(p("webhooks.deleted"))
      }
    )
  }
  const acts: Acts = {
    test: ({ id }) =>
      act(
        () => api.webhooks.test({ id }),
        ({ result }) => say(testText(result))
      ),
    deliveries: (webhook) =>
      act(
        () => listDeliveries(webhook),
        (first) => {
          opened.value = { webhook, first }
        }
      ),
    toggle: ({ id, status }) => {
      const enabled = status === "disabled"
      return act(
        () => api.webhooks.update({ id, enabled }),
        (changed) => {
          list.value = list.value.map((webhook) => (webhook.id === id ? changed.webhook : webhook))
          say(p(enabled ? "webhooks.enabled" : "webhooks.wasDisabled"))
        }
      )
    },
    rotate: ({ id }) =>
      act(
        () => api.webhooks.rotateSecret({ id }),
        (rotated) => show(p("webhooks.rotated"), rotated.secret)
      ),
    delete: remove
  }
  return (
    <>
      <p>{p("webhooks.intro", { board: board.name })}</p>
      {outcome}
      <Secret of="webhooks" secret={secret.value} say={say} />
      <section aria-labelledby="list-title">
        <h2 id="list-title">{p("webhooks.title")}</h2>
        {list.value.length === 0 ? <p class="hint">{p("webhooks.none")}</p> : null}
        {list.value.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} acts={acts} />
        ))}
      </section>
      {opened.value === null ? null : (
        <Deliveries
          key={opened.value}
          webhook={opened.value.webhook}
          first={opened.value.first}
          outcome={{ act, say }}
        />
      )}
      <section aria-labelledby="new-title">
        <h2 id="new-title">{p("webhooks.new")}</h2>
        <WebhookForm
          key={created.value}
          boardId={board.id}
          done={(made) => {
            list.value = [...list.value, made.webhook]
            created.value += 1
            show(p("webhooks.created"), made.secret)
          }}
        />
      </section>
    </>
  )
}

/** The webhooks of a board, for those who manage it: create, test and delete them, and look at their deliveries. */
export const Webhooks = () => (
  <PageFrame
    title={p("webhooks.title")}
    windowTitle={({ board }) => p("webhooks.titleOf", { board: board.name })}
    back={{ href: `/app?board=${encodeURIComponent(param("webhooks"))}`, text: p("page.backToBoard") }}
    loading={p("webhooks.loading")}
    load={load}
    reasons={{ 403: p("webhooks.forbidden"), 404: p("page.noBoard") }}
  >
    {(loaded) => <Content {...loaded} />}
  </PageFrame>
)
