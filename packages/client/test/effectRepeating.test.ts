import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@boardwright/client/effect"
import { Effect, Fiber, TestClock } from "effect"
import { fakeServer, healthy, json, refused } from "./fakeServer.js"

type Server = ReturnType<typeof fakeServer>

const time = "2026-01-01T00:00:00.000Z"
const workspace = {
  id: "1",
  name: "Garden",
  icon: "🌱",
  color: "#6366F1",
  ownerId: "2",
  role: "owner",
  createdAt: time,
  updatedAt: time
}
const made = () => json(201, { success: true, workspace, data: workspace })
const failed = (status: number) => json(status, { error: "Failed", code: "Unexpected", details: [] })
const inFlight = () => json(409, { error: "In use", code: "IdempotencyKeyInUse", details: [] }, { "retry-after": "1" })
const reset = () => new TypeError("connection reset")

/** The result of calls, while time passes. */
const watch = <A, E>({ fetch }: Server, calls: (client: Client.Client) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const client = yield* Client.make({ baseUrl: "http://service.example" })
    const calling = yield* Effect.fork(Effect.either(calls(client)))
    for (let turn = 0; turn < 60; turn++) {
      yield* Effect.promise(() => new Promise(setImmediate))
      yield* TestClock.adjust("200 millis")
    }
    return yield* Fiber.join(calling)
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetch))

const create = ({ workspaces }: Client.Client) => workspaces.create({ payload: { name: "Garden" } })
const keysOf = ({ received }: Server) => received.map(({ headers }) => headers.get("idempotency-key"))

describe("a call without a usable answer", () => {
  const answers: ReadonlyArray<readonly [string, () => Response | Error]> = [
    ["a failed connection", reset],
    ["a 500", () => failed(500)],
    ["a 502", () => failed(502)],
    ["a 503 without Retry-After", () => failed(503)],
    ["a 503 with it", () => refused(503, "1")],
    ["a key in use", inFlight]
  ]
  it.effect.each(answers)("is repeated unchanged with one key after %s", ([, answer]) =>
    Effect.gen(function* () {
      const server = fakeServer(answer(), answer(), made())
      const ended = yield* watch(server, create)
      assert.strictEqual(ended._tag, "Right")
      const [key, ...others] = keysOf(server)
      assert.match(key ?? "", /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(others, [key, key])
      assert.deepStrictEqual(
        server.received.map(({ body }) => body),
        Array.from({ length: 3 }, () => '{"name":"Garden"}')
      )
    })
  )

  it.effect("is repeated if it only reads, without a key", () =>
    Effect.gen(function* () {
      const server = fakeServer(reset(), failed(500), healthy())
      const ended = yield* watch(server, ({ system }) => system.health())
      assert.strictEqual(ended._tag, "Right")
      assert.deepStrictEqual(keysOf(server), [null, null, null])
    })
  )

  it.effect("is not repeated if it may have changed something", () =>
    Effect.gen(function* () {
      const server = fakeServer(failed(500), made())
      const ended = yield* watch(server, ({ workspaces }) =>
        workspaces.update({ path: { id: "1" }, payload: { name: "Yard" } })
      )
      assert.strictEqual(ended._tag, "Left")
      assert.deepStrictEqual(keysOf(server), [null])
    })
  )
})

describe("a key", () => {
  it.effect("is another one for each call", () =>
    Effect.gen(function* () {
      const server = fakeServer(made(), made())
      yield* watch(server, (client) => Effect.zipRight(create(client), create(client)))
      const [first, second] = keysOf(server)
      assert.notStrictEqual(first, second)
    })
  )

  it.effect("is the caller's for calls that make something", () =>
    Effect.gen(function* () {
      const server = fakeServer(healthy(), made())
      yield* watch(server, (client) =>
        Effect.zipRight(client.system.health(), create(client)).pipe(
          Effect.provideService(Client.IdempotencyKey, "import-7")
        )
      )
      assert.deepStrictEqual(keysOf(server), [null, "import-7"])
    })
  )
})
