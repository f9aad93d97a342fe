// How long a backlog of changes without a position takes, and what others wait for meanwhile. See README.md.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { withClient } from "../measure/postgresDatabases.mjs"
import { postgresSupport } from "../measure/testSupport.mjs"
import { makeAccounts, makeTask } from "./fixtures.mjs"
import { clock, expectStatus, httpClient } from "./httpClient.mjs"
import { latencies, observe, quantile } from "./observe.mjs"
import { print } from "./print.mjs"
import { startServer } from "./processes.mjs"

const CHANGES = Number(process.argv[2] ?? 1_000_000)
const READ_EVERY_MILLIS = 5
const IDLE_MILLIS = 5_000
/** The largest page of the feed. */
const LIMIT = 500

const backlog = ({ taskId, workspaceId }) => `insert into boardwright_change
    (at, type, workspace_id, board_id, task_id, subject_id, fields)
  select now(), 'task.updated', '${workspaceId}', t.board_id, t.id, t.id, '{"status":{"from":"pending","to":"working"}}'
  from boardwright_task t, generate_series(1, ${CHANGES}) where t.id = '${taskId}'`

/** Follows the feed to its end and returns the milliseconds that each page took. */
const follow = async (client, since) => {
  const took = []
  let read = 0
  for (let next = { cursor: since, hasMore: true }; next.hasMore; read += next.changes.length) {
    const from = clock()
    const answer = await client.send("GET", `/api/changes?since=${next.cursor}&limit=${LIMIT}`)
    took.push(clock() - from)
    next = JSON.parse(expectStatus(200, answer, "the feed").text)
  }
  if (read !== CHANGES) throw new Error(`the feed had ${read} changes`)
  return took
}

const run = async (database, server) => {
  const { token } = await makeAccounts(server)
  const made = await makeTask(server.baseUrl, token)
  const client = httpClient(server.baseUrl, token)
  const { cursor } = JSON.parse((await client.send("GET", "/api/changes?since=now")).text)
  await withClient(database, (postgres) => postgres.query(backlog(made)))
  const paths = { me: "/api/auth/me", task: `/api/tasks/${made.taskId}` }
  const job = { kind: "read", baseUrl: server.baseUrl, token, everyMillis: READ_EVERY_MILLIS, paths }
  const idle = await observe(server, job, () => sleep(IDLE_MILLIS))
  const placing = await observe(server, job, () => follow(client, cursor))
  client.close()
  print([
    {
      "all placed and read": placing.to - placing.from,
      "page of 500: p50": quantile(placing.result, 0.5),
      "page of 500: p99": quantile(placing.result, 0.99),
      "page of 500: max": quantile(placing.result, 1),
      ...latencies(idle.samples, "me", "idle"),
      ...latencies(placing.samples, "me", "placing"),
      ...latencies(idle.samples, "task", "idle"),
      ...latencies(placing.samples, "task", "placing"),
      "longest pause, placing": placing.longestPause
    }
  ])
}

console.log(`A backlog of ${CHANGES} changes on PostgreSQL\n`)
const { startPostgres } = await postgresSupport("startPostgres")
const postgres = await startPostgres({ settings: { fsync: "on", full_page_writes: "on", max_wal_size: "1GB" } })
const dataDir = await mkdtemp(join(tmpdir(), "boardwright-bench-"))
try {
  const server = await startServer(dataDir, { env: { DATABASE_URL: postgres.url, JWT_SECRET: "x".repeat(32) } })
  try {
    await run(postgres.url, server)
  } finally {
    await server.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
  await postgres.remove()
}
