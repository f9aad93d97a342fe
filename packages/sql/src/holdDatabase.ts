import { System } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect } from "effect"
import type { StorageNotUsable } from "./Database.js"
import type { DumpConnection } from "./dumpFormat.js"

/** A condition: nothing is held. It is part of what takes a mail, a webhook or a consumer, and costs no statement. */
export const isNotHeld = (sql: Statement.Constructor): Statement.Fragment =>
  sql.literal(`not exists (select 1 from boardwright_state where name = '${System.HOLD}')`)

/** Holds what leaves a database by itself, which is a copy of another: mails, deliveries to webhooks, and consumers. */
export const holdDatabase = ({ query }: DumpConnection, at: string): Effect.Effect<void, StorageNotUsable> =>
  Effect.asVoid(
    query(`insert into boardwright_state (name, value, updated_at) values ('${System.HOLD}', 'true', '${at}')
      on conflict (name) do update set updated_at = excluded.updated_at`)
  )
