import { works } from "../work/works.mjs"
import { expectEqualAnswers, expectEqualRefusals } from "./answers.mjs"
import { startContestant, startLoad } from "./contestants.mjs"
import { mediansOf } from "./figures.mjs"
import { indexAll } from "./indexAll.mjs"
import { measureRounds } from "./rounds.mjs"

/** Starts the contestants, each on a new copy of the filled database; all end with the work. */
const withServers = async (names, databases, { nodeFlags = [], slowerSyncMillis }, use) => {
  const [copies, servers] = [[], []]
  try {
    for (const name of names) {
      const database = await databases.copy()
      copies.push(database)
      const flags = name === "us" || name === "unbundled" ? nodeFlags : []
      servers.push(await startContestant(name, database, flags, slowerSyncMillis))
    }
    for (const server of servers) await indexAll(server)
    return await use(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all(copies.map(({ drop }) => drop()))
  }
}

/** Warms the servers up and measures one work, for each number of connections. */
const measureWork = async (servers, load, work, options) => {
  const { most } = works[work]
  const all = most === undefined ? options.connections : [most.connections]
  const rows = []
  for (const [at, connections] of all.entries()) {
    // New servers run code that is not compiled yet, the more of it the more kinds of requests there are.
    const warmMillis = at === 0 ? 3 * options.warmMillis : options.warmMillis
    const figures = await measureRounds(servers, load, work, { ...options, connections, warmMillis })
    rows.push({ work, connections, figures })
  }
  return rows
}

/**
 * Measures contestants on one storage: for each work new servers on new data, which have to answer alike first. With several starts
 * these are the medians of as many servers: one process of the same program is up to a tenth faster than the next.
 * `report` is told of each row when it is there.
 */
export const compare = async (names, databases, options, report) => {
  const load = startLoad()
  const rows = []
  try {
    // An earlier server lacks what answers have got since.
    const alike = !names.includes("earlier")
    if (alike) await withServers(names, databases, {}, expectEqualRefusals)
    for (const work of options.works) {
      const starts = []
      for (let start = 0; start < options.starts; start++) {
        await withServers(names, databases, options, async (servers) => {
          if (alike) await expectEqualAnswers(servers, work)
          starts.push(await measureWork(servers, load, work, options))
        })
      }
      const measured = mediansOf(starts)
      measured.forEach(report)
      rows.push(...measured)
    }
    return rows
  } finally {
    load.stop()
  }
}
