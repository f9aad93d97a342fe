import type { Database } from "./Database.js"
import { SESSION } from "./entities.js"
import { forUpdate, queryOne } from "./statement.js"

const { userId } = SESSION

/** Locks an account, so that what concurrent transactions count or remove of it is counted one at a time, without a deadlock. */
export const lockAccount = (db: Database["Type"], operation: string) =>
  queryOne(db, operation, {
    given: { userId },
    result: { userId },
    text: (sql, p) => sql`select id as "userId" from boardwright_account where id = ${p.userId} ${forUpdate(sql)}`
  })
