import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RawConnection, type RawResponse, requestText } from "../support/rawConnection.js"
import { startServer, type TestServer } from "../support/server.js"

const DEADLINES = { head: 200, request: 400, response: 300, idle: 500 }

let server: TestServer
beforeAll(async () => {
  server = await startServer({ storage: "memory", deadlines: DEADLINES })
})
afterAll(() => server.stop())

const connect = (): RawConnection => new RawConnection(server.url)
const HEALTH = requestText("GET /api/health")
const CHUNKED = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" }
const LENGTH_9 = { "Content-Type": "application/json", "Content-Length": 9 }

const expectError = (response: RawResponse, status: number, error: string): void => {
  expect(response.status).toBe(status)
  expect(JSON.parse(response.body)).toMatchObject({ error, details: expect.any(Array) })
  expect(response.headers.get("connection")).toBe("close")
}

/** Sends a text again and again until the connection ends. */
const trickle = async (connection: RawConnection, text: string): Promise<void> => {
  const timer = setInterval(() => void connection.write(text), 20)
  await connection.closed
  clearInterval(timer)
}

describe("a body that does not arrive", () => {
  const signIn = requestText("POST /api/auth/signin", LENGTH_9)

  it.each([
    ["one byte of nine", `${signIn}{`],
    ["no byte of nine", signIn],
    ["a chunk without an end", `${requestText("POST /api/auth/signin", CHUNKED)}5\r\n{`],
    ["trailers without an end", `${requestText("POST /api/auth/signin", CHUNKED)}0\r\nA: b\r\n`]
  ])("%s is a 408, and ends the connection", async (_, text) => {
    const connection = connect()
    expectError(await connection.request(text), 408, "Request timeout")
    await connection.closed
    expect(connection.received).toBe("")
  })

  it("times out however slowly it continues", async () => {
    const connection = connect()
    const answer = connection.request(requestText("POST /api/auth/signin", { ...LENGTH_9, "Content-Length": 90_000 }))
    await trickle(connection, "x")
    expectError(await answer, 408, "Request timeout")
  })

  it.each([
    ["POST /api/nothing", 404],
    ["POST /api/workspaces", 401],
    ["GET /api/health", 200]
  ])("of %s gets its response at once, and its connection still ends", async (line, status) => {
    const connection = connect()
    expect(await connection.request(requestText(line, { ...LENGTH_9, "Content-Length": 90_000 }))).toMatchObject({
      status
    })
    await trickle(connection, "x")
    expect(connection.received).toBe("")
  })

  it("gets its response after those of earlier requests", async () => {
    const connection = connect()
    await connection.write(HEALTH + HEALTH + signIn)
    const answers = [await connection.response(), await connection.response(), await connection.response()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 408])
    await connection.closed
  })
})

describe("a body that is not HTTP", () => {
  it.each([
    ["a chunk size of zz", "zz\r\n"],
    ["a bare line feed after a chunk size", "5\n{}"],
    ["a bare line feed after a chunk", "2\r\n{}\n0\r\n\r\n"],
    ["a chunk extension of 20 kB", `5;${"a".repeat(20_000)}\r\n`]
  ])("%s is a 400, and ends the connection", async (_, body) => {
    const connection = connect()
    const text = requestText("POST /api/auth/signin", CHUNKED) + body
    expectError(await connection.request(text), 400, "Validation failed")
    await connection.closed
    expect(connection.received).toBe("")
  })

  it("ends the connection after a response that was sent before", async () => {
    const connection = connect()
    const refused = await connection.request(requestText("POST /api/workspaces", CHUNKED))
    expect(refused.status).toBe(401)
    await connection.write("zz\r\n")
    await connection.closed
    expect(connection.received).toBe("")
  })
})

describe("other ways to hold a connection", () => {
  it.each([
    ["nothing", ""],
    ["half a head", "GET /api/health HTTP/1.1\r\n"]
  ])("%s is a 408", async (_, text) => {
    const connection = connect()
    expectError(await connection.request(text), 408, "Request timeout")
    await connection.closed
  })

  it("empty lines before a request are a 408", async () => {
    const connection = connect()
    const answer = connection.response()
    await trickle(connection, "\r\n")
    expectError(await answer, 408, "Request timeout")
  })

  it("a connection without a request ends, even if it sends empty lines", async () => {
    const [quiet, noisy] = [connect(), connect()]
    await Promise.all([quiet.request(HEALTH), noisy.request(HEALTH)])
    await Promise.all([quiet.closed, trickle(noisy, "\r\n")])
    expect(quiet.received + noisy.received).toBe("")
  })

  it("a response that is not read ends its connection", async () => {
    const [stalled, witness] = [connect(), connect()]
    stalled.stopReading()
    await stalled.write(requestText("GET /api/openapi.json").repeat(200))
    // Open for longer than an answer may take.
    await witness.request(HEALTH)
    await witness.closed
    stalled.readOn()
    await stalled.closed
    const whole = (await connect().request(requestText("GET /api/openapi.json"))).body.length
    expect(stalled.received.length).toBeLessThan(200 * whole)
  })

  it("CONNECT ends its connection", async () => {
    const connection = connect()
    await connection.write(requestText("CONNECT example.com:443"))
    await connection.closed
    expect(connection.received).toBe("")
  })

  it("an upgrade request is treated as a normal request", async () => {
    const connection = connect()
    const upgrade = { Connection: "Upgrade", Upgrade: "websocket" }
    expect(await connection.request(requestText("GET /api/health", upgrade))).toMatchObject({ status: 200 })
    await trickle(connection, "\r\n")
  })
})
