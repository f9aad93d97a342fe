import { Mail, Ports, Values } from "@boardwright/core"
import { webHandler } from "@boardwright/http"
import { aMailJob } from "@boardwright/testing"
import { Effect, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { errorBody } from "../support/errorBody.js"
import { RawConnection, requestText } from "../support/rawConnection.js"
import { startServer } from "../support/server.js"
import { onServer } from "./given.js"

const READY = "/api/health/ready"
const SECRET = "SELECT secret FROM /etc/passwd"
const down = new Ports.StorageUnavailable({ operation: "check", cause: new Error(SECRET) })
const HOUR = 3_600_000

describe("GET /api/health/ready", () => {
  const { server } = onServer()
  it("returns the result of each check, to anyone", async () => {
    const { body, headers, status } = await server().call("GET", READY)
    const checks = { server: "ok", storage: "ok", migrations: "ok", writes: "ok", mail: "ok" }
    expect({ status, body }).toEqual({ status: 200, body: { status: "ready", checks } })
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("x-ratelimit-limit")).toBeNull()
    expect((await server().call("HEAD", READY)).status).toBe(200)
  })

  it("is a 503 with Retry-After if storage fails, lacks migrations or is full, and names the check", async () => {
    const found = {
      check: Effect.void,
      schema: Effect.succeed("current" as const),
      writes: Effect.succeed("ok" as const)
    }
    const checks = { server: "ok", storage: "failing", migrations: "unknown", writes: "unknown", mail: "unknown" }
    for (const [health, expected] of [
      [{ ...found, check: Effect.fail(down) }, checks],
      [{ ...found, schema: Effect.die(new Error(SECRET)) }, checks],
      [
        { ...found, schema: Effect.succeed("older" as const) },
        { ...checks, storage: "ok", migrations: "missing", writes: "ok", mail: "ok" }
      ],
      [
        { ...found, writes: Effect.succeed("full" as const) },
        { ...checks, storage: "ok", migrations: "ok", writes: "full", mail: "ok" }
      ]
    ] as const) {
      const handler = await server().run(
        webHandler().pipe(
          Effect.provideService(Ports.StorageHealth, health),
          Effect.provide(Logger.replace(Logger.defaultLogger, Logger.none))
        )
      )
      const response = await handler(new Request(`http://host.example${READY}`))
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 503,
        body: { status: "not ready", checks: expected, error: "Service unavailable", code: "NotReady", details: [] }
      })
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    }
  })

  it("is ready while mail is late, and reports it", async () => {
    const hourAgo = Values.Timestamp.fromMillis(Date.now() - HOUR)
    const soon = Values.Timestamp.fromMillis(Date.now() + 50_000)
    const job = aMailJob({ createdAt: hourAgo, dueAt: soon })
    await server().run(Effect.flatMap(Mail.MailQueue, (queue) => queue.enqueue(job)))
    expect(await server().call("GET", READY)).toMatchObject({ status: 200, body: { checks: { mail: "late" } } })
    await server().run(Effect.flatMap(Mail.MailQueue, (queue) => queue.remove(job.id)))
    expect(await server().call("GET", READY)).toMatchObject({ status: 200, body: { checks: { mail: "ok" } } })
  })
})

it("GET /api/health is a 503, never a 500, if the check of storage fails in any way", async () => {
  const server = await startServer({ storage: "memory" })
  const health = { check: Effect.die(new Error(SECRET)), schema: Effect.fail(down), writes: Effect.fail(down) }
  const handler = await server.run(
    webHandler().pipe(
      Effect.provideService(Ports.StorageHealth, health),
      Effect.provide(Logger.replace(Logger.defaultLogger, Logger.none))
    )
  )
  const response = await handler(new Request("http://host.example/api/health"))
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 503,
    body: errorBody("Service unavailable")
  })
  await server.stop()
})

it("a stopping server is not ready for clients that are still connected", async () => {
  const server = await startServer({ storage: "memory" })
  const connection = new RawConnection(server.url)
  expect((await connection.request(requestText(`GET ${READY}`))).status).toBe(200)
  const stopped = server.drain()
  const { body, headers, status } = await connection.request(requestText(`GET ${READY}`))
  expect([status, headers.get("connection"), JSON.parse(body).checks]).toEqual([
    503,
    "close",
    { server: "stopping", storage: "ok", migrations: "ok", writes: "ok", mail: "ok" }
  ])
  await stopped
  await server.stop()
})
