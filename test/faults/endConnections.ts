import type { Client } from "pg"
import type { Load } from "./Load.js"

/** Ends so many busy connections of Boardwright at the server, one after another under load. */
export const endConnections = async (admin: Client, load: Load, count: number): Promise<void> => {
  for (let ended = 0; ended < count;) {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'boardwright' and state <> 'idle' order by random() limit 1`
    )
    ended += rowCount ?? 0
    await load.more(5, [201])
  }
}
