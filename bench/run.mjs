// How fast we are, beside what could be had at best and what one would pick instead. See README.md.
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { measureBulk } from "./bulk.mjs"
import { measureGrowth } from "./growth.mjs"
import { measureInProcess } from "./inProcess.mjs"
import { heading } from "./machine.mjs"
import { compare } from "./measure/compare.mjs"
import { canSlowSyncs, SLOWER_SYNC_MILLIS } from "./measure/contestants.mjs"
import { postgresDatabases } from "./measure/postgresDatabases.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { readOptions } from "./options.mjs"
import { comparisonOf, summaryOf } from "./report.mjs"
import { measureSearch } from "./search.mjs"
import { measureSorted } from "./sorted.mjs"
import { measureUnchanged } from "./unchanged.mjs"
import { measureStart } from "./start.mjs"

const options = readOptions(process.argv.slice(2))
const OUT = options.out ?? fileURLToPath(new URL("results.md", import.meta.url))
const sections = []

const say = (text) => {
  sections.push(text)
  console.log(`${text}\n`)
}

const FRAMEWORKS = new Set(["fastify", "express"])
const MEASURED = new Set(["me", "task", "create"])
const WRITES = new Set(["create", "patchStatus", "patchColumn", "move", "comment"])

const compared =
  (storage, special = {}) =>
  async (folder) => {
    const sqlite = storage === "sqlite"
    const databases = await (sqlite ? sqliteDatabases : postgresDatabases)(folder)
    try {
      // The frameworks share the baseline's statements, so PostgreSQL would show nothing new.
      const { among } = { ...options, ...special }
      const names = sqlite ? among : among.filter((name) => !FRAMEWORKS.has(name))
      const report = (row) => console.log(`${comparisonOf(storage, row)}\n`)
      const rows = await compare(names, databases, { ...options, ...special }, report)
      if (names.includes("us") && names.includes("baseline")) say(summaryOf(storage, rows))
      sections.push(...rows.map((row) => comparisonOf(storage, row)))
    } finally {
      await databases.remove()
    }
  }

const onSlowDisk = async (folder) => {
  const works = options.works.filter((work) => WRITES.has(work))
  if (!canSlowSyncs) say("Not measured: it takes `strace`.")
  else if (works.length > 0)
    await compared("sqlite", { works, connections: [32], slowerSyncMillis: SLOWER_SYNC_MILLIS })(folder)
}

const withMetrics = async (folder) => {
  const works = options.works.filter((work) => MEASURED.has(work))
  if (works.length > 0) await compared("sqlite", { works, among: ["us", "measured"], connections: [32] })(folder)
}

const withWorkers = async (folder) => {
  const works = options.works.filter((work) => MEASURED.has(work))
  const among = ["oneProcess", "twoWorkers"]
  if (works.length > 0) await compared("postgres", { works, among, connections: [32] })(folder)
}

const parts = {
  sqlite: ["### SQLite", compared("sqlite")],
  slowDisk: [`### SQLite, on a disk whose syncs take ${SLOWER_SYNC_MILLIS} ms longer`, onSlowDisk],
  postgres: ["### PostgreSQL", compared("postgres")],
  inProcess: ["### In process", async (folder) => say(await measureInProcess(folder, options))],
  growth: ["### How cost grows", async (folder) => say(await measureGrowth(folder, options))],
  bulk: ["### Many tasks at once", async (folder) => say(await measureBulk(folder, options))],
  sorted: ["### Sorted lists", async (folder) => say(await measureSorted(folder, options))],
  unchanged: ["### Unchanged copies", async (folder) => say(await measureUnchanged(folder, options))],
  search: ["### Search", async (folder) => say(await measureSearch(folder, options))],
  start: ["### Start", async (folder) => say(await measureStart(folder, options))],
  metrics: ["### Without metrics and with them", withMetrics],
  workers: ["### One process and two workers", withWorkers]
}

const folder = await mkdtemp(join(tmpdir(), "boardwright-bench-"))
try {
  say(heading())
  for (const part of options.parts) {
    const [title, measure] = parts[part]
    say(title)
    await measure(join(folder, part))
  }
  await writeFile(OUT, `${sections.join("\n\n")}\n`)
  console.log(`Written to ${OUT}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
