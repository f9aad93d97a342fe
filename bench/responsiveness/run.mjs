// How long the server keeps readers waiting while it hashes passwords and while it imports. See README.md.
import { mkdtemp, rm } from "node:fs/promises"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { bodies } from "./bodies.mjs"
import { makeAccounts, makeTask } from "./fixtures.mjs"
import { clock, expectStatus, httpClient } from "./httpClient.mjs"
import { durations, latencies, observe } from "./observe.mjs"
import { print } from "./print.mjs"
import { startLoad, startServer } from "./processes.mjs"
import { sheet } from "./sheet.mjs"

const SIGN_IN_ROUNDS = 5
const SIGN_IN_MILLIS = 5_000
const IMPORT_ROUNDS = 9
const BODY_ROUNDS = 5
const ROWS = 10_000
const COLUMNS = 10
const READ_EVERY_MILLIS = 5

const signInRound = async (server, job, accounts) => {
  const idle = await observe(server, job, () => sleep(SIGN_IN_MILLIS))
  const hashing = await startLoad({ kind: "signIn", baseUrl: server.baseUrl, accounts })
  const busy = await observe(server, job, () => sleep(SIGN_IN_MILLIS))
  const signIns = (await hashing.stop()).filter((each) => each.to >= busy.from && each.to < busy.to).length
  return {
    ...latencies(idle.samples, "me", "idle"),
    "longest pause, idle": idle.longestPause,
    ...latencies(busy.samples, "me", "8 sign-ins"),
    "longest pause, 8 sign-ins": busy.longestPause,
    "sign-ins per second": signIns / ((busy.to - busy.from) / 1000)
  }
}

const importRound = async (server, job, body) => {
  const client = httpClient(server.baseUrl, job.token)
  const importing = await observe(server, job, () => client.send("POST", "/api/boards/import", body))
  client.close()
  const { imported } = JSON.parse(expectStatus(201, importing.result, "import").text)
  if (imported !== ROWS) throw new Error(`the import took ${imported} rows`)
  return {
    "import: duration": importing.to - importing.from,
    "import: processor time": importing.processorTime,
    "longest pause, import": importing.longestPause,
    ...latencies(importing.samples, "task", "import"),
    ...latencies(importing.samples, "me", "import"),
    ...latencies(importing.samples, "me over a new connection", "import")
  }
}

/** What a reader of `me` waits for at most while a body is read and answered, beside what parsing it alone takes. */
const bodyRound = async (server, job, { name, path, status, text }) => {
  const from = clock()
  JSON.parse(text)
  const parsed = clock() - from
  const client = httpClient(server.baseUrl, path.startsWith("/api/auth/") ? undefined : job.token)
  const { longestPause, result, samples } = await observe(server, job, () => client.send("POST", path, text))
  client.close()
  expectStatus(status, result, name)
  return {
    [`${name}: JSON.parse`]: parsed,
    [`${name}: longest pause`]: longestPause,
    // What is answered within milliseconds may be over before a reader asks.
    [`${name}: slowest me`]: Math.max(0, ...durations(samples, "me"))
  }
}

const bodyRounds = async (server, job, { make, ...body }) => {
  const text = make()
  const sent = { ...body, text }
  return repeat(BODY_ROUNDS, () => bodyRound(server, job, sent))
}

const repeat = async (times, round) => {
  const rounds = []
  for (let n = 0; n < times; n++) rounds.push(await round())
  return rounds
}

const run = async (server) => {
  const { accounts, token } = await makeAccounts(server)
  const { taskId, workspaceId } = await makeTask(server.baseUrl, token)
  const job = { kind: "read", baseUrl: server.baseUrl, token, everyMillis: READ_EVERY_MILLIS }
  const me = { me: "/api/auth/me" }
  const others = `load average ${loadavg()[0].toFixed(1)}`
  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0].model}, ${others}, ${new Date().toISOString()}\n`
  )
  console.log(`Sign-ins (${SIGN_IN_ROUNDS} rounds of ${SIGN_IN_MILLIS / 1000} s)\n`)
  print(await repeat(SIGN_IN_ROUNDS, () => signInRound(server, { ...job, paths: me }, accounts)))
  const body = sheet(workspaceId, { rows: ROWS, columns: COLUMNS })
  const megabytes = (Buffer.byteLength(body) / 1e6).toFixed(1)
  console.log(`Import of ${ROWS} rows x ${COLUMNS} columns, ${megabytes} MB (${IMPORT_ROUNDS} rounds)\n`)
  const paths = { ...me, task: `/api/tasks/${taskId}` }
  print(await repeat(IMPORT_ROUNDS, () => importRound(server, { ...job, paths }, body)))
  console.log(`Large bodies, beside JSON.parse of the same text in the bench's process (${BODY_ROUNDS} rounds)\n`)
  const all = []
  for (const each of bodies(workspaceId)) all.push(await bodyRounds(server, { ...job, paths: me }, each))
  print(Array.from({ length: BODY_ROUNDS }, (_, n) => Object.assign({}, ...all.map((rounds) => rounds[n]))))
}

const dataDir = await mkdtemp(join(tmpdir(), "boardwright-bench-"))
try {
  const server = await startServer(dataDir, { nodeFlags: process.argv.slice(2) })
  try {
    await run(server)
  } finally {
    await server.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
