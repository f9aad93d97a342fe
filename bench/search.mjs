import { join } from "node:path"
import { contestants, startContestant } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { quantile } from "./measure/figures.mjs"
import { HttpConnection } from "./measure/httpConnection.mjs"
import { indexAll, search } from "./measure/indexAll.mjs"
import { postgresDatabases } from "./measure/postgresDatabases.mjs"
import { postgresTime } from "./measure/postgresTime.mjs"
import { short, tableOf } from "./report.mjs"
import { SIZES } from "./work/fixture.mjs"

const MOST_MILLIS = 5
const TASKS = 1_000_000
/** On boards of a thousand, beside the two of every bench. */
const OTHERS = TASKS - SIZES.read - SIZES.written

/** What is sought: by the rarity of its words. */
const searches = {
  "one task": (at) => `task ${700_000 + ((at * 7_919) % 200_000)}`,
  "some hundred tasks": (at) => `task ${1000 + ((at * 7_919) % 9_000)}`,
  "all tasks": () => "task"
}

const WARM = 20

const measureServer = async (name, title, database, { rounds }) => {
  const server = await startContestant(name, database)
  let connection
  try {
    const begin = performance.now()
    await indexAll(server)
    // Opened after that: the server closes a connection that asks nothing for so long.
    connection = new HttpConnection(server.port)
    console.log(`${title}: all texts are indexed in ${short((performance.now() - begin) / 1000)} s of searches\n`)
    const rows = []
    for (const [what, q] of Object.entries(searches)) {
      const seen = []
      let before = 0
      for (let at = 0; at < WARM + 50 * rounds; at++) {
        if (at === WARM) {
          await server.probe("watch")
          before = postgresTime()
        }
        const start = performance.now()
        const found = await search(connection, q(at))
        if (found === null || found.results.length === 0) throw new Error(`nothing is found by ${q(at)}`)
        if (at >= WARM) seen.push(performance.now() - start)
      }
      const { longestStop, processorTime } = await server.probe("tell")
      const taken = (processorTime + (postgresTime() - before) / 1e3) / seen.length
      const aim = quantile(seen, 0.5) <= MOST_MILLIS ? "met" : "**not met**"
      const figures = [...[0.5, 0.99, 1].map((q) => quantile(seen, q)), taken, longestStop]
      rows.push([`${title}, ${what}`, ...figures.map(short), aim])
    }
    return rows
  } finally {
    connection?.close()
    await server.stop()
  }
}

/** One server after the other on the same database: ours, and before it an earlier one, if there is one. */
const measureOn = async (title, databases, options) => {
  try {
    const database = await databases.copy()
    const rows = "earlier" in contestants ? await measureServer("earlier", `${title}, earlier`, database, options) : []
    return [...rows, ...(await measureServer("us", title, database, options))]
  } finally {
    await databases.remove()
  }
}

/**
 * Searches among a million tasks, one after another, over HTTP, by the owner of all boards. `CPU` is the time of server and database
 * for one, which is what it takes on an idle machine.
 */
export const measureSearch = async (folder, options) => {
  const rows = []
  for (const [title, open] of [
    ["SQLite", sqliteDatabases],
    ["PostgreSQL", postgresDatabases]
  ]) {
    rows.push(...(await measureOn(title, await open(join(folder, title.toLowerCase()), { others: OTHERS }), options)))
  }
  const head = `among ${TASKS.toLocaleString("en")} tasks, in ms`
  return tableOf([head, "p50", "p99", "longest", "CPU", "longest stop", `p50 at most ${MOST_MILLIS}`], rows)
}
