import { join } from "node:path"
import { HttpConnection, requestBytes } from "./measure/httpConnection.mjs"
import { canSlowSyncs, SLOWER_SYNC_MILLIS, startContestant } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { indexAll } from "./measure/indexAll.mjs"
import { median } from "./measure/figures.mjs"
import { postgresDatabases } from "./measure/postgresDatabases.mjs"
import { short, tableOf } from "./report.mjs"
import { BOARDS, groupOf, idOf, tokenOf } from "./work/fixture.mjs"

const TASKS = 200
const LEAST = 20

const boardId = idOf("board", BOARDS.written)
const token = tokenOf(1)

const newTask = (at) => ({
  groupId: groupOf(BOARDS.written, at % 2),
  name: `Sow peas ${at}`,
  status: "working",
  priority: "high",
  assignees: [idOf("user", 1)],
  dueDate: "2027-03-25"
})
const tasks = Array.from({ length: TASKS }, (_, at) => newTask(at))

const timed = async (work) => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

const post = (connection, path, body) =>
  new Promise((resolve, reject) => {
    const done = (error, status) => {
      if (error || status >= 300) reject(error ?? new Error(`POST ${path} answers ${status}`))
      else resolve()
    }
    connection.send(requestBytes({ method: "POST", path, token, body }), done, true)
  })

const ways = {
  single: async (connection) => {
    for (const task of tasks) await post(connection, "/api/tasks", { boardId, ...task })
  },
  bulk: (connection) =>
    post(connection, "/api/tasks/bulk", { boardId, operations: tasks.map((task) => ({ op: "create", task })) })
}

const repeat = async (millis, work) => {
  for (const end = performance.now() + millis; performance.now() < end;) await work()
}

const measureOn = async (databases, { rounds, warmMillis }, slowerSyncMillis) => {
  const server = await startContestant("us", await databases.copy(), [], slowerSyncMillis)
  const connection = new HttpConnection(server.port)
  try {
    await indexAll(server)
    const seen = { single: [], bulk: [] }
    for (const way of Object.values(ways)) await repeat(warmMillis, () => way(connection))
    for (let round = 0; round < 3 * rounds; round++) {
      for (const [name, way] of Object.entries(ways)) seen[name].push(await timed(() => way(connection)))
    }
    return { ...seen, ratio: median(seen.single.map((each, at) => each / seen.bulk[at])) }
  } finally {
    connection.close()
    await server.stop()
    await databases.remove()
  }
}

/** 200 tasks by 200 requests, one after another on a kept connection, beside one bulk. They take turns. */
export const measureBulk = async (folder, options) => {
  const rows = []
  const slow = [[`SQLite, syncs ${SLOWER_SYNC_MILLIS} ms longer`, sqliteDatabases, SLOWER_SYNC_MILLIS]]
  for (const [title, open, slower = 0] of [
    ["SQLite", sqliteDatabases],
    ...(canSlowSyncs ? slow : []),
    ["PostgreSQL", postgresDatabases]
  ]) {
    const databases = await open(join(folder, `bulk-${rows.length}`))
    const { bulk, ratio, single } = await measureOn(databases, options, slower)
    const aim = ratio >= LEAST ? "met" : "**not met**"
    rows.push([title, short(median(single)), short(median(bulk)), ratio.toFixed(1), aim])
  }
  return tableOf([`${TASKS} tasks, in ms`, `${TASKS} requests`, "one bulk", "times", `at least ${LEAST}`], rows)
}
