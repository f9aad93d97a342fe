import { startContestant } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { median } from "./measure/figures.mjs"
import { short, tableOf } from "./report.mjs"

const TIMES = 7

/** From the start of the process until it listens, on a filled SQLite file, and the memory it holds then. */
export const measureStart = async (folder, { among }) => {
  const databases = await sqliteDatabases(folder)
  try {
    const seen = new Map(among.map((name) => [name, []]))
    for (let time = 0; time < TIMES; time++) {
      for (const name of among) {
        const database = await databases.copy()
        const server = await startContestant(name, database)
        seen.get(name).push({ millis: server.startedIn, memory: (await server.probe("tell")).memory })
        await server.stop()
        await database.drop()
      }
    }
    const millis = (name) => median(seen.get(name).map((each) => each.millis))
    const rows = among.map((name) => [
      name,
      short(millis(name)),
      short(median(seen.get(name).map(({ memory }) => memory)))
    ])
    const table = tableOf(["", "ms until it listens", "MB then"], rows)
    if (!among.includes("us")) return table
    return `${table}\n\n- ${millis("us") < 500 ? "met" : "**not met**"}: listens within 500 ms (${short(millis("us"))})`
  } finally {
    await databases.remove()
  }
}
