import { beforeAll, describe, expect, it, vi } from "vitest"
import { SLOW_PASSWORDS } from "./support/childServer.js"
import { RawConnection, type RawResponse, requestText } from "./support/rawConnection.js"
import {
  get,
  newPerson,
  type Person,
  signIn,
  type Standalone,
  standaloneServers,
  UNLIMITED
} from "./support/standalone.js"
import { errorBody } from "./support/errorBody.js"

const servers = standaloneServers()
const JSON_TYPE = { "Content-Type": "application/json" }
const MIB = 1024 * 1024

let server: Standalone
let person: Person
/** What comes of a header that has no end, and how long it took; it goes on beside the other tests. */
let unended: Promise<readonly [answer: RawResponse, millis: number]>

beforeAll(async () => {
  server = await servers.start("socket", { ...UNLIMITED, CORS_ORIGINS: "https://app.example.com", ...SLOW_PASSWORDS })
  person = await newPerson(server, "sock")
  const started = performance.now()
  const connection = connect()
  unended = connection.request("GET /api/health HTTP/1.1\r\nHost: x\r\n").then(async (answer) => {
    await connection.closed
    return [answer, performance.now() - started] as const
  })
})

const connect = (): RawConnection => new RawConnection(server.url)
const HEALTH = requestText("GET /api/health")

const expectError = (response: RawResponse, status: number, error: string): void => {
  expect(response.status).toBe(status)
  expect(JSON.parse(response.body)).toMatchObject({
    ...errorBody(error),
    ...(error === "Validation failed" ? { code: expect.stringMatching(/^(InvalidInput|PayloadTooLarge)$/) } : {}),
    details: expect.any(Array)
  })
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8")
  expect(response.headers.get("x-content-type-options")).toBe("nosniff")
}

