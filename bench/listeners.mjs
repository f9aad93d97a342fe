// What 2,000 listeners of the stream of changes cost other requests. See README.md.
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { forkClients, startContestant, startLoad } from "./measure/contestants.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { median } from "./measure/figures.mjs"
import { BOARDS, EDITORS, idOf, SIZES, tokenOf } from "./work/fixture.mjs"

const LISTENERS = 2_000
/** A user may have ten streams. */
const USERS = LISTENERS / 10
const CHANGES_PER_SECOND = 10
const WORKS = ["me", "task", "patchStatus"]
const CONNECTIONS = 32
const MILLIS = 3_000
/** In a round one server is measured without and with listeners: two servers that do the same differ by a tenth and more. */
const ROUNDS = 7
const WARM_MILLIS = 5_000
/** After listeners have come or gone. */
const SETTLING_MILLIS = 1_000

const startListeners = (port) => {
  const child = forkClients(fileURLToPath(new URL("streamListeners.mjs", import.meta.url)))
  const boardId = idOf("board", BOARDS.written)
  // User 0 owns the workspace; the editors, a stranger and the viewers follow.
  const tokens = Array.from({ length: USERS }, (_, at) => tokenOf(at < EDITORS ? 1 + at : 2 + at))
  const ask = async (message) => {
    child.send(message)
    const [answer] = await once(child, "message")
    return answer
  }
  return {
    open: () => ask({ open: { boardId, each: LISTENERS / USERS, port, tokens } }),
    close: () => ask({ close: true }),
    stop: () => child.kill()
  }
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
const events = []
const databases = await sqliteDatabases(join(folder, "data"), { members: USERS - EDITORS })
const load = startLoad()
let server
try {
  server = await startContestant("us", await databases.copy())
  const { port, probe } = server
  const listeners = startListeners(port)
  const stop = startChanges(port)
  /** Requests per second, and the processor time of each in microseconds. */
  const measured = async (work, millis) => {
    await probe("reset")
    const { count, perSecond } = await load.burst({ work, millis, connections: CONNECTIONS, port })
    return { perSecond, micros: ((await probe("tell")).processorTime * 1e3) / count }
  }
  console.log(
    `${LISTENERS} listeners, ${CHANGES_PER_SECOND} changes per second: throughput and processor time per request`
  )
  for (const work of WORKS) {
    await measured(work, WARM_MILLIS)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const without = await measured(work, MILLIS)
      await listeners.open()
      await measured(work, SETTLING_MILLIS)
      const listened = await measured(work, MILLIS)
      events.push(await listeners.close())
      await measured(work, SETTLING_MILLIS)
      rounds.push({
        perSecond: without.perSecond,
        throughput: listened.perSecond / without.perSecond,
        micros: listened.micros / without.micros
      })
    }
    const of = (figure) => median(rounds.map((round) => round[figure]))
    console.log(
      `${work}: ${Math.round(of("perSecond"))}/s without, ${of("throughput").toFixed(2)} of it with; time ${of("micros").toFixed(2)}`
    )
  }
  const made = await stop()
  console.log(
    `${events.reduce((sum, each) => sum + each, 0)} events received; ${made} comments beside what the load changed`
  )
  listeners.stop()
} finally {
  load.stop()
  await server?.stop()
  await databases.remove()
  await rm(folder, { recursive: true, force: true })
}
