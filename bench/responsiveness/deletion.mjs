// How long deleting and restoring a board of 100,000 tasks takes, beside an ordinary change. See README.md.
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { postgresSupport } from "../measure/testSupport.mjs"
import { clock, expectStatus, httpClient } from "./httpClient.mjs"
import { quantile } from "./observe.mjs"
import { print } from "./print.mjs"
import { startServer } from "./processes.mjs"

const TASKS = Number(process.argv[2] ?? 100_000)
const ROUNDS = 50
const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/boardwright.js", import.meta.url))

/** Runs a command of the CLI and returns what it prints. */
const command = async (env, ...args) =>
  (await promisify(execFile)(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...env } })).stdout

const run = async (name, env) => {
  const dataDir = await mkdtemp(join(tmpdir(), "boardwright-bench-"))
  const settings = { DATA_DIR: dataDir, ...env }
  try {
    const seeded = await command(settings, "seed", "--boards", "1", "--tasks", String(TASKS), "--json")
    const { boards, owner, workspace } = JSON.parse(seeded)
    const token = (await command(settings, "token", "mint", "--as", owner.email)).trim()
    const server = await startServer(dataDir, { env })
    const client = httpClient(server.baseUrl, token)
    const took = { "ordinary change": [], deletion: [], restoring: [] }
    const timed = async (work, method, path, body) => {
      const from = clock()
      const answer = expectStatus(200, await client.send(method, path, body), work)
      took[work].push(clock() - from)
      return JSON.parse(answer.text)
    }
    const read = async (path) => JSON.parse(expectStatus(200, await client.send("GET", path), path).text)
    try {
      const path = `/api/boards/${boards[0]}`
      for (let round = 0; round < ROUNDS; round++) {
        await timed("ordinary change", "PATCH", path, { name: `Round ${round}` })
        await timed("deletion", "DELETE", path)
        const { deletions } = await read(`/api/trash?workspaceId=${workspace.id}`)
        await timed("restoring", "POST", `/api/trash/${deletions[0].id}/restore`)
      }
    } finally {
      client.close()
      await server.stop()
    }
    console.log(`\n${name}, a board of ${TASKS} tasks, ${ROUNDS} rounds\n`)
    print([
      Object.fromEntries(
        Object.entries(took).flatMap(([work, all]) => [
          [`${work}: p50`, quantile(all, 0.5)],
          [`${work}: max`, quantile(all, 1)]
        ])
      )
    ])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

await run("SQLite", {})
const { startPostgres } = await postgresSupport("startPostgres")
const postgres = await startPostgres({ settings: { fsync: "on", full_page_writes: "on" } })
try {
  await run("PostgreSQL", { DATABASE_URL: postgres.url, JWT_SECRET: "x".repeat(32) })
} finally {
  await postgres.remove()
}
