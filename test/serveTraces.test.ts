import { once } from "node:events"
import { createServer } from "node:http"
import { addressOf } from "@boardwright/http/node"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { newEmptyDatabase } from "./support/postgres/databases.js"
import { get, newPerson, post, signIn, standaloneServers, UNLIMITED } from "./support/standalone.js"

const servers = standaloneServers()

/** A collector that takes traces by OTLP over HTTP. Texts are in protobuf as they are, ids as bytes. */
const givenCollector = async (status = 200) => {
  const received: Array<{ readonly path: string; readonly type: string | undefined; readonly body: Buffer }> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push({ path: request.url ?? "", type: request.headers["content-type"], body: Buffer.concat(chunks) })
      response.writeHead(status, { "content-type": "application/x-protobuf" }).end()
    })
  }).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  return { url: `http://127.0.0.1:${addressOf(server).port}`, received }
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"

const DATABASES = {
  SQLite: async () => ({}),
  PostgreSQL: async () => {
    const { drop, url } = await newEmptyDatabase()
    onTestFinished(drop)
    return { DATABASE_URL: url, JWT_SECRET: "0123456789abcdef0123456789abcdef" }
  }
}

describe.each(Object.entries(DATABASES))("OTEL_EXPORTER_OTLP_ENDPOINT with %s", (name, environmentOf) => {
  it("sends spans of requests, use cases and statements, and nothing that a client wrote", async () => {
    const collector = await givenCollector()
    const server = await servers.start(`traced-${name}`, {
      ...UNLIMITED,
      ...(await environmentOf()),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "boards-of-the-test"
    })
    const person = await newPerson(server, "planted")
    const token = await signIn(server, person)
    const authorized = { authorization: `Bearer ${token}` }
    await post(server, "/api/workspaces", { name: "planted workspace" }, authorized)
    const traced = await fetch(`${server.url}/api/tasks/planted-id?planted=query`, {
      headers: {
        ...authorized,
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
        tracestate: "congo=t61",
        "x-planted": "planted header"
      }
    })
    expect(traced.status).toBe(404)
    await get(server, "/planted/path")
    const [line] = await server.logged(/"GET \/api\/tasks\/:id 404".*\n/)
    expect(line).toContain(`"traceId":"${TRACE}"`)
    expect(await server.stop()).toBe(0)

    const exported = collector.received.map(({ body }) => body)
    const isSent = (part: string | Buffer) => exported.some((body) => body.includes(part))
    expect(new Set(collector.received.map(({ path, type }) => `${path} ${type}`))).toEqual(
      new Set(["/v1/traces application/x-protobuf"])
    )
    const system = name === "SQLite" ? "sqlite" : "postgresql"
    const texts = [
      "boards-of-the-test",
      "GET /api/tasks/:id",
      "tasks.get",
      "POST /api/workspaces",
      "workspaces.create",
      "Transactor.transact",
      "WorkspaceRepository.insert",
      "congo=t61",
      "mails.send",
      "Mailer.send",
      "cleanup.trash",
      system
    ]
    expect(texts.filter((text) => !isSent(text))).toEqual([])
    expect(isSent(Buffer.from(TRACE, "hex"))).toBe(true)
    const secrets = ["planted", person.email, person.password, token, "Bearer", "127.0.0.1", "select "]
    expect(secrets.filter((secret) => isSent(secret))).toEqual([])
  })
})

it("a collector that does not answer is one warning, and the server serves on", async () => {
  const collector = await givenCollector(500)
  const server = await servers.start("untraceable", {
    ...UNLIMITED,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "10"
  })
  for (let batches = 0; batches < 3; batches += 1) {
    const { length } = collector.received
    await get(server, "/api/auth/me")
    await vi.waitFor(() => expect(collector.received.length).toBeGreaterThan(length), { timeout: 10_000 })
  }
  await server.logged(/traces cannot be sent to http:\/\/127\.0\.0\.1:\d+ and are dropped/)
  expect(await get(server, "/api/auth/me")).toMatchObject({ status: 401 })
  expect(await server.stop()).toBe(0)
  expect(server.stderr().match(/traces cannot be sent/g)).toHaveLength(1)
})
