import { Clock, Duration, Effect } from "effect"
import { DEFAULT_TIMEZONE } from "../account/timezone.js"
import { Ids } from "../ports/Ids.js"
import { MailQueue } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { fromMillis, now } from "../values/Timestamp.js"
import { localTime } from "./localTime.js"
import { type DueTask, NotificationRepository } from "./NotificationRepository.js"
import { notificationJob } from "./queueNotifications.js"

/** Local hours between which reminders are sent: late ones if no server ran at the first. */
const FROM_HOUR = 8
const UNTIL_HOUR = 12
/** Most assignments that are read at once; those of one user are in one mail. */
const MOST = 1000

const DAY = Duration.toMillis("1 day")

/** Stores the reminder of a user, once a day, of whatever number of callers. */
const remind = Effect.fnUntraced(function* (tasks: ReadonlyArray<DueTask>, day: string) {
  const notifications = yield* NotificationRepository
  const queue = yield* MailQueue
  const ids = yield* Ids
  const [first] = tasks
  if (first === undefined) return
  const at = yield* now
  yield* transactional(
    Effect.gen(function* () {
      if (!(yield* notifications.markReminded(first.userId, day))) return
      const stored = yield* Effect.forEach(tasks, (task) =>
        Effect.map(ids.next, (id) => ({ ...task, id, kind: "due" as const, tasks: 1, actorId: null, createdAt: at }))
      )
      yield* notifications.insert(stored)
      yield* queue.merge(notificationJob(first.userId, at, Duration.zero))
    })
  )
})

/**
 * Queues a mail to each user with an open task that is due tomorrow, by the UTC day of the due date. It is queued between 8:00
 * and 12:00 in the user's time zone, once a day, by whichever instance comes first.
 */
export const remindOfDueTasks = Effect.gen(function* () {
  const notifications = yield* NotificationRepository
  const millis = yield* Clock.currentTimeMillis
  for (const timezone of yield* notifications.timezones) {
    const { day, hour } = localTime(timezone ?? DEFAULT_TIMEZONE, millis)
    if (hour < FROM_HOUR || hour >= UNTIL_HOUR) continue
    const today = fromMillis(day).slice(0, 10)
    const from = fromMillis(day + DAY)
    const until = fromMillis(day + 2 * DAY)
    for (let more = true; more;) {
      const due = yield* notifications.findDue(timezone, today, from, until, MOST)
      const users = [...new Set(due.map(({ userId }) => userId))]
      const tasksOf = (user: string) => due.filter(({ userId }) => userId === user)
      more = due.length === MOST
      // Other tasks of the last user may be in the next page.
      const whole = more && users.length > 1 ? users.slice(0, -1) : users
      yield* Effect.forEach(whole, (user) => remind(tasksOf(user), today), { discard: true })
    }
  }
})
