import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RawConnection, type RawResponse, requestText } from "../support/rawConnection.js"
import { get, standaloneServers } from "../support/standalone.js"
import { DATABASES, databases, type Kept, newBoard, somebody } from "./given.js"
import { print } from "./Load.js"

const servers = standaloneServers()
const CONNECTIONS = 100
const BEFORE_THE_SIGNAL = 500
const HUNG_MILLIS = 15_000

/** Sends requests on a connection, sometimes with a pause, until the server closes it; returns the responses. */
const client = async (
  connection: RawConnection,
  request: string,
  seen: () => void
): Promise<ReadonlyArray<RawResponse>> => {
  const answers: Array<RawResponse> = []
  for (;;) {
    // A connection that was closed while idle has received all its responses.
    if (connection.isClosed) return answers
    const answer = await Promise.race([connection.request(request), delay(HUNG_MILLIS, null, { ref: false })])
    if (answer === null) throw new Error(`no answer within ${HUNG_MILLIS} ms`)
    answers.push(answer)
    seen()
    if (answer.headers.get("connection") === "close") return answers
    if (answers.length % 5 === 0) await delay(Math.random() * 100)
  }
}

describe.each(DATABASES)("on %s", (database) => {
  let kept: Kept
  beforeAll(async () => {
    kept = await databases[database]()
  })
  afterAll(() => kept.remove())

  it(`SIGTERM leaves no request on ${CONNECTIONS} connections unanswered`, async () => {
    const server = await servers.start(database, kept.environment)
    const who = await somebody(server, "sue")
    const { boardId } = await newBoard(server, who, "B")
    const headers = { Authorization: who.headers.authorization }
    const write = { ...headers, "Content-Type": "application/json" }
    const requests = [
      requestText("GET /api/auth/me", headers),
      requestText("POST /api/tasks", write, JSON.stringify({ boardId, name: "stop" })),
      requestText(`GET /api/tasks?boardId=${boardId}&limit=10`, headers)
    ]
    let answered = 0
    let stopped = 0
    let afterwards = 0
    let ended: Promise<number | string> | undefined
    const connections = Array.from({ length: CONNECTIONS }, () => new RawConnection(server.url))
    const clients = connections.map((connection, index) =>
      client(connection, requests[index % requests.length] ?? "", () => {
        answered += 1
        if (ended !== undefined) afterwards += 1
        if (ended !== undefined || answered < BEFORE_THE_SIGNAL) return
        stopped = performance.now()
        ended = server.stop()
      })
    )
    const answers = (await Promise.all(clients)).flat()
    expect(await ended).toBe(0)
    const seconds = (performance.now() - stopped) / 1000
    await Promise.all(connections.map(({ closed }) => closed))

    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    expect(connections.filter(({ received }) => received !== "")).toEqual([])
    expect(afterwards).toBeGreaterThan(0)
    print(
      `${database}: ${answers.length} requests, ${afterwards} answered after SIGTERM, 0 hung, 0 reset; exit 0 after ${seconds.toFixed(2)} s`
    )
    expect(seconds).toBeLessThan(10)
  })
})

it("requests that never end are aborted after 10 s and delay no other", async () => {
  const server = await servers.start("stuck")
  const part = requestText("POST /api/auth/signin", { "Content-Type": "application/json", "Content-Length": 100 })
  const stuck = Array.from({ length: 10 }, () => new RawConnection(server.url))
  await Promise.all(stuck.map((connection) => connection.write(`${part}{`)))
  const other = new RawConnection(server.url)
  expect(await other.request(requestText("GET /api/health"))).toMatchObject({ status: 200 })
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })

  const stopped = performance.now()
  const ended = server.stop()
  expect(await other.request(requestText("GET /api/health"))).toMatchObject({ status: 200 })
  await other.closed
  const otherSeconds = (performance.now() - stopped) / 1000
  expect(await ended).toBe(0)
  const seconds = (performance.now() - stopped) / 1000
  await Promise.all(stuck.map(({ closed }) => closed))
  print(`10 bodies that never end: exit 0 after ${seconds.toFixed(2)} s`)
  expect(otherSeconds).toBeLessThan(5)
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(12)
})
