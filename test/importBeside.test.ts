import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { largeSheet } from "../packages/cli/test/boards/largeSheet.js"
import { runCommand } from "./support/childServer.js"
import { newPerson, post, signIn, standaloneServers, UNLIMITED } from "./support/standalone.js"

const ROWS = 50_000

/** Longest that a read may take meanwhile, in milliseconds. The longest seen took 70 on two cores. */
const LONGEST_READ = 2000

const { start } = standaloneServers()

interface Answers {
  readonly statuses: Map<number, number>
  longest: number
}

/** Repeats a request until it is stopped. Returns the statuses and the longest duration. */
const asking = (ask: () => Promise<Response>) => {
  const answers: Answers = { statuses: new Map(), longest: 0 }
  const over = new AbortController()
  const all = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now()
      const response = await ask()
      await response.arrayBuffer()
      answers.longest = Math.max(answers.longest, performance.now() - began)
      answers.statuses.set(response.status, (answers.statuses.get(response.status) ?? 0) + 1)
    }
  })()
  return async (): Promise<Answers> => {
    over.abort()
    await all
    return answers
  }
}

const summary = ({ longest, statuses }: Answers): string =>
  `longest ${Math.round(longest)} ms (${[...statuses].map(([status, count]) => `${count} x ${status}`).join(", ")})`

it(`a server goes on answering while ${ROWS} rows are imported into its file`, { timeout: 240_000 }, async () => {
  const server = await start("beside", UNLIMITED)
  const token = await signIn(server, await newPerson(server, "ada"))
  const authorization = { authorization: `Bearer ${token}` }
  const { body: workspace } = await post(server, "/api/workspaces", { name: "Garden" }, authorization)
  const workspaceId = String(workspace.workspace.id)
  const { body } = await post(server, "/api/boards", { name: "Spring", workspaceId }, authorization)
  const boardId = String(body.board.id)

  writeFileSync(join(server.dataDir, "large.csv"), largeSheet(ROWS))
  const child = runCommand(["import", "large.csv"], { DATA_DIR: server.dataDir }, server.dataDir)
  const reads = asking(() => fetch(`${server.url}/api/auth/me`, { headers: authorization }))
  const headers = { ...authorization, "content-type": "application/json" }
  const task = JSON.stringify({ boardId, name: "Sow peas" })
  const writes = asking(() => fetch(`${server.url}/api/tasks`, { method: "POST", headers, body: task }))
  const began = performance.now()
  const code = await child.ended
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const [read, write] = [await reads(), await writes()]
  process.stdout.write(`import: ${seconds} s; reads: ${summary(read)}; writes: ${summary(write)}\n`)

  expect([code, child.stderr()]).toEqual([0, expect.stringContaining(`: ${ROWS} tasks, 0 warnings\n`)])
  expect([...read.statuses.keys()]).toEqual([200])
  expect([...write.statuses.keys()]).toEqual([201])
  expect(read.longest).toBeLessThan(LONGEST_READ)
})