describe("what is no request", () => {
  it.each([
    ["garbage", "garbage\r\n\r\n"],
    ["another protocol", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000"],
    ["no Host", "GET /api/health HTTP/1.1\r\n\r\n"],
    ["a second Host", "GET /api/health HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n"],
    ["the same Host twice", "GET /api/health HTTP/1.1\r\nHost: a.example\r\nhOST: a.example\r\n\r\n"],
    ["a second Host in HTTP/1.0", "GET /api/health HTTP/1.0\r\nHost: a.example\r\nHost: b.example\r\n\r\n"],
    ["two lengths", requestText("POST /api/auth/signin", { ...JSON_TYPE, "content-length": 2, "Content-Length": 3 })],
    [
      "a length and chunks at once",
      `${requestText("POST /api/auth/signin", { ...JSON_TYPE, "Transfer-Encoding": "chunked", "Content-Length": 5 })}0\r\n\r\n`
    ],
    ["a bare line feed in a header", "GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: b\nGET / HTTP/1.1\r\n\r\n"]
  ])("%s is a 400 in the error body, and ends the connection", async (_, text) => {
    const connection = connect()
    expectError(await connection.request(text), 400, "Bad request")
    await connection.closed
    expect(connection.received).toBe("")
  })

  it("a HEAD that is no request is answered without a body, which a client could not place", async () => {
    const connection = connect()
    const both = `${HEALTH}HEAD \\api HTTP/1.1\r\nHost: x\r\n\r\n`
    expect(await connection.request(both)).toMatchObject({ status: 200 })
    await connection.closed
    expect(connection.received).toMatch(/^HTTP\/1\.1 400 Bad request\r\n[^]*\r\ncontent-length: 62\r\n[^]*\r\n\r\n$/)
    expect(connection.received.match(/\r\n\r\n/g)).toHaveLength(1)
  })

  it("is answered after the requests before it, however long those take", async () => {
    const connection = connect()
    const body = JSON.stringify({ email: "nobody@example.com", password: "a wrong password" })
    const signIn = requestText("POST /api/auth/signin", { ...JSON_TYPE, "Content-Length": body.length })
    const answers = await Promise.all([
      connection.request(`${signIn}${body}no request\r\n\r\nnor this\r\n\r\n`),
      connection.request("nor that\r\n\r\n")
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 400])
    await connection.closed
    expect(connection.received).toBe("")
  })

  it("a header over 16 KiB is a 431 in the error body", async () => {
    const headerOf = (size: number) => requestText("GET /api/health", { "X-Long": "a".repeat(size) })
    const connection = connect()
    expect(await connection.request(headerOf(15 * 1024))).toMatchObject({ status: 200 })
    expectError(await connection.request(headerOf(17 * 1024)), 431, "Request header fields too large")
    await connection.closed
  })
})

describe("a body over the limit", () => {
  it("is refused by its length before it is sent, and the connection stays good once it was", async () => {
    const connection = connect()
    const head = requestText("POST /api/auth/signin", { ...JSON_TYPE, "Content-Length": 2 * MIB })
    expectError(await connection.request(head), 413, "Validation failed")
    await connection.write("a".repeat(2 * MIB))
    expect(await connection.request(HEALTH)).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    connection.cut()
  })

  it("is refused while it comes in chunks, as soon as it is too long", async () => {
    const connection = connect()
    await connection.write(requestText("POST /api/auth/signin", { ...JSON_TYPE, "Transfer-Encoding": "chunked" }))
    const chunk = `${(MIB / 4).toString(16)}\r\n${"a".repeat(MIB / 4)}\r\n`
    for (let count = 0; count < 4; count += 1) await connection.write(chunk)
    expect(connection.received).toBe("")
    expectError(await connection.request("1\r\na\r\n"), 413, "Validation failed")
    expect(await connection.request(`0\r\n\r\n${HEALTH}`)).toMatchObject({ status: 200 })
    connection.cut()
  })

  it("that never ends is not read for ever", async () => {
    const connection = connect()
    await connection.write(requestText("POST /api/auth/signin", { ...JSON_TYPE, "Transfer-Encoding": "chunked" }))
    const chunk = `${MIB.toString(16)}\r\n${"a".repeat(MIB)}\r\n`
    const answer = connection.response()
    const flood = async (): Promise<void> => {
      while (!connection.isClosed) await Promise.race([connection.write(chunk), connection.closed])
    }
    await Promise.all([flood(), connection.closed])
    expectError(await answer, 413, "Validation failed")
  })

  it.each([8, 40])("of %i MiB gets its 413 to a client that writes first and reads later", async (mebibytes) => {
    const response = await fetch(`${server.url}/api/auth/signin`, {
      method: "POST",
      headers: JSON_TYPE,
      body: new Uint8Array(mebibytes * MIB)
    })
    expect([response.status, await response.json()]).toEqual([
      413,
      {
        error: "Validation failed",
        code: "PayloadTooLarge",
        details: [{ path: [], message: "the body must have at most 1048576 bytes" }]
      }
    ])
  })
})

describe("forms of a request", () => {
  it("100-continue is answered before the body, and the request after it", async () => {
    const connection = connect()
    const body = JSON.stringify(person)
    const headers = { ...JSON_TYPE, Expect: "100-continue", "Content-Length": body.length }
    expect(await connection.request(requestText("POST /api/auth/signin", headers))).toMatchObject({ status: 100 })
    expect(await connection.request(body)).toMatchObject({ status: 200 })
    connection.cut()
  })

  it("another expectation is ignored", async () => {
    const connection = connect()
    expect(await connection.request(requestText("GET /api/health", { Expect: "wonders" }))).toMatchObject({
      status: 200
    })
    connection.cut()
  })

  it.each(["http://boardwright.test/api/health", "https://elsewhere.example:8443/api/health?x=/y", "/api/health?x"])(
    "%s as the target finds its path",
    async (target) => {
      const connection = connect()
      expect(await connection.request(requestText(`GET ${target}`))).toMatchObject({ status: 200 })
      connection.cut()
    }
  )

  it.each(["/api/%zz", "/api//health", "/api/health/", "/API/health", "/api/../api/health", "/api/boards/%00/x", "*"])(
    "%s as the target is a 404 in the error body",
    async (target) => {
      const connection = connect()
      expectError(await connection.request(requestText(`GET ${target}`)), 404, "Not found")
      connection.cut()
    }
  )

  it("requests in one packet are answered in their order", async () => {
    const connection = connect()
    const signin = requestText("POST /api/auth/signin", JSON_TYPE, JSON.stringify(person))
    await connection.write(signin + HEALTH + requestText("GET /api/nothing"))
    const answers = [await connection.response(), await connection.response(), await connection.response()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    connection.cut()
  })

  it("a body of a GET is read past", async () => {
    const connection = connect()
    expect(await connection.request(requestText("GET /api/health", {}, "nobody asked") + HEALTH)).toMatchObject({
      status: 200
    })
    expect(await connection.response()).toMatchObject({ status: 200 })
    connection.cut()
  })

  it("HTTP/1.0 is answered, and its connection ended", async () => {
    const connection = connect()
    expect(await connection.request("GET /api/health HTTP/1.0\r\n\r\n")).toMatchObject({ status: 200 })
    await connection.closed
  })
})

it("answers are readable for the front end, errors too", async () => {
  const { headers, status } = await fetch(`${server.url}/api/auth/me`, {
    headers: { origin: "https://app.example.com" }
  })
  expect(status).toBe(401)
  expect(headers.get("access-control-allow-origin")).toBe("https://app.example.com")
})

/** The lines of a server's log that tell of no request. */
const saidOtherwise = ({ stderr }: Standalone): ReadonlyArray<string> =>
  stderr()
    .split("\n")
    .filter((line) => line !== "" && JSON.parse(line).annotations.method === undefined)

it("clients that vanish in the middle leave the server healthy, and nothing in its log but their requests", async () => {
  const before = saidOtherwise(server)
  const signin = requestText("POST /api/auth/signin", JSON_TYPE, JSON.stringify(person))
  const vanishing = Array.from({ length: 30 }, () => connect())
  // A third in the header, a third in the body, a third while the password is hashed.
  await Promise.all(
    vanishing.map((connection, index) =>
      connection.write(signin.slice(0, [30, signin.length - 5, signin.length][index % 3]))
    )
  )
  for (const connection of vanishing) connection.cut()
  await Promise.all(vanishing.map(({ closed }) => closed))
  // As many as hash at once wait for a thread: the places of those who left must be free again.
  await vi.waitFor(async () => expect(await signIn(server, person)).not.toBe(""), { timeout: 15_000 })
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  expect(saidOtherwise(server)).toEqual(before)
})

it("a header that does not come to its end is a 408 after 10 seconds", async () => {
  const [answer, millis] = await unended
  expectError(answer, 408, "Request timeout")
  expect(millis).toBeGreaterThan(9_000)
  expect(millis).toBeLessThan(14_000)
})
