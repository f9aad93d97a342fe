import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, paged, successful, wrapped } from "../responseBodies.js"
import type { WebhookApi } from "./WebhookApi.js"

const { webhooks } = Facade.useCases

export const WebhookHandlers = handlers<typeof WebhookApi>()({
  list: ({ input, query }) => Effect.map(webhooks.list.run(input()), paged("webhooks", query)),
  create: ({ input }) => Effect.map(webhooks.create.run(input()), successful),
  get: ({ path }) => webhooks.get.run(path.id),
  update: ({ input, path }) => Effect.map(webhooks.update.run(path.id, input()), wrapped("webhook")),
  delete: ({ path }) => Effect.as(webhooks.delete.run(path.id), done("Webhook deleted")),
  rotateSecret: ({ path }) => Effect.map(webhooks.rotateSecret.run(path.id), successful),
  test: ({ path }) => Effect.map(webhooks.test.run(path.id), wrapped("result")),
  listDeliveries: ({ input, path, query }) =>
    Effect.map(webhooks.listDeliveries.run(path.id, input()), paged("deliveries", query)),
  redeliver: ({ path }) => Effect.map(webhooks.redeliver.run(path.id, path.deliveryId), wrapped("delivery")),
  replay: ({ input, path }) => Effect.as(webhooks.replay.run(path.id, input()), done("Replay started"))
})
