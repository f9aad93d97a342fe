import { DEADLINES } from "@boardwright/http/node"
import { afterEach, describe, expect, test, vi } from "vitest"
import { type EventStream, openStream, type StreamRequest } from "../support/eventStream.js"
import { RawConnection, requestText } from "../support/rawConnection.js"
import { startServer } from "../support/server.js"
import { expectError, givenHome, type Home, MISSING, onServer } from "./given.js"

const opened: Array<EventStream> = []
afterEach(() => opened.splice(0).forEach(({ close }) => close()))

const open = async ({ server, user }: Pick<Home, "server" | "user">, rest: Partial<StreamRequest> = {}) => {
  const stream = await openStream({ url: server.url, token: user.token, ...rest })
  opened.push(stream)
  return stream
}

const typeOf = async ({ next }: EventStream) => (await next()).change["type"]

describe("GET /api/changes/stream", () => {
  const { it, server, as } = onServer({ corsOrigins: ["https://front.example"] })

  it("sends each change as it is in the list, with the cursor after it", async ({ home }) => {
    const { body: start } = await home.get("/api/changes?since=now")
    const stream = await open(home)
    const { headers, status } = stream.response
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"])
    expect(headers.get("cache-control")).toBe("no-cache, no-transform")
    expect(headers.get("x-accel-buffering")).toBe("no")
    for (const name of ["a", "b\nc\u2028d"]) await home.givenTask({ name })
    const events = [await stream.next(), await stream.next()]
    const { body } = await home.get(`/api/changes?since=${start.cursor}`)
    expect(events.map(({ change }) => change)).toEqual(body.changes)
    expect(events.map(({ event }) => event)).toEqual(["change", "change"])
    expect(events[1]?.id).toBe(body.cursor)
    expect(stream.retries).toHaveLength(1)
    for (const millis of stream.retries) expect(millis >= 500 && millis < 5000).toBe(true)
  })

  it("continues after the last event of a cut connection, whatever since says", async ({ home }) => {
    const cut = await open(home)
    await home.givenTask({ name: "a" })
    const { id } = await cut.next()
    cut.close()
    for (const name of ["b", "c"]) await home.givenTask({ name })
    const again = await open(home, { headers: { "last-event-id": String(id) } })
    expect((await again.next()).change).toMatchObject({ fields: { name: { to: "b" } } })
    await home.givenTask({ name: "d" })
    for (const name of ["c", "d"]) expect((await again.next()).change).toMatchObject({ fields: { name: { to: name } } })
  })

  it("sends only changes of the board, of the workspace and of the types that are asked for", async ({ home }) => {
    const { body } = await home.post("/api/boards", { name: "Beside", workspaceId: home.workspaceId })
    const streams = [
      await open(home, { query: `since=now&boardId=${home.boardId}` }),
      await open(home, { query: `since=now&boardId=${body.board.id}` }),
      await open(home, { query: `since=now&workspaceId=${home.workspaceId}&types=task.moved,task.deleted` })
    ]
    const taskId = await home.givenTask()
    await home.post("/api/tasks", { boardId: body.board.id, name: "beside" })
    await home.del(`/api/tasks/${taskId}`)
    const [ofBoard, ofBeside, deleted] = await Promise.all(streams.map(({ next }) => next()))
    expect(ofBoard?.change).toMatchObject({ type: "task.created", taskId })
    expect(ofBeside?.change).toMatchObject({ type: "task.created", boardId: body.board.id })
    expect(deleted?.change).toMatchObject({ type: "task.deleted", taskId })
  })

  it("responds to errors before the first event as the list does", async ({ home }) => {
    const path = "/api/changes/stream"
    const stranger = as(await server().user("stranger"))
    expectError(await as(null).get(path), 401, "Unauthorized")
    expectError(await stranger.get(`${path}?boardId=${home.boardId}`), 403, "Forbidden")
    expectError(await stranger.get(`${path}?workspaceId=${MISSING}`), 404, "Workspace not found")
    expect((await home.get(`${path}?since=later&types=no`)).status).toBe(400)
    expect((await home.get(path, undefined, { headers: { "last-event-id": "later" } })).body.details).toMatchObject([
      { path: ["since"] }
    ])
    expect((await home.get(`${path}?since=0.1`)).body).toMatchObject({ code: "CursorExpired", cursor: /./ })
  })

  it("loses a board within one batch, and ends if it was asked for", async ({ home }) => {
    const member = await home.givenMember("viewer")
    const all = await open({ server: server(), user: member.user })
    const ofBoard = await open({ server: server(), user: member.user }, { query: `since=now&boardId=${home.boardId}` })
    await home.givenTask()
    expect([await typeOf(all), await typeOf(ofBoard)]).toEqual(["task.created", "task.created"])
    await home.del(`/api/boards/${home.boardId}/members/${member.user.id}`)
    await home.givenTask()
    expect(await typeOf(all)).toBe("member.removed")
    expect(await ofBoard.ended()).toEqual([])
    await home.givenTask()
    await as(member.user).post("/api/workspaces", { name: "Own" })
    expect(await typeOf(all)).toBe("workspace.created")
  })

  it("a user may have ten open; the next is refused until one is closed", async ({ home }) => {
    const streams = await Promise.all(Array.from({ length: 11 }, () => open(home)))
    const refused = streams.filter(({ response }) => response.status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.response.headers.get("retry-after")).toBe("20")
    expect((await home.get("/api/changes/stream")).body).toMatchObject({
      code: "RateLimited",
      error: "Too many streams"
    })
    expect((await home.head("/api/changes/stream")).status).toBe(200)
    await open(await givenHome(server(), "other"))
    streams.find(({ response }) => response.status === 200)?.close()
    await expect.poll(async () => (await open(home)).response.status).toBe(200)
  })

  it("pages of other origins may read it and send where they continue", async ({ home }) => {
    const origin = { origin: "https://front.example" }
    const { response } = await open(home, { headers: origin })
    expect(response.headers.get("access-control-allow-origin")).toBe("https://front.example")
    const preflight = await fetch(`${server().url}/api/changes/stream`, { method: "OPTIONS", headers: origin })
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Last-Event-ID")
  })
})

test("a client that reads nothing is cut off, and the others go on", async () => {
  const server = await startServer({ deadlines: { ...DEADLINES, response: 500 } })
  const home = await givenHome(server)
  const slow = new RawConnection(server.url)
  await slow.write(requestText("GET /api/changes/stream?since=now", { Authorization: `Bearer ${home.user.token}` }))
  await vi.waitFor(() => expect(slow.received).toContain("retry: "))
  slow.stopReading()
  const others = await Promise.all(Array.from({ length: 9 }, () => open(home)))
  let rounds = 0
  while ((await open(home)).response.status === 429) {
    const description = "x".repeat(60_000)
    await Promise.all(Array.from({ length: 30 }, () => home.givenTask({ description })))
    for (const { next } of others) for (let at = 0; at < 30; at++) await next()
    expect(rounds++).toBeLessThan(20)
  }
  expect(rounds).toBeGreaterThan(0)
  slow.cut()
  await server.stop()
})

test("a server that stops ends the streams first, and waits for none", async () => {
  const server = await startServer()
  const home = await givenHome(server)
  const streams = await Promise.all([open(home), open(home)])
  await home.givenTask()
  for (const stream of streams) expect(await typeOf(stream)).toBe("task.created")
  const started = performance.now()
  await server.drain()
  expect(performance.now() - started).toBeLessThan(900)
  for (const stream of streams) {
    expect(await stream.ended()).toEqual([])
    expect(stream.retries).toHaveLength(2)
  }
  await server.stop()
})
