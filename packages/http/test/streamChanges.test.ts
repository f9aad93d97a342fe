import { Access, type Change, Task } from "@boardwright/core"
import { createTestBoardwright, givenBoard, type Inventory, layer } from "@boardwright/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Option, Queue, type Scope, TestClock } from "effect"
import type { YieldWrap } from "effect/Utils"
import { Authentication } from "../src/Authentication.js"
import { OpenStreams } from "../src/change/OpenStreams.js"
import { streamChanges } from "../src/change/streamChanges.js"
import type { ServerRequest } from "../src/ServerRequest.js"

const REQUEST: ServerRequest = {
  native: null,
  method: "GET",
  path: "/api/changes/stream",
  search: "",
  header: () => undefined,
  address: "127.0.0.1",
  readBody: () => Effect.die("it has no body")
}

/** A workspace's owner with an open stream. */
const opened = Effect.fnUntraced(function* () {
  const { board, workspace } = yield* givenBoard()
  const actor = Access.Actor.User({ userId: workspace.ownerId })
  const asOwner = Effect.provideService(Access.CurrentActor, actor)
  const streams = new OpenStreams()
  const session = { isValid: true }
  const authenticate = () => Effect.sync(() => (session.isValid ? Option.some(actor) : Option.none()))

  /** Opens a stream to a client that takes its bytes as the test says. */
  const open = Effect.fnUntraced(function* (input: Change.ListChanges) {
    const client = { text: "", unsent: 0 }
    const taken = yield* Queue.unbounded<boolean>()
    const { body } = yield* streamChanges({
      path: {},
      query: {},
      input: <A>() => input as A,
      method: "GET",
      served: REQUEST,
      publicUrl: "",
      streams,
      countMore: () => Effect.void
    }).pipe(Effect.provideService(Authentication, { authenticate }), asOwner)
    const sink = {
      write: (part: string | Uint8Array) => {
        client.text += typeof part === "string" ? part : new TextDecoder().decode(part)
      },
      unsent: () => client.unsent,
      taken: Queue.take(taken)
    }
    return { client, taken, running: yield* Effect.fork(body.run(sink)) }
  })

  const stream = yield* open({ since: "now" })
  yield* Effect.yieldNow()
  return {
    ...stream,
    open,
    session,
    streams,
    add: (name: string) => asOwner(Task.createTask({ boardId: board.id, name }))
  }
})

type Step = YieldWrap<Effect.Effect<unknown, unknown, Inventory | Scope.Scope>>

const story = (name: string, steps: () => Generator<Step, void, never>): void =>
  it.scoped(name, () => Effect.provide(Effect.gen(steps), layer))

const isRunning = (fiber: Fiber.RuntimeFiber<boolean>) => Effect.map(Fiber.poll(fiber), Option.isNone)

story("a comment with the cursor is sent at least every 20 seconds", function* () {
  const { client } = yield* opened()
  client.text = ""
  yield* TestClock.adjust("20 seconds")
  yield* TestClock.adjust("1 second")
  assert.match(client.text, /^: \nid: [0-9a-f]+\.\d+\n\n$/)
})

it.live("ends after 30 minutes", () =>
  Effect.promise(async () => {
    await using hub = createTestBoardwright()
    const { accessToken: token } = await hub.givenUser()
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await hub.fetch(new Request("http://host.example/api/changes/stream?since=now", { headers }))
    const state = { ended: false }
    const reading = (async () => {
      for await (const _ of body ?? []);
      state.ended = true
    })()
    let minutes = 0
    for (; !state.ended; minutes++) {
      hub.clock.advance({ minutes: 1 })
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.isAtLeast(minutes, 30)
    await reading
  })
)

story("ends at most 20 seconds after the session, and sends nothing from then on", function* () {
  const { add, client, running, session } = yield* opened()
  yield* TestClock.adjust("21 seconds")
  assert.isTrue(yield* isRunning(running))
  session.isValid = false
  client.text = ""
  yield* TestClock.adjust("20 seconds")
  yield* add("a")
  yield* TestClock.adjust("1 second")
  assert.isTrue(yield* Fiber.join(running))
  assert.strictEqual(client.text, "")
})

story("reads no further while a mebibyte is unsent, and cuts off a client that does not take it", function* () {
  const { add, client, running, taken } = yield* opened()
  client.unsent = 1024 * 1024 + 1
  for (const name of ["a", "b"]) {
    yield* add(name)
    yield* TestClock.adjust("1 second")
  }
  assert.include(client.text, '"a"')
  assert.notInclude(client.text, '"b"')
  client.unsent = 0
  yield* Queue.offer(taken, true)
  yield* TestClock.adjust("1 second")
  assert.include(client.text, '"b"')
  client.unsent = 1024 * 1024 + 1
  yield* add("c")
  yield* Queue.offer(taken, false)
  yield* TestClock.adjust("1 second")
  assert.isFalse(yield* Fiber.join(running))
})

story("ends at once when the streams end, with a time to connect again", function* () {
  const { client, running, streams } = yield* opened()
  client.text = ""
  streams.end()
  yield* Fiber.await(running)
  assert.match(client.text, /^retry: \d{3,4}\n\n$/)
})
