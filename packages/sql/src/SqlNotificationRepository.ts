import { Notification } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { count, nullable, number, text, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { NOTIFICATION } from "./entities.js"
import { insertMany } from "./insert.js"
import { among, isOneOf } from "./jsonLists.js"
import { changing, command, type Place, query } from "./statement.js"

const { boardId, userId } = NOTIFICATION
const FOUND = { ...NOTIFICATION, taskName: nullable(text()), boardName: nullable(text()) }
const DUE = { userId, taskId: text<NonNullable<Notification.Notification["taskId"]>>(), boardId }

/** A condition: the account's time zone, `''` for none, as an index could not compare null. */
const isIn = (sql: Statement.Constructor, timezone: Place) => sql`coalesce(u.timezone, '') = ${timezone}`

const make = Effect.map(Database, (db) => {
  const insert = insertMany(db, "NotificationRepository.insert", "boardwright_notification", NOTIFICATION)
  const list = query(db, "NotificationRepository.list", {
    given: { userId, limit: number },
    result: FOUND,
    text: (sql, p) => sql`select n.id as "id", n.user_id as "userId", n.kind as "kind",
        coalesce(t.board_id, n.board_id) as "boardId", n.task_id as "taskId", n.tasks as "tasks",
        n.actor_id as "actorId", n.created_at as "createdAt", t.name as "taskName", b.name as "boardName"
      from boardwright_notification n
      left join boardwright_task t on t.id = n.task_id and t.deletion_id is null and (n.kind = 'mentioned' or exists (
        select 1 from boardwright_task_assignee a where a.task_id = t.id and a.user_id = n.user_id))
      left join boardwright_board b on b.id = coalesce(t.board_id, n.board_id) and b.deletion_id is null
      where n.user_id = ${p.userId} order by n.created_at, n.id limit ${p.limit}`
  })
  const remove = command(db, "NotificationRepository.remove", {
    given: { ids: text() },
    text: (sql, p) => sql`delete from boardwright_notification where ${isOneOf(sql, "id", p.ids)}`
  })
  const countAssigned = query(db, "NotificationRepository.countAssigned", {
    given: { boardId },
    result: { userId, tasks: count },
    text: (sql, p) => sql`select user_id as "userId", count(*) as "tasks" from boardwright_task_assignee
      where ${among(sql, sql`task_id`, sql`select id from boardwright_task where board_id = ${p.boardId} and deletion_id is null`)}
      group by user_id`
  })
  const timezones = query(db, "NotificationRepository.timezones", {
    given: {},
    heavy: true,
    long: true,
    result: { timezone: text() },
    text: (sql) => sql`select distinct timezone as "timezone" from boardwright_account where timezone is not null`
  })
  // A subselect, because PostgreSQL may join accounts by reading all of them.
  const findDue = query(db, "NotificationRepository.findDue", {
    given: { timezone: text(), day: text(), from: timestamp, until: timestamp, limit: number },
    heavy: true,
    long: true,
    result: DUE,
    text: (sql, p) => sql`select a.user_id as "userId", t.id as "taskId", t.board_id as "boardId"
      from boardwright_task t
      join boardwright_task_assignee a on a.task_id = t.id
      where t.due_date >= ${p.from} and t.due_date < ${p.until} and t.deletion_id is null and lower(t.status) <> 'done'
        and (select u.id from boardwright_account u where u.id = a.user_id and ${isIn(sql, p.timezone)}
          and u.verified_at is not null and u.disabled_at is null
          and (u.reminded_on is null or u.reminded_on < ${p.day})) is not null
      order by a.user_id, t.due_date, t.id limit ${p.limit}`
  })
  const markReminded = changing(db, "NotificationRepository.markReminded", {
    given: { userId, day: text() },
    text: (sql, p) => sql`update boardwright_account set reminded_on = ${p.day}
      where id = ${p.userId} and (reminded_on is null or reminded_on < ${p.day}) returning id`
  })

  return Notification.NotificationRepository.of({
    insert,
    list: (id, limit) => list({ userId: id, limit }),
    remove: (ids) => (ids.length === 0 ? Effect.void : remove({ ids: JSON.stringify(ids) })),
    countAssigned: (id) => countAssigned({ boardId: id }),
    timezones: Effect.map(timezones({}), (rows) => [null, ...rows.map(({ timezone }) => timezone)]),
    findDue: (timezone, day, from, until, limit) => findDue({ timezone: timezone ?? "", day, from, until, limit }),
    markReminded: (id, day) => markReminded({ userId: id, day })
  })
})

/** Notifications in the database's `boardwright_notification`. */
export const layer: Layer.Layer<Notification.NotificationRepository, never, Database> = Layer.effect(
  Notification.NotificationRepository,
  make
)
