import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { type ClientOptions, createClient, type StreamedChange } from "@boardwright/client"
import { Client } from "@boardwright/client/effect"
import { Effect, Stream } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { fakeServer, json } from "./fakeServer.js"

const HEADERS = { "content-type": "text/event-stream", "x-change-cursor": "1.0" }
const event = (at: number) => `retry: 1\nid: 1.${at}\nevent: change\ndata: {"id":"${at}"}\n\n`

/** A stream that sends these and stays open, or ends. */
const streaming = (text: string, isOpen = true): Response =>
  new Response(
    new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode(text))
        if (!isOpen) body.close()
      }
    }),
    { headers: HEADERS }
  )

const follow = ({ fetch }: ReturnType<typeof fakeServer>, options = {}): AsyncIterator<StreamedChange> => {
  const { changes } = createClient({ baseUrl: "http://service.example", fetch, retries: 0 })
  const input = { since: "1.0", types: ["task.created", "task.moved"] } as const
  return changes.stream(input, options)[Symbol.asyncIterator]()
}

it("goes on after the last change on a new connection, through servers that do not answer", async () => {
  const server = fakeServer(
    streaming(event(1) + event(2).slice(0, -1), false),
    new TypeError("no route"),
    json(502, {}),
    streaming(event(2))
  )
  const changes = follow(server)
  expect([await changes.next(), await changes.next()]).toMatchObject([
    { value: { id: "1", cursor: "1.1" } },
    { value: { id: "2", cursor: "1.2" } }
  ])
  expect(server.received.map(({ url }) => new URL(url).searchParams.get("since"))).toEqual(["1.0", "1.1", "1.1", "1.1"])
  expect(new URL(server.received[0]?.url ?? "").searchParams.get("types")).toBe("task.created,task.moved")
})

afterEach(() => void vi.useRealTimers())

it("goes on on a new connection after a minute in which the server, which sends something every 20 seconds, was silent", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const alive = { send: (_: string): void => undefined }
  const body = new ReadableStream({
    start: (controller) => {
      alive.send = (text) => controller.enqueue(new TextEncoder().encode(text))
      alive.send(event(1))
    }
  })
  const server = fakeServer(new Response(body, { headers: HEADERS }), streaming(event(2)))
  const changes = follow(server)
  await changes.next()
  const next = changes.next()
  for (let minutes = 0; minutes < 3; minutes++) {
    await vi.advanceTimersByTimeAsync(59_000)
    alive.send(": alive\n\n")
  }
  await vi.advanceTimersByTimeAsync(59_000)
  expect(server.received).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await next).toMatchObject({ value: { id: "2", cursor: "1.2" } })
  expect(new URL(server.received[1]?.url ?? "").searchParams.get("since")).toBe("1.1")
})

it("throws what no other connection changes, once", async () => {
  const expired = json(410, { error: "Expired", code: "CursorExpired", cursor: "2.0", details: [] })
  const changes = follow(fakeServer(streaming(event(1), false), expired))
  await changes.next()
  await expect(changes.next()).rejects.toMatchObject({ code: "CursorExpired", cursor: "2.0" })
  expect(await changes.next()).toEqual({ done: true, value: undefined })
})

const page = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } })

it("throws if the first answer is something else than a stream, such as a page, and goes on if a later one is", async () => {
  await expect(follow(fakeServer(page())).next()).rejects.toMatchObject({ code: "UnexpectedAnswer", status: 200 })
  const changes = follow(fakeServer(streaming(event(1), false), page(), streaming(event(2))))
  await changes.next()
  expect(await changes.next()).toMatchObject({ value: { id: "2" } })
})

it("fails as a Stream for Effect if the first answer is something else than a stream", async () => {
  const first = Effect.gen(function* () {
    const { changes } = yield* Client.make({ baseUrl: "http://service.example" })
    return yield* Effect.flip(Stream.runDrain(changes.stream({ urlParams: {} })))
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fakeServer(page()).fetch))
  expect(await Effect.runPromise(first)).toMatchObject({ _tag: "ResponseError", reason: "Decode" })
})

it("refuses an empty list of types", async () => {
  const { changes } = createClient({ baseUrl: "http://service.example", fetch: fakeServer().fetch })
  const first = changes.stream({ types: [] })[Symbol.asyncIterator]().next()
  const refused = { code: "InvalidRequest", message: "Invalid request: types must not be empty" }
  await expect(first).rejects.toMatchObject(refused)
  await expect(changes.list({ types: [] })).rejects.toMatchObject(refused)
})

it("throws when there is no token for a new connection", async () => {
  let reads = 0
  const { fetch } = fakeServer(streaming(event(1), false))
  const token = async () => {
    if (reads++ > 0) throw new Error("signed out")
    return "first"
  }
  const { changes } = createClient({ baseUrl: "http://service.example", fetch, retries: 0, token })
  const following = changes.stream({ since: "1.0" })[Symbol.asyncIterator]()
  await following.next()
  await expect(following.next()).rejects.toMatchObject({ code: "TokenUnavailable" })
})

it("ends while it waits, with the loop or with the signal's reason", async () => {
  const changes = follow(fakeServer(streaming(event(1))))
  await changes.next()
  const waiting = changes.next()
  expect(await changes.return?.()).toEqual({ done: true, value: undefined })
  expect(await waiting).toEqual({ done: true, value: undefined })

  const aborting = new AbortController()
  const aborted = follow(fakeServer(streaming(event(1))), { signal: aborting.signal })
  await aborted.next()
  const next = aborted.next()
  const reason = new Error("enough")
  aborting.abort(reason)
  await expect(next).rejects.toBe(reason)
})

it.each<readonly [string, Partial<ClientOptions>]>([
  ["its token", { token: () => new Promise(() => undefined) }],
  ["a response of a fetch that ignores the signal", { fetch: () => new Promise(() => undefined) }]
])("ends with the loop or with the signal's reason while it waits for %s", async (_, options) => {
  const { changes } = createClient({ baseUrl: "http://service.example", fetch: fakeServer().fetch, ...options })
  const following = changes.stream()[Symbol.asyncIterator]()
  const waiting = following.next()
  await following.return?.()
  expect(await waiting).toEqual({ done: true, value: undefined })

  const aborting = new AbortController()
  const next = changes.stream({}, { signal: aborting.signal })[Symbol.asyncIterator]().next()
  aborting.abort(new Error("enough"))
  await expect(next).rejects.toBe(aborting.signal.reason)
})

it("closes a connection that opens after the end", async () => {
  let connect = (_: Response): void => undefined
  const connecting = new Promise<Response>((resolve) => (connect = resolve))
  const following = follow({ fetch: () => connecting, received: [] })
  const waiting = following.next()
  await following.return?.()
  expect(await waiting).toEqual({ done: true, value: undefined })
  await new Promise<void>((cancel) => connect(new Response(new ReadableStream({ cancel }), { headers: HEADERS })))
})
