// A process of load. A `{kind, ...}` message starts it, which it answers with "ready"; "stop" ends it, which it answers
// with what it saw.
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { clock, expectStatus, httpClient } from "./httpClient.mjs"

const samples = []
const stopping = new AbortController()

const measure = async (name, send) => {
  const from = clock()
  expectStatus(200, await send(), name)
  samples.push({ name, from, to: clock() })
}

/** Open connections from the start, enough for the requests of a quarter of a second to wait at once. */
const CONNECTIONS = 100
/** Of so many rounds of reads, one also reads over a new connection. */
const NEW_CONNECTION_EVERY = 4

/** Asks for every path at a fixed rate, whether or not earlier answers are there: a server that stalls is seen to. */
const read = async ({ baseUrl, everyMillis, paths, token }) => {
  const kept = httpClient(baseUrl, token)
  const fresh = httpClient(baseUrl, token, { keepAlive: false })
  const pending = new Set()
  const ask = (name, client, path) => {
    const answered = measure(name, () => client.send("GET", path)).finally(() => pending.delete(answered))
    pending.add(answered)
    answered.catch(fail)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, () => kept.send("GET", paths.me)))
  process.send("ready")
  let next = clock()
  for (let round = 0; !stopping.signal.aborted; round++) {
    await sleep(Math.max(0, next - clock()))
    for (const [name, path] of Object.entries(paths)) ask(name, kept, path)
    if (round % NEW_CONNECTION_EVERY === 0) ask("me over a new connection", fresh, paths.me)
    next = Math.max(next + everyMillis, clock())
  }
  await Promise.all(pending)
  kept.close()
  fresh.close()
}

/** Keeps as many sign-ins under way as there are accounts. */
const signIn = async ({ accounts, baseUrl }) => {
  const client = httpClient(baseUrl)
  const again = async (account) => {
    while (!stopping.signal.aborted) await measure("sign-in", () => client.send("POST", "/api/auth/signin", account))
  }
  process.send("ready")
  await Promise.all(accounts.map(again))
  client.close()
}

const fail = (error) => {
  console.error(error)
  process.exit(1)
}

const [job] = await once(process, "message")
process.on("message", () => stopping.abort())
await (job.kind === "read" ? read(job) : signIn(job)).catch(fail)
process.send(samples, () => process.disconnect())
