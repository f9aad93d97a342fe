import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { createClient, type StreamedChange } from "@boardwright/client"
import { Client } from "@boardwright/client/effect"
import { Chunk, Effect, Redacted, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { MISSING, onServer } from "../http/given.js"

/** A stream that breaks after its first event; other responses as they are. */
const cutAfterFirst = (response: Response): Response => {
  if (response.headers.get("content-type") !== "text/event-stream") return response
  let text = ""
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      text += new TextDecoder().decode(bytes)
      const end = text.indexOf("\n\n", text.indexOf("event: change"))
      if (!text.includes("event: change") || end < 0) return
      controller.enqueue(new TextEncoder().encode(text.slice(0, end + 2).replace(/retry: \d+/, "retry: 10")))
      controller.error(new Error("the connection broke"))
    }
  })
  return new Response(response.body?.pipeThrough(cut), response)
}

const nameOf = ({ fields }: StreamedChange) => fields["name"]?.to

describe("changes.stream", () => {
  const { server, givenHome } = onServer()

  it("continues after cut connections, and loses and repeats nothing", async () => {
    const home = await givenHome()
    let requests = 0
    const client = createClient({
      baseUrl: server().url,
      token: () => home.user.token,
      fetch: async (...given) => (requests++, cutAfterFirst(await fetch(...given)))
    })
    const { cursor } = await client.changes.list({ since: "now" })
    const names = ["a", "b", "c"]
    for (const name of names) await home.givenTask({ name })
    const seen: Array<StreamedChange> = []
    for await (const change of client.changes.stream({ since: cursor, boardId: home.boardId })) {
      seen.push(change)
      if (seen.length === names.length) break
    }
    expect(seen.map(nameOf)).toEqual(names)
    expect(requests - 1).toBe(names.length)
    const listed = await client.changes.list({ since: cursor })
    expect(seen.map(({ cursor: _, ...change }) => change)).toEqual(listed.changes)
    expect(seen.at(-1)?.cursor).toBe(listed.cursor)
  })

  it("misses nothing after a connection that is cut before the first event", async () => {
    const home = await givenHome()
    let requests = 0
    const { changes } = createClient({
      baseUrl: server().url,
      token: home.user.token,
      fetch: async (...given) => {
        const response = await fetch(...given)
        if (requests++ > 0) return response
        await response.body?.cancel()
        await home.givenTask({ name: "meanwhile" })
        return new Response("retry: 10\n\n", response)
      }
    })
    for await (const change of changes.stream({ since: "now" })) {
      expect(nameOf(change)).toBe("meanwhile")
      break
    }
  })

  it("throws what ends it for good, and the reason of an aborted signal", async () => {
    const home = await givenHome()
    const { changes } = createClient({ baseUrl: server().url, token: home.user.token })
    const first = async (input: object, options?: object): Promise<unknown> => {
      const iterator = changes.stream(input, options)[Symbol.asyncIterator]()
      return iterator.next().catch((error: unknown) => error)
    }
    expect(await first({ boardId: MISSING })).toMatchObject({ code: "NotFound", status: 404 })
    expect(await first({ since: "0.1" })).toMatchObject({ code: "CursorExpired", cursor: /./ })
    const reason = new Error("enough")
    expect(await first({ since: "now" }, { signal: AbortSignal.abort(reason) })).toBe(reason)
    const unreachable = createClient({ baseUrl: "http://127.0.0.1:1" }).changes.stream()
    await expect(unreachable[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "NetworkFailure" })
  })

  it("is a Stream for Effect, with the errors of the contract", async () => {
    const home = await givenHome()
    await home.givenTask({ name: "a" })
    const program = Effect.gen(function* () {
      const { changes } = yield* Client.make({ baseUrl: server().url, token: Redacted.make(home.user.token) })
      const types = ["task.created"] as const
      const found = yield* changes.stream({ urlParams: { types } }).pipe(Stream.take(1), Stream.runCollect)
      const missing = changes.stream({ urlParams: { boardId: MISSING } })
      const error = yield* missing.pipe(
        Stream.runDrain,
        Effect.catchTag("NotFound", ({ error }) => Effect.succeed(error))
      )
      return [Chunk.toReadonlyArray(found).map(nameOf), error]
    })
    expect(await Effect.runPromise(Effect.provide(program, FetchHttpClient.layer))).toEqual([["a"], "Board not found"])
  })
})
