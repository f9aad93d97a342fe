// What 2,000 listeners of the stream of changes cost other requests. See README.md.
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { forkClients, startContestant, startLoad } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { measureRounds } from "./measure/rounds.mjs"
import { BOARDS, EDITORS, idOf, SIZES, tokenOf } from "./work/fixture.mjs"

const LISTENERS = 2_000
/** A user may have ten streams. */
const USERS = LISTENERS / 10
const CHANGES_PER_SECOND = 10
const WORKS = ["me", "task", "patchStatus"]
const MEASURING = { connections: 32, millis: 3_000, rounds: 5, warmMillis: 2_000 }

const startListeners = async (port) => {
  const child = forkClients(fileURLToPath(new URL("streamListeners.mjs", import.meta.url)))
  const ask = async (message) => {
    child.send(message)
    const [answer] = await once(child, "message")
    return answer
  }
  const boardId = idOf("board", BOARDS.written)
  // User 0 owns the workspace; the editors, a stranger and the viewers follow.
  const tokens = Array.from({ length: USERS }, (_, at) => tokenOf(at < EDITORS ? 1 + at : 2 + at))
  await ask({ boardId, each: LISTENERS / USERS, port, tokens })
  return { told: () => ask("tell"), stop: () => child.kill() }
}

/** Comments on a task of the board at a fixed rate, until `stop`. Resolves to how many. */
const startChanges = (port) => {
  const stopping = new AbortController()
  const path = `http://127.0.0.1:${port}/api/tasks/${idOf("task", SIZES.read)}/comments`
  const headers = { authorization: `Bearer ${tokenOf(1)}`, "content-type": "application/json" }
  const run = async () => {
    let made = 0
    for (; !stopping.signal.aborted; made++) {
      const { status } = await fetch(path, { method: "POST", headers, body: `{"content":"Deeper"}` })
      if (status !== 201) throw new Error(`a comment was answered with ${status}`)
      await sleep(1_000 / CHANGES_PER_SECOND)
    }
    return made
  }
  const running = run()
  return () => {
    stopping.abort()
    return running
  }
}

const folder = await mkdtemp(join(tmpdir(), "boardwright-bench-"))
const databases = await sqliteDatabases(join(folder, "data"), { members: USERS - EDITORS })
const servers = []
const load = startLoad()
try {
  for (const name of ["without", "with"])
    servers.push({ ...(await startContestant("us", await databases.copy())), name })
  const listeners = await startListeners(servers[1].port)
  const stops = servers.map(({ port }) => startChanges(port))
  console.log(
    `${LISTENERS} listeners, ${CHANGES_PER_SECOND} changes per second: throughput and processor time per request`
  )
  for (const work of WORKS) {
    const [without, listened] = await measureRounds(servers, load, work, MEASURING)
    const { micros, throughput } = listened.to["without"]
    console.log(
      `${work}: ${Math.round(without.perSecond)}/s without, ${throughput.toFixed(2)} of it with; time ${micros.toFixed(2)}`
    )
  }
  const [, made] = await Promise.all(stops.map((stop) => stop()))
  await sleep(3_000)
  const { events, open } = await listeners.told()
  console.log(`${open} streams open, ${events} events received of ${made} comments and what the load changed`)
  listeners.stop()
} finally {
  load.stop()
  await Promise.all(servers.map((server) => server.stop()))
  await databases.remove()
  await rm(folder, { recursive: true, force: true })
}
