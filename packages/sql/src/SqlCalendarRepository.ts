import { Calendar } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { CALENDAR_LINK, RANK, SLICE, TASK } from "./entities.js"
import { findBy, removeBy } from "./findBy.js"
import { insertOne } from "./insert.js"
import { listInPages } from "./pages.js"
import { columns, command, query, queryOne } from "./statement.js"

const { boardId, hash, id, userId } = CALENDAR_LINK
const SHOWN = {
  id: TASK.id,
  ...RANK,
  name: TASK.name,
  description: TASK.description,
  status: TASK.status,
  dueDate: TASK.dueDate,
  updatedAt: TASK.updatedAt
}

/** Sorts before every task: no rank is empty. */
const START = { rank: "", id: "" } as Pick<Calendar.CalendarTask, "rank" | "id">

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "CalendarRepository.insert", "boardwright_calendar_link", CALENDAR_LINK)
  const findByHash = queryOne(db, "CalendarRepository.findByHash", {
    given: { hash },
    result: CALENDAR_LINK,
    text: (sql, p) => sql`select ${columns(sql, CALENDAR_LINK, "l")} from boardwright_calendar_link l
      where l.hash = ${p.hash} and not exists (
        select 1 from boardwright_account a where a.id = l.user_id and a.disabled_at is not null)`
  })
  const find = findBy(db, "CalendarRepository.find", "boardwright_calendar_link", CALENDAR_LINK, { boardId, id })
  const list = listInPages(db, "CalendarRepository.list", {
    given: { boardId },
    result: CALENDAR_LINK,
    from: (sql, p) => sql`boardwright_calendar_link where board_id = ${p.boardId}`,
    orderBy: "created_at, id"
  })
  const listOwn = listInPages(db, "CalendarRepository.list", {
    given: { boardId, userId },
    result: CALENDAR_LINK,
    from: (sql, p) => sql`boardwright_calendar_link where board_id = ${p.boardId} and user_id = ${p.userId}`,
    orderBy: "created_at, id"
  })
  const listOf = listInPages(db, "CalendarRepository.listOf", {
    given: { userId },
    result: CALENDAR_LINK,
    from: (sql, p) => sql`boardwright_calendar_link where user_id = ${p.userId}`,
    orderBy: "created_at, id"
  })
  const remove = removeBy(db, "CalendarRepository.remove", "boardwright_calendar_link", { id })
  const removeOf = command(db, "CalendarRepository.removeOf", {
    given: { userId },
    text: (sql, p) => sql`delete from boardwright_calendar_link where user_id = ${p.userId}`
  })
  const tasks = query(db, "CalendarRepository.tasks", {
    given: { boardId, ...RANK, id: TASK.id, limit: SLICE.limit },
    result: SHOWN,
    text: (sql, p) => sql`select ${columns(sql, SHOWN)} from boardwright_task
      where board_id = ${p.boardId} and deletion_id is null and (rank, id) > (${p.rank}, ${p.id})
      order by rank, id limit ${p.limit}`
  })

  return Calendar.CalendarRepository.of({
    insert,
    findByHash: (hash) => findByHash({ hash }),
    find: (boardId, id) => find({ boardId, id }),
    list: (boardId, userId, slice) =>
      userId === null ? list({ boardId }, slice) : listOwn({ boardId, userId }, slice),
    listOf: (userId, slice) => listOf({ userId }, slice),
    remove: (id) => remove({ id }),
    removeOf: (userId) => removeOf({ userId }),
    tasks: (boardId, after, limit) => tasks({ boardId, ...(after ?? START), limit })
  })
})

/** Links to calendars in the database's `boardwright_calendar_link`. */
export const layer: Layer.Layer<Calendar.CalendarRepository, never, Database> = Layer.effect(
  Calendar.CalendarRepository,
  make
)
