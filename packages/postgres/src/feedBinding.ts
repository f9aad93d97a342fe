import type { Database, FeedBinding } from "@boardwright/sql"
import { type Context, Effect } from "effect"

// A standby has no timeline of its own yet.
const PLACE = `select case when pg_is_in_recovery() then null
    else substring(pg_walfile_name(pg_current_wal_lsn()) for 8) end as timeline,
  (select oid::text from pg_database where datname = current_database()) as database,
  'boardwright_feed'::regclass::oid::text as feed,
  has_function_privilege('pg_control_system()', 'execute') as "mayReadSystem"`

interface Place {
  readonly timeline: string | null
  readonly database: string
  readonly feed: string
  readonly mayReadSystem: boolean
}

/**
 * The cluster's identifier, its timeline, the database and the table of the feed. The identifier is null if the role may not
 * call `pg_control_system`: then a dump restored into another cluster is noticed only by the rest. The timeline is null on a
 * standby.
 */
export const feedBinding = Effect.fnUntraced(function* (database: Context.Tag.Service<Database>) {
  const ask = (text: string) => database.prepare({ operation: "ChangeRepository.bind", text, writes: false })([])
  const [place] = (yield* ask(PLACE)) as ReadonlyArray<Place>
  if (place === undefined) return yield* Effect.dieMessage("The database did not say which one it is")
  const [control] = place.mayReadSystem
    ? ((yield* ask("select system_identifier::text as system from pg_control_system()")) as ReadonlyArray<{
        readonly system: string
      }>)
    : []
  const binding: FeedBinding = [control?.system ?? null, place.timeline, place.database, place.feed]
  return binding
})
