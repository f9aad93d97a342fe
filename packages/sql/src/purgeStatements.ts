import type { Trash } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { number, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { DELETION } from "./entities.js"
import { among } from "./jsonLists.js"
import { type Places, returning } from "./statement.js"

type Db = Context.Tag.Service<Database>

const GIVEN = { id: DELETION.id, subjectId: text(), limit: number }
type Select = (sql: Statement.Constructor, p: Places<typeof GIVEN>) => Statement.Fragment

/** Prepares a statement that removes the rows whose keys are selected, and returns how many. */
const removing = (db: Db, table: string, select: Select, key = "id") => {
  const run = returning(db, "TrashRepository.removeSome", {
    given: GIVEN,
    result: { count: number },
    text: (sql, p) =>
      sql`delete from ${sql.literal(table)} where ${among(sql, sql.literal(key), select(sql, p))} returning 1 as "count"`
  })
  return ({ id, subjectId }: Trash.Deletion, limit: number) =>
    Effect.map(run({ id, subjectId, limit }), (rows) => rows.length)
}

type Remove = ReturnType<typeof removing>

/** Prepares the statements that remove what a deletion of each kind holds, children first. */
const stepsOf = (db: Db): Readonly<Record<Trash.DeletedKind, ReadonlyArray<Remove>>> => {
  const ofTasks = (tasks: Select) => {
    const children = ["boardwright_comment", "boardwright_subtask", "boardwright_time_entry"].map((table) =>
      removing(
        db,
        table,
        (sql, p) => sql`select id from ${sql.literal(table)}
          where task_id in (select id from (${tasks(sql, p)}) as those) limit ${p.limit}`
      )
    )
    return [...children, removing(db, "boardwright_task", tasks)]
  }
  const itself = removing(
    db,
    "boardwright_deletion",
    (sql, p) => sql`select id from boardwright_deletion where id = ${p.id}`
  )
  const row = db.dialect === "pg" ? "ctid" : "webhook_id, position"
  return {
    task: [
      ...ofTasks((sql, p) => sql`select id from boardwright_task where id = ${p.subjectId} and deletion_id = ${p.id}`),
      itself
    ],
    board: [
      ...ofTasks(
        (sql, p) => sql`select id from boardwright_task
          where board_id = ${p.subjectId} order by rank, id limit ${p.limit}`
      ),
      removing(
        db,
        "boardwright_webhook_delivery",
        (sql, p) => sql`select ${sql.literal(row)} from boardwright_webhook_delivery
          where webhook_id in (select id from boardwright_webhook where board_id = ${p.subjectId}) limit ${p.limit}`,
        `(${row})`
      ),
      removing(
        db,
        "boardwright_deletion",
        (sql, p) => sql`select id from boardwright_deletion
          where board_id = ${p.subjectId} and id <> ${p.id} limit ${p.limit}`
      ),
      removing(
        db,
        "boardwright_board",
        (sql, p) => sql`select id from boardwright_board where id = ${p.subjectId} and deletion_id = ${p.id}`
      ),
      itself
    ]
  }
}

/** The part of the trash repository that removes rows: the first step that finds any. */
export const purgeStatements = (db: Db): Context.Tag.Service<Trash.TrashRepository>["removeSome"] => {
  const steps = stepsOf(db)
  return Effect.fnUntraced(function* (deletion, limit) {
    for (const remove of steps[deletion.kind]) {
      const removed = yield* remove(deletion, limit)
      if (removed > 0) return removed
    }
    return 0
  })
}
