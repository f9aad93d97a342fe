import { Change, type Ports, Webhook } from "@boardwright/core"
import { Effect } from "effect"
import { type Place, placeInDatabase, placeOnServer } from "../boards/place.js"
import { everyPage } from "../everyPage.js"
import { didYouMean } from "../nearest.js"
import { ErrorsFound, NotReceived, UsageError } from "../terminal/failures.js"
import { type Columns, type Form, type Plain, printJson, printRecord, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { shownOnce } from "../terminal/shownOnce.js"
import { namesServer } from "../terminal/GivenToken.js"
import { refusedAs, withApp, withSecretBox } from "../terminal/withApp.js"
import { askEveryPage } from "../remote/askEveryPage.js"
import { withServer } from "../remote/withServer.js"

const OPTIONS = { boardId: "--board", workspaceId: "--workspace", url: "--url", types: "--type" }

type Shown = Plain<Webhook.Webhook>

const columns: Columns<Shown> = {
  url: ({ url }) => url,
  state: ({ disabledReason, failingSince, status }) =>
    status === "active" ? (failingSince === null ? "active" : "failing") : (disabledReason ?? status),
  types: ({ types }) => (types.length === 0 ? "all" : types.join(",")),
  since: ({ failingSince }) => failingSince,
  id: ({ id }) => id
}

/** `boardwright webhook list`. */
export const listWebhooks = ({ json, ...place }: Form & Place) =>
  withServer(
    Effect.flatMap(placeInDatabase(place), (ids) => everyPage((page) => Webhook.listWebhooks({ ...page, ...ids }))),
    (ask) =>
      Effect.flatMap(placeOnServer(ask)(place), (ids) =>
        askEveryPage(ask, "webhooks", (api, page, options) => api.webhooks.list({ ...page, ...ids }, options))
      )
  ).pipe(
    refusedAs(OPTIONS),
    Effect.flatMap((webhooks) => printRows<Shown>(webhooks, columns, { json }))
  )

const isType = (type: string): type is Change.ChangeType => Change.CHANGE_TYPES.some((known) => known === type)

const HTTP_RULE = "--url must begin with https://"

/** Adds to a refused http URL what allows it. */
const withAllowedHosts = (failure: unknown) =>
  failure instanceof UsageError && failure.message === HTTP_RULE
    ? new UsageError({ message: `${HTTP_RULE}; http:// is for hosts in the server's WEBHOOK_ALLOWED_HOSTS` })
    : failure

const deleting = (id: string) =>
  withServer(Webhook.deleteWebhook(id), (ask) => ask((api, options) => api.webhooks.delete({ id }, options)))

/** `boardwright webhook create`. */
export const createWebhook = Effect.fnUntraced(function* (
  flags: Form &
    Place & { readonly as: string | undefined; readonly type: ReadonlyArray<string> | undefined; readonly url: string }
) {
  const { as, type, url } = flags
  const types = type?.filter(isType)
  const unknown = type?.find((each) => !isType(each))
  if (unknown !== undefined) {
    const message = `--type: no change is of the type "${unknown}"${didYouMean(unknown, Change.CHANGE_TYPES)}`
    return yield* new UsageError({ message })
  }
  if (as === undefined && !namesServer())
    return yield* new UsageError({ message: "--as is missing: the user whose rights decide what is sent" })
  const { secret, webhook } = yield* withServer(
    withSecretBox(Effect.flatMap(placeInDatabase(flags), (ids) => Webhook.createWebhook({ ...ids, url, types }))),
    (ask) =>
      Effect.flatMap(placeOnServer(ask)(flags), (ids) =>
        ask((api, options) => api.webhooks.create({ ...ids, url, types }, options))
      ),
    as
  ).pipe(refusedAs(OPTIONS), Effect.mapError(withAllowedHosts))
  const { id } = webhook
  const fields = { id: () => id, secret: () => secret }
  yield* shownOnce(flags.json === true ? printJson({ webhook, secret }) : printRecord(webhook, fields, flags), {
    undo: deleting(id),
    undone: "the secret could not be written, so the webhook is deleted",
    remains: `the secret could not be written: delete the webhook by \`boardwright webhook delete ${id}\``
  })
  yield* note("the receiver verifies messages with the secret, which is not shown again")
})

const why = (failure: Ports.WebhookFailure, status: number | null): string =>
  failure === "status" ? `the receiver answered ${status}` : `no answer: ${failure}`

/** `boardwright webhook test`. */
export const testWebhook = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  const result = yield* withServer(withSecretBox(Webhook.testWebhook(id)), (ask) =>
    Effect.map(
      ask((api, options) => api.webhooks.test({ id }, options)),
      ({ result }) => result
    )
  )
  if (json === true) yield* printJson(result)
  if (result.failure !== null) return yield* new NotReceived({ message: why(result.failure, result.status) })
  yield* note(`the receiver answered ${result.status}`)
})

type Delivery = Plain<Effect.Effect.Success<ReturnType<typeof Webhook.listDeliveries>>["items"][number]>

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
  Effect.flatMap(
    withServer(
      everyPage((page) => Webhook.listDeliveries(id, { ...page, status })),
      (ask) =>
        askEveryPage(ask, "deliveries", (api, page, options) =>
          api.webhooks.listDeliveries({ ...page, id, status }, options)
        )
    ),
    (deliveries) => printRows<Delivery>(deliveries, deliveryColumns, { json })
  )

const switching = (enabled: boolean) => (form: Form, id: string) =>
  Effect.flatMap(
    withServer(Webhook.updateWebhook(id, { enabled }), (ask) =>
      Effect.map(
        ask((api, options) => api.webhooks.update({ id, enabled }, options)),
        ({ webhook }) => webhook
      )
    ),
    (webhook) => printRecord<Shown>(webhook, columns, form)
  )

/** `boardwright webhook enable`: it continues with what was pending and the changes from now on. */
export const enableWebhook = switching(true)

/** `boardwright webhook disable`. */
export const disableWebhook = switching(false)

/** `boardwright webhook delete`. */
export const deleteWebhook = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  yield* deleting(id)
  if (json === true) yield* printJson({ id })
  yield* note("the webhook is deleted with its deliveries")
})

/** `boardwright webhook reencrypt`. Fails with `ErrorsFound` after the result if there are secrets that no key decrypts. */
export const reencryptSecrets = Effect.fnUntraced(function* (form: Form) {
  const done = yield* Webhook.reencryptSecrets().pipe(withSecretBox, withApp)
  const counts: Columns<Webhook.ReencryptedSecrets> = {
    reencrypted: ({ reencrypted }) => reencrypted,
    unchanged: ({ unchanged }) => unchanged,
    undecryptable: ({ undecryptable }) => undecryptable.length
  }
  yield* printRecord(done, counts, form)
  for (const id of done.undecryptable) yield* note(`no key of SECRETS_KEY decrypts the secret of webhook ${id}`)
  const lost = done.undecryptable.length
  if (lost > 0) return yield* new ErrorsFound({ message: `secrets not decrypted: ${lost}` })
  yield* note("only the first key of SECRETS_KEY is needed now")
})
