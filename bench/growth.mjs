import { startContestant, startLoad } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { median } from "./measure/figures.mjs"
import { short, tableOf } from "./report.mjs"
import { works } from "./work/works.mjs"

const WORKS = ["me", "task", "list50", "create", "patchStatus", "move", "comment"]
const ONE_ROW = new Set(["me", "task", "create", "patchStatus", "move", "comment"])
const MOST_GROWTH = 1.5

/** What grows: databases of these sizes, each but for one thing like the first. */
const axes = [
  {
    title: "Tasks in the database",
    sizes: [10, 1_000, 100_000, 1_000_000],
    sizeOf: (tasks) => ({ read: 5, written: 5, others: tasks - 10 })
  },
  {
    title: "Tasks on the board",
    sizes: [1, 100, 10_000],
    sizeOf: (tasks) => ({ read: tasks, written: tasks, others: 0 })
  },
  {
    title: "Members of the board",
    sizes: [1, 100, 1_000],
    sizeOf: (members) => ({ read: 100, written: 100, members })
  }
]

/** The p50 at each size, and the median of what the largest takes to the smallest in each round. */
const p50Of = async (servers, load, work, { millis, rounds, warmMillis }) => {
  const job = { work, connections: 1 }
  const seen = servers.map(() => [])
  for (const { port, size } of servers) await load.burst({ ...job, size, port, millis: warmMillis / 3 })
  for (let round = 0; round < rounds; round++) {
    for (const [at, { port, size }] of servers.entries()) {
      seen[at].push((await load.burst({ ...job, size, port, millis: millis / 2 })).p50)
    }
  }
  const [smallest, largest] = [seen[0], seen.at(-1)]
  return { millis: seen.map(median), growth: median(largest.map((each, round) => each / smallest[round])) }
}

const measureAxis = async (folder, { sizeOf, sizes, title }, load, options) => {
  const [opened, servers] = [[], []]
  try {
    for (const [at, size] of sizes.entries()) {
      const databases = await sqliteDatabases(`${folder}-${at}`, sizeOf(size))
      opened.push(databases)
      servers.push({ ...(await startContestant("us", await databases.copy())), size: sizeOf(size) })
    }
    const rows = []
    for (const work of WORKS) {
      const { growth, millis } = await p50Of(servers, load, work, options)
      const aim = ONE_ROW.has(work) ? (growth <= MOST_GROWTH ? "met" : "**not met**") : ""
      rows.push([works[work].title, ...millis.map((each) => short(each * 1e3)), growth.toFixed(2), aim])
    }
    const head = [`${title}: p50 in us`, ...sizes.map((size) => size.toLocaleString("en")), "growth", "at most 1.5"]
    return tableOf(head, rows)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all(opened.map((databases) => databases.remove()))
  }
}

/** How our p50 at one connection grows with what is stored; the sizes of an axis take turns. */
export const measureGrowth = async (folder, options) => {
  const load = startLoad()
  try {
    const tables = []
    for (const [at, axis] of axes.entries()) tables.push(await measureAxis(`${folder}-${at}`, axis, load, options))
    return tables.join("\n\n")
  } finally {
    load.stop()
  }
}
