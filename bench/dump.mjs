// How long a dump and a load of the whole database take, with how much memory, both ways. See README.md.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createReadStream } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { createGunzip } from "node:zlib"
import { postgresSupport } from "./measure/testSupport.mjs"
import { short, tableOf } from "./report.mjs"

const TASKS = Number(process.argv[2] ?? 1_000_000)
const BOARDS = 100
const COMMAND = fileURLToPath(new URL("../packages/cli/bin/boardwright.js", import.meta.url))

/** Writes the resources that the process used, with all of its threads, to its fourth file when it ends. */
const WITH_PEAK = [
  "--import",
  `data:text/javascript,import { writeSync } from "node:fs"; process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())))`
]

/** Runs a command, and returns its seconds, its seconds of CPU time, and the most memory that it held, in MB. */
const run = async (env, ...parameters) => {
  const from = performance.now()
  const child = spawn(process.execPath, [...WITH_PEAK, COMMAND, ...parameters], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"]
  })
  const [[code], log, use] = await Promise.all([once(child, "exit"), text(child.stderr), text(child.stdio[3])])
  if (code !== 0) throw new Error(`boardwright ${parameters.join(" ")} ended with ${code}:\n${log}`)
  const { maxRSS, systemCPUTime, userCPUTime } = JSON.parse(use)
  const seconds = (performance.now() - from) / 1000
  return { seconds, processor: (userCPUTime + systemCPUTime) / 1e6, peak: (maxRSS * 1024) / 1e6 }
}

/** The SHA-256 of a dump's text after its first line, which has the time and the database. */
const digestOf = async (file) => {
  const hash = createHash("sha256")
  let isAfterHeader = false
  for await (const piece of createReadStream(file).pipe(createGunzip())) {
    const end = isAfterHeader ? -1 : piece.indexOf("\n")
    if (isAfterHeader || end >= 0) hash.update(piece.subarray(end + 1))
    isAfterHeader ||= end >= 0
  }
  return hash.digest("hex")
}

const folder = await mkdtemp(join(tmpdir(), "boardwright-dump-"))
const { startPostgres } = await postgresSupport("startPostgres")
const postgres = await startPostgres({ settings: { fsync: "on", full_page_writes: "on" } })
try {
  const [first, second] = ["first", "second"].map((name) => ({ DATA_DIR: join(folder, name) }))
  const onPostgres = { DATA_DIR: join(folder, "postgres"), DATABASE_URL: postgres.url, JWT_SECRET: "x".repeat(32) }
  const files = ["first", "postgres", "second"].map((name) => join(folder, `${name}.gz`))
  await run(first, "seed", "--boards", String(BOARDS), "--tasks", String(Math.ceil(TASKS / BOARDS)))
  const measured = []
  for (const [name, env, command, file] of [
    ["SQLite: dump", first, "dump", files[0]],
    ["PostgreSQL: load", onPostgres, "load", files[0]],
    ["PostgreSQL: dump", onPostgres, "dump", files[1]],
    ["SQLite: load", second, "load", files[1]],
    ["SQLite: dump of the loaded file", second, "dump", files[2]]
  ]) {
    const { peak, processor, seconds } = await run(env, command, file)
    measured.push([name, short(seconds), short(processor), short(peak), short(loadavg()[0])])
  }
  const digests = await Promise.all(files.map(digestOf))
  if (new Set(digests).size !== 1) throw new Error(`the dumps differ after their first line: ${digests.join(", ")}`)
  const megabytes = async (path) => short((await stat(path)).size / 1e6)
  const sizes = [await megabytes(files[0]), await megabytes(join(first.DATA_DIR, "boardwright.db"))]
  console.log(
    `${TASKS} tasks: a dump of ${sizes[0]} MB, a file of ${sizes[1]} MB; all dumps are the same after their first line\n`
  )
  console.log(tableOf(["", "s", "CPU s", "peak MB", "load average"], measured))
} finally {
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
}
