import pg from "pg"
import { accounts } from "./accounts.mjs"
import { counts } from "./counts.mjs"
import { imports } from "./imports.mjs"
import { reads } from "./reads.mjs"
import { writes } from "./writes.mjs"

/** As many as the service opens by default. */
const CONNECTIONS = 10
const [BIGINT, TIMESTAMPTZ] = [20, 1184]

// Sessions are at UTC: "2027-01-01 00:00:00.12+00".
const instant = (text) => {
  const millis = text.slice(20, -3).slice(0, 3).padEnd(3, "0")
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}

/** What the work needs of a pool: prepared statements by name, alone or in a transaction. */
const database = (url) => {
  pg.types.setTypeParser(BIGINT, Number)
  pg.types.setTypeParser(TIMESTAMPTZ, instant)
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, options: "-c timezone=UTC" })
  const names = new Map()
  const named = (text, values) => {
    if (!names.has(text)) names.set(text, `s${names.size}`)
    return { name: names.get(text), text, values }
  }
  const rows = async (client, text, values) => (await client.query(named(text, values))).rows
  return {
    one: async (text, values) => (await rows(pool, text, values))[0],
    rows: (text, values) => rows(pool, text, values),
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query("begin")
        const result = await work(
          async (text, values) => (await rows(client, text, values))[0],
          (text, values) => rows(client, text, values)
        )
        await client.query("commit")
        return result
      } catch (error) {
        await client.query("rollback")
        throw error
      } finally {
        client.release()
      }
    }
  }
}

/** The work by hand on a PostgreSQL database that the service's own migrations made. */
export const openPostgres = (url) => {
  const db = database(url)
  return { ...accounts(db), ...counts(db), ...reads(db), ...writes(db), ...imports(db) }
}
