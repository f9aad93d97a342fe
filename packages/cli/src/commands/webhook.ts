import { type Ports, Webhook } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { NotReceived } from "../terminal/failures.js"
import { type Columns, type Form, printJson, printRecord, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { refusedAs, withApp, withSecretBox } from "../terminal/withApp.js"

/** Where webhooks are: a board, or a workspace. */
interface Place {
  readonly board: string | undefined
  readonly workspace: string | undefined
}

const OPTIONS = { boardId: "--board", workspaceId: "--workspace", url: "--url", types: "--type" }

const columns: Columns<Webhook.Webhook> = {
  url: ({ url }) => url,
  state: ({ disabledReason, failingSince, status }) =>
    status === "active" ? (failingSince === null ? "active" : "failing") : (disabledReason ?? status),
  types: ({ types }) => (types.length === 0 ? "all" : types.join(",")),
  since: ({ failingSince }) => failingSince,
  id: ({ id }) => id
}

/** `boardwright webhook list`. */
export const listWebhooks = ({ board, json, workspace }: Form & Place) =>
  everyPage((page) => Webhook.listWebhooks({ ...page, boardId: board, workspaceId: workspace })).pipe(
    withApp,
    refusedAs(OPTIONS),
    Effect.flatMap((webhooks) => printRows(webhooks, columns, { json }))
  )

/** `boardwright webhook create`. */
export const createWebhook = Effect.fnUntraced(function* (
  flags: Form & Place & { readonly as: string; readonly type: ReadonlyArray<string> | undefined; readonly url: string }
) {
  const { as, board, type: types, url, workspace } = flags
  const input = { boardId: board, workspaceId: workspace, url, types: types as Webhook.CreateWebhook["types"] }
  const create = (work: ReturnType<typeof Webhook.createWebhook>) => withApp(work, as)
  const { secret, webhook } = yield* Webhook.createWebhook(input).pipe(create, withSecretBox, refusedAs(OPTIONS))
  if (flags.json === true) yield* printJson({ webhook, secret })
  else yield* printRecord({ id: webhook.id, secret }, { id: (each) => each.id, secret: (each) => each.secret }, flags)
  yield* note("the receiver verifies messages with the secret, which is not shown again")
})

const why = (failure: Ports.WebhookFailure, status: number | null): string =>
  failure === "status" ? `the receiver answered ${status}` : `no answer: ${failure}`

/** `boardwright webhook test`. */
export const testWebhook = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  const result = yield* Webhook.testWebhook(id).pipe(withApp, withSecretBox)
  if (json === true) yield* printJson(result)
  if (result.failure !== null) return yield* new NotReceived({ message: why(result.failure, result.status) })
  yield* note(`the receiver answered ${result.status}`)
})

type Delivery = Effect.Effect.Success<ReturnType<typeof Webhook.listDeliveries>>["items"][number]

const deliveryColumns: Columns<Delivery> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  answer: ({ lastStatus }) => lastStatus,
  failure: ({ lastFailure }) => lastFailure,
  due: ({ dueAt, status }) => (status === "pending" ? dueAt : null)
}

/** `boardwright webhook deliveries`. */
export const listDeliveries = (
  { json, status }: Form & { readonly status: Webhook.DeliveryStatus | undefined },
  id: string
) =>
  Effect.flatMap(withApp(everyPage((page) => Webhook.listDeliveries(id, { ...page, status }))), (deliveries) =>
    printRows(deliveries, deliveryColumns, { json })
  )

const switching = (enabled: boolean) => (form: Form, id: string) =>
  Effect.flatMap(withApp(Webhook.updateWebhook(id, { enabled })), (webhook) => printRecord(webhook, columns, form))

/** `boardwright webhook enable`: it continues with the changes from now on. */
export const enableWebhook = switching(true)

/** `boardwright webhook disable`. */
export const disableWebhook = switching(false)

/** `boardwright webhook delete`. */
export const deleteWebhook = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  yield* withApp(Webhook.deleteWebhook(id))
  if (json === true) yield* printJson({ id })
  yield* note("the webhook is deleted with its deliveries")
})

/** `boardwright webhook reencrypt`. */
export const reencryptSecrets = Effect.fnUntraced(function* (form: Form) {
  const done = yield* Webhook.reencryptSecrets().pipe(withApp, withSecretBox)
  const counts: Columns<Webhook.ReencryptedSecrets> = {
    reencrypted: ({ reencrypted }) => reencrypted,
    unchanged: ({ unchanged }) => unchanged,
    undecryptable: ({ undecryptable }) => undecryptable.length
  }
  yield* printRecord(done, counts, form)
  for (const id of done.undecryptable) yield* note(`no key of SECRETS_KEY decrypts the secret of webhook ${id}`)
  if (done.undecryptable.length === 0) yield* note("only the first key of SECRETS_KEY is needed now")
})
