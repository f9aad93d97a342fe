import { openPostgres } from "./postgres/open.mjs"
import { passwordThreads } from "./passwords.mjs"
import { memoryCounts } from "./rateCounts.mjs"
import { openSqlite } from "./sqlite/open.mjs"

/** What a contestant works with, by the environment: the work by hand, rate counts, and threads that compare passwords. */
export const openWork = () => {
  const { DATABASE, JWT_SECRET, RATE_LIMIT } = process.env
  const common = { secret: JWT_SECRET, limit: Number(RATE_LIMIT), compare: passwordThreads() }
  if (!DATABASE.startsWith("postgres:")) return { ...common, work: openSqlite(DATABASE), count: memoryCounts() }
  const work = openPostgres(DATABASE)
  return { ...common, work, count: work.count }
}

/** Tells the bench where a contestant listens, and ends when it is told to. */
export const listening = (port) => {
  process.stderr.write(`listens on http://127.0.0.1:${port}\n`)
  process.once("SIGTERM", () => process.exit(0))
}
