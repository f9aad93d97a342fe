import { Webhook as Core } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { aBoard, aWebhook, aWebhookSecret } from "../examples.js"
import { Delivery, DeliveryStatus, TestResult, Webhook } from "./WebhookSchemas.js"

const id = Schema.Struct({ id: Parts.idOf("the webhook") })

const WHO = "For admins of its board; for a webhook of a workspace, its admins and owner."

const WithSecret = Schema.Struct({
  success: Schema.Literal(true),
  webhook: Webhook,
  secret: Schema.String.annotations({ description: "Verifies messages. Not shown again" })
}).annotations({
  identifier: "WebhookWithSecret",
  examples: [{ success: true, webhook: aWebhook, secret: aWebhookSecret }]
})

export const WebhookApi = Parts.group("webhooks", "Requests to a URL of yours for every change")
  .add(
    Parts.get("list", "/webhooks", "List the webhooks of a board, or those of a workspace itself", WHO)
      .setUrlParams(Schema.Struct({ ...Parts.placeParameters, ...Parts.pageParameters }))
      .addSuccess(Parts.paged("webhooks", Webhook))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.create(
      "create",
      "/webhooks",
      "Create a webhook of a board or of a workspace",
      `At most ${Core.MAX_WEBHOOKS} of each. It delivers the changes from now on that its creator may read, of the given types. A 503 SecretsKeyMissing where the server has no SECRETS_KEY. ${WHO}`
    )
      .setPayload(Parts.sent(Core.CreateWebhook, { boardId: aBoard.id, url: aWebhook.url, types: aWebhook.types }))
      .addSuccess(Parts.status(201, WithSecret))
      .addError(Parts.BadRequest)
  )
  .add(Parts.get("get", "/webhooks/:id", "Get a webhook", WHO).setPath(id).addSuccess(Webhook))
  .add(
    Parts.patch(
      "update",
      "/webhooks/:id",
      "Change a webhook",
      `With enabled false it is disabled; with true it continues with what was pending and the changes from now on. Who changes the URL becomes the creator. ${WHO}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.UpdateWebhook, { enabled: false }))
      .addSuccess(Parts.wrapped("webhook", Webhook))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.del("delete", "/webhooks/:id", "Delete a webhook with its deliveries", WHO).setPath(id).addSuccess(Parts.Done)
  )
  .add(
    Parts.post(
      "rotateSecret",
      "/webhooks/:id/rotate-secret",
      "Replace the secret of a webhook",
      `For 24 hours messages are signed with the previous secret too. ${WHO}`
    )
      .setPath(id)
      .addSuccess(WithSecret)
  )
  .add(
    Parts.submit(
      "test",
      "/webhooks/:id/test",
      "Send a message of the type webhook.test",
      `Once, now, also to a disabled webhook; answers with what became of it. A 503 SecretsKeyMissing if no key decrypts the secret, until it is rotated. ${WHO}`
    )
      .setPath(id)
      .addSuccess(Parts.wrapped("result", TestResult))
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.get(
      "listDeliveries",
      "/webhooks/:id/deliveries",
      "List the deliveries of a webhook, latest changes first",
      `A delivery is removed 7 days after it ended. ${WHO}`
    )
      .setPath(id)
      .setUrlParams(Schema.Struct({ status: Schema.optional(DeliveryStatus), ...Parts.pageParameters }))
      .addSuccess(Parts.paged("deliveries", Delivery))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.submit(
      "redeliver",
      "/webhooks/:id/deliveries/:deliveryId/redeliver",
      "Attempt a delivery again",
      `The message has the same id. ${WHO}`
    )
      .setPath(Schema.Struct({ id: Parts.idOf("the webhook"), deliveryId: Parts.idOf("the delivery") }))
      .addSuccess(Parts.wrapped("delivery", Delivery))
  )
  .add(
    Parts.submit(
      "replay",
      "/webhooks/:id/replay",
      "Deliver the changes of a time again",
      `Those that the webhook selects now and its creator may read now, and some of the minute before and after. The messages have the same ids. ${WHO}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.ReplayWebhook, { since: "2027-03-01T00:00:00Z", until: "2027-03-02T00:00:00Z" }))
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
  )
  .addError(Parts.Forbidden)
  .addError(Parts.NotFound)
  .middleware(Parts.Session)
