import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@boardwright/client/effect"
import { Effect, Fiber, TestClock } from "effect"
import { fakeServer, healthy, json, refused } from "./fakeServer.js"

// A fake answer takes a few turns of the event loop, and no time.
const settled = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
})

/** Starts a call, and gives the number of requests sent after each of these seconds, and how the call ended. */
const observe = (
  { fetch, received }: ReturnType<typeof fakeServer>,
  seconds: ReadonlyArray<number>,
  options: Partial<Client.Options> = {}
) =>
  Effect.gen(function* () {
    const { tasks } = yield* Client.make({ baseUrl: "http://service.example", ...options })
    const calling = yield* Effect.fork(Effect.either(tasks.move({ path: { id: "1" }, payload: { groupId: "2" } })))
    const sent: Array<number> = []
    for (const each of seconds) {
      yield* settled
      yield* TestClock.adjust(`${each} seconds`)
      yield* settled
      sent.push(received.length)
    }
    const ended = yield* Fiber.join(calling)
    return { sent, end: ended._tag === "Left" ? ended.left._tag : "Success" }
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetch))

const time = "2026-01-01T00:00:00.000Z"
const task = {
  id: "1",
  boardId: "3",
  groupId: "2",
  name: "Task",
  status: "",
  priority: "",
  assignees: [],
  dueDate: null
}
const details = { ...task, description: "", columnValues: {}, createdAt: time, updatedAt: time }
const moved = () => json(200, { success: true, task: details, data: details })

describe("retried", () => {
  it.effect.each([429, 503])("after the seconds that a %s asks for", (status) =>
    Effect.map(observe(fakeServer(refused(status, "7"), moved()), [0, 6, 1]), ({ end, sent }) => {
      assert.deepStrictEqual(sent, [1, 1, 2])
      assert.strictEqual(end, "Success")
    })
  )

  it.effect("with the same method and body", () =>
    Effect.gen(function* () {
      const server = fakeServer(refused(503, "1"), moved())
      yield* observe(server, [0, 1])
      const [first, second] = server.received.map(({ body, method, url }) => ({ body, method, url }))
      assert.deepStrictEqual(first, {
        body: '{"groupId":"2"}',
        method: "PATCH",
        url: "http://service.example/api/tasks/1/move"
      })
      assert.deepStrictEqual(second, first)
    })
  )

  it.effect("at once if the server asks for no wait", () =>
    Effect.map(observe(fakeServer(refused(429, "0"), moved()), [0]), ({ end }) => assert.strictEqual(end, "Success"))
  )

  it.effect("at the time that the server names", () =>
    Effect.gen(function* () {
      const { end, sent } = yield* observe(
        fakeServer(refused(503, "Thu, 01 Jan 1970 00:00:05 GMT"), moved()),
        [0, 4, 1]
      )
      assert.deepStrictEqual(sent, [1, 1, 2])
      assert.strictEqual(end, "Success")
    })
  )

  it.effect("at most twice", () =>
    Effect.gen(function* () {
      const server = fakeServer(refused(429, "1"), refused(429, "1"), refused(429, "1"), moved())
      const { end, sent } = yield* observe(server, [0, 1, 1, 100])
      assert.deepStrictEqual(sent, [1, 2, 3, 3])
      assert.strictEqual(end, "TooManyRequests")
    })
  )

  it.effect("as often as configured", () =>
    Effect.gen(function* () {
      const server = fakeServer(...Array.from({ length: 5 }, () => refused(429, "1")), moved())
      const { end, sent } = yield* observe(server, [0, 1, 1, 1, 1, 1], { retries: 5 })
      assert.deepStrictEqual(sent, [1, 2, 3, 4, 5, 6])
      assert.strictEqual(end, "Success")
    })
  )
})

describe("not retried", () => {
  const cases: ReadonlyArray<readonly [string, Response | Error, Partial<Client.Options>, string]> = [
    ["where that is told", refused(503, "1"), { retries: 0 }, "ServiceUnavailable"],
    ["after more than a minute", refused(429, "61"), {}, "TooManyRequests"],
    ["after more seconds than told", refused(429, "5"), { maxWaitSeconds: 4 }, "TooManyRequests"],
    [
      "where the server does not say when",
      json(503, { error: "Busy", code: "Busy", details: [] }),
      {},
      "ServiceUnavailable"
    ],
    ["where the server says something else", refused(503, "soon"), {}, "ServiceUnavailable"],
    [
      "for another refusal",
      json(500, { error: "?", code: "?", details: [] }, { "retry-after": "1" }),
      {},
      "InternalServerError"
    ],
    ["where there was no answer", new Error("connection reset"), {}, "RequestError"]
  ]
  it.effect.each(cases)("%s", ([, answer, options, expected]) =>
    Effect.map(observe(fakeServer(answer, moved()), [0, 100], options), ({ end, sent }) => {
      assert.deepStrictEqual(sent, [1, 1])
      assert.strictEqual(end, expected)
    })
  )

  it.effect("when the waits together are too long", () =>
    Effect.map(observe(fakeServer(refused(503, "40"), refused(503, "40"), moved()), [0, 40, 40]), ({ end, sent }) => {
      assert.deepStrictEqual(sent, [1, 2, 2])
      assert.strictEqual(end, "ServiceUnavailable")
    })
  )
})

describe("an interrupted call", () => {
  it.effect("sends nothing more", () =>
    Effect.gen(function* () {
      const { fetch, received } = fakeServer(refused(503, "5"), healthy())
      const { system } = yield* Effect.provide(
        Client.make({ baseUrl: "http://service.example" }),
        FetchHttpClient.layer
      )
      const calling = yield* Effect.fork(Effect.provideService(system.health(), FetchHttpClient.Fetch, fetch))
      yield* settled
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(calling)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(received.length, 1)
    })
  )
})
