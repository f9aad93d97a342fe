import type { ChangeType, FieldChanges, NewChange } from "../change/Change.js"
import type { Webhook } from "./Webhook.js"

/** The URL without path and query: many services have a secret there, and other webhooks deliver the change. */
export const originOf = (url: string): string => /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? ""

/** The recorded fields of a webhook. */
export const webhookFields = ({ disabledReason, status, types, url }: Webhook) => ({
  url: originOf(url),
  types,
  status,
  disabledReason
})

/** A change of a webhook, which is for those who manage its place. */
export const webhookChange = (
  type: ChangeType & `webhook.${string}`,
  { boardId, id, workspaceId }: Webhook,
  fields: FieldChanges
): NewChange => ({
  type,
  workspaceId,
  boardId,
  taskId: null,
  subjectId: id,
  recipientId: null,
  fields
})
