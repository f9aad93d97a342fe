import { Duration, Effect, Layer } from "effect"
import type { StoredChange } from "../change/Change.js"
import { ChangeObserver } from "../change/ChangeObserver.js"
import { Ids } from "../ports/Ids.js"
import { type MailJob, MailQueue } from "../ports/MailQueue.js"
import type { Json } from "../values/Json.js"
import { UserId } from "../values/ids.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { NotificationMails } from "../ports/NotificationMails.js"
import { type Notification, NotificationRepository } from "./NotificationRepository.js"

/** How long a mail waits for what else happens to its user. */
const MERGED_WITHIN = Duration.minutes(2)

/** The one job of a user's notifications. */
export const notificationJob = (userId: string, at: Timestamp, wait: Duration.Duration = MERGED_WITHIN): MailJob => ({
  id: `notifications:${userId}`,
  purpose: "notification",
  // The account has the address when the mail is sent.
  email: "",
  subjectId: userId,
  createdAt: at,
  attempts: 0,
  dueAt: fromMillis(toMillis(at) + Duration.toMillis(wait))
})

type Draft = Omit<Notification, "id">

const idsOf = (value: Json | undefined): ReadonlyArray<UserId> =>
  Array.isArray(value) ? value.flatMap((id) => (typeof id === "string" ? [UserId.make(id)] : [])) : []

const FIELDS = {
  "task.created": ["assigned", "assignees"],
  "task.updated": ["assigned", "assignees"],
  "comment.created": ["mentioned", "mentions"],
  "comment.updated": ["mentioned", "mentions"]
} as const

const isNotified = (type: string): type is keyof typeof FIELDS => Object.hasOwn(FIELDS, type)

/** Whom the change assigned or mentioned, without who made it. */
const draftsOf = ({ actorId, at, boardId, fields, taskId, type }: StoredChange): ReadonlyArray<Draft> => {
  if (boardId === null || taskId === null || !isNotified(type)) return []
  const [kind, field] = FIELDS[type]
  const before = new Set(idsOf(fields[field]?.from))
  return [...new Set(idsOf(fields[field]?.to))]
    .filter((userId) => userId !== actorId && !before.has(userId))
    .map((userId) => ({ userId, kind, boardId, taskId, tasks: 1, actorId, createdAt: at }))
}

/** Stores what users are told of changes, and one mail for each of them. */
const observing: Layer.Layer<ChangeObserver, never, NotificationRepository | MailQueue | Ids> = Layer.effect(
  ChangeObserver,
  Effect.gen(function* () {
    const notifications = yield* NotificationRepository
    const queue = yield* MailQueue
    const ids = yield* Ids
    const ofBoard = Effect.fnUntraced(function* ({ actorId, at, boardId, fields, type }: StoredChange) {
      if (type !== "board.created" || boardId === null || !fields["tasks"]?.to) return []
      const counts = yield* notifications.countAssigned(boardId)
      return counts
        .filter(({ userId }) => userId !== actorId)
        .map((count): Draft => ({ ...count, kind: "assigned", boardId, taskId: null, actorId, createdAt: at }))
    })
    return Effect.fnUntraced(function* (changes: ReadonlyArray<StoredChange>) {
      const drafts = [...changes.flatMap(draftsOf), ...(yield* Effect.forEach(changes, ofBoard)).flat()]
      if (drafts.length === 0) return
      yield* notifications.insert(
        yield* Effect.forEach(drafts, (draft) => Effect.map(ids.next, (id) => ({ ...draft, id })))
      )
      const at = yield* now
      // In one order, so that two transactions do not wait for each other's jobs.
      const users = [...new Set(drafts.map(({ userId }) => userId))].toSorted()
      yield* Effect.forEach(users, (userId) => queue.merge(notificationJob(userId, at)), { discard: true })
    })
  })
)

/** Turns mails that no one asked for on. */
export const notifying = Layer.merge(observing, Layer.succeed(NotificationMails, true))
