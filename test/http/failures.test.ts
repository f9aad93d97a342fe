import { Ports } from "@boardwright/core"
import { webHandler } from "@boardwright/http"
import { contentSecurityPolicy } from "@boardwright/web"
import { pages } from "../support/pages.js"
import { Effect, HashMap, Logger } from "effect"
import { describe, expect } from "vitest"
import { onServer } from "./given.js"
import { errorBody } from "../support/errorBody.js"

const OPTIONS = {
  rateLimits: { auth: 10, sensitive: 10, general: 10 },
  corsOrigins: [],
  pages: { pages, contentSecurityPolicy },
  clientAddress: () => "192.0.2.1"
}

const SECRET = "SELECT secret FROM /etc/passwd"

describe("failures", () => {
  const { it, server, givenHome } = onServer()
  it("that are unexpected are 500, reveal nothing, and are in the log by request id", async ({
    home: { user, workspaceId }
  }) => {
    const logged = new Map<string, string>()
    const logger = Logger.make(({ annotations, cause }) => {
      for (const [, id] of HashMap.entries(annotations)) logged.set(String(id), String(cause))
    })
    const handler = await server().run(
      webHandler(OPTIONS).pipe(
        Effect.provideService(Ports.Ids, { next: Effect.die(new Error(SECRET)) }),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger))
      )
    )
    const headers = { authorization: `Bearer ${user.token}`, "content-type": "application/json" }
    const body = JSON.stringify({ name: "A", workspaceId })
    const response = await handler(new Request("http://host.example/api/boards", { method: "POST", headers, body }))
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual(errorBody("Internal server error"))
    expect(response.headers.get("x-ratelimit-limit")).toBe("10")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(logged.get(response.headers.get("x-request-id") ?? "")).toContain(SECRET)
  })

  it("of storage are 503 with Retry-After, also on health", async () => {
    const down = new Ports.StorageUnavailable({ operation: "check", cause: new Error(SECRET) })
    const silent = Logger.replace(Logger.defaultLogger, Logger.none)
    const handler = await server().run(
      webHandler(OPTIONS).pipe(
        Effect.provideService(Ports.StorageHealth, {
          check: Effect.fail(down),
          schema: Effect.fail(down),
          writes: Effect.fail(down)
        }),
        Effect.provideService(Ports.Transactor, { transact: () => Effect.fail(down), alone: Effect.void }),
        Effect.provide(silent)
      )
    )
    const { user, workspaceId } = await givenHome()
    const headers = { authorization: `Bearer ${user.token}` }
    const url = "http://host.example/api"
    for (const request of [
      new Request(`${url}/health`),
      new Request(`${url}/workspaces/${workspaceId}`, { method: "DELETE", headers })
    ]) {
      const response = await handler(request)
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual(errorBody("Service unavailable"))
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    }
  })
})
