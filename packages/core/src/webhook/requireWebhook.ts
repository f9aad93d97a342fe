import { Effect } from "effect"
import { requireBoard, requireWorkspace } from "../access/authorize.js"
import { BoardId, WorkspaceId } from "../values/ids.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { WebhookId } from "./Webhook.js"
import { type WebhookPlace, WebhookRepository } from "./WebhookRepository.js"

/** A place that the actor manages. Fails with `NotFound` or `Forbidden`. */
const requirePlace = Effect.fnUntraced(function* (boardId: BoardId | null, workspaceId: WorkspaceId) {
  const access =
    boardId === null
      ? yield* requireWorkspace(workspaceId, "manage the workspace")
      : yield* requireBoard(boardId, "manage the board")
  return { workspaceId: access.workspaceId, boardId } satisfies WebhookPlace
})

/** The place that an input names. Fails with `NotFound` or `Forbidden`. */
export const requireNamedPlace = (input: {
  readonly boardId?: string | undefined
  readonly workspaceId?: string | undefined
}) =>
  requirePlace(
    input.boardId === undefined ? null : BoardId.make(input.boardId),
    WorkspaceId.make(input.workspaceId ?? "")
  )

const requireFrom = (from: "find" | "lock") =>
  Effect.fnUntraced(function* (idText: string) {
    const webhooks = yield* WebhookRepository
    const id = WebhookId.make(idText)
    const webhook = yield* webhooks[from](id).pipe(orNotFound("Webhook", id))
    // Its board may be in the trash.
    yield* requirePlace(webhook.boardId, webhook.workspaceId).pipe(
      Effect.catchTag("NotFound", () => new NotFound({ thing: "Webhook", id }))
    )
    return webhook
  })

/** A webhook that the actor manages. Fails with `NotFound` or `Forbidden`. */
export const requireWebhook = requireFrom("find")

/** Like `requireWebhook`, and locks it, as part of a transaction. */
export const lockWebhook = requireFrom("lock")
