import { createSocket, type RemoteInfo } from "node:dgram"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolveHost } from "../src/resolveHost.js"

const TYPES: Readonly<Record<number, string>> = { 1: "A", 28: "AAAA" }
const NO_SUCH_NAME = 3

const bytesOf = (address: string): Buffer =>
  address.includes(":")
    ? Buffer.from(
        address
          .split(":")
          .map((part) => part.padStart(4, "0"))
          .join(""),
        "hex"
      )
    : Buffer.from(address.split(".").map(Number))

/** The response to a query with one question (RFC 1035, 4.1): its addresses, or an error without any. */
const responseTo = (query: Buffer, addresses: ReadonlyArray<string>): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (addresses.length === 0 ? NO_SUCH_NAME : 0), 2)
  for (const [offset, count] of [addresses.length, 0, 0].entries()) header.writeUInt16BE(count, 6 + 2 * offset)
  const records = addresses.map((address) => {
    const data = bytesOf(address)
    // The name is that of the question; class IN, no time to live.
    return Buffer.concat([
      Buffer.from([0xc0, 12]),
      question.subarray(-4),
      Buffer.from([0, 0, 0, 0, 0, data.length]),
      data
    ])
  })
  return Buffer.concat([header, question, ...records])
}

/** A name server on this machine. `answer` gets the type, such as `A`, and the number of the query; null for silence. */
const nameServer = (answer: (type: string, query: number) => ReadonlyArray<string> | null) =>
  Effect.acquireRelease(
    Effect.async<{ readonly address: string; readonly close: () => void; readonly queried: Promise<void> }>(
      (resume) => {
        const socket = createSocket("udp4")
        const counts: Record<string, number> = {}
        let query: () => void
        const queried = new Promise<void>((resolve) => (query = resolve))
        socket.on("message", (message: Buffer, from: RemoteInfo) => {
          const type = TYPES[message.readUInt16BE(message.indexOf(0, 12) + 1)] ?? ""
          counts[type] = (counts[type] ?? 0) + 1
          const addresses = answer(type, counts[type])
          if (addresses !== null) socket.send(responseTo(message, addresses), from.port, from.address)
          query()
        })
        socket.bind(0, "127.0.0.1", () =>
          resume(
            Effect.succeed({ address: `127.0.0.1:${socket.address().port}`, close: () => socket.close(), queried })
          )
        )
      }
    ),
    ({ close }) => Effect.sync(close)
  )

const resolve = (server: string, { host = "hooks.example", signal = new AbortController().signal } = {}) =>
  Effect.promise(() => resolveHost({ servers: [server] })(host, false, signal))

describe("resolveHost", () => {
  it.scoped("returns all addresses of both kinds", () =>
    Effect.gen(function* () {
      const { address } = yield* nameServer((type) =>
        type === "A" ? ["1.1.1.1", "10.0.0.1"] : ["2606:4700:0:0:0:0:0:1111", "0:0:0:0:0:0:0:1"]
      )
      assert.deepStrictEqual(yield* resolve(address), [
        { address: "1.1.1.1", family: 4 },
        { address: "10.0.0.1", family: 4 },
        { address: "2606:4700::1111", family: 6 },
        { address: "::1", family: 6 }
      ])
    })
  )

  it.scoped("asks again each time, and a name of one kind only is enough", () =>
    Effect.gen(function* () {
      const { address } = yield* nameServer((type, query) =>
        type === "A" ? [query === 1 ? "1.1.1.1" : "127.0.0.1"] : []
      )
      assert.deepStrictEqual(yield* resolve(address), [{ address: "1.1.1.1", family: 4 }])
      assert.deepStrictEqual(yield* resolve(address), [{ address: "127.0.0.1", family: 4 }])
    })
  )

  it.scoped("returns none for an unknown name, a name that is impossible, and without a name server", () =>
    Effect.gen(function* () {
      const { address } = yield* nameServer(() => [])
      assert.deepStrictEqual(yield* resolve(address), [])
      for (const host of ["a".repeat(64), `${"a.".repeat(200)}example`, "..", "a..b"]) {
        assert.deepStrictEqual(yield* resolve(address, { host }), [], host)
      }
      const gone = yield* Effect.scoped(nameServer(() => []))
      assert.deepStrictEqual(yield* resolve(gone.address), [])
    })
  )

  it.scoped("stops waiting once it is aborted", () =>
    Effect.gen(function* () {
      const { address, queried } = yield* nameServer(() => null)
      const aborted = new AbortController()
      const waiting = resolveHost({ servers: [address] })("hooks.example", false, aborted.signal)
      yield* Effect.promise(() => queried)
      aborted.abort()
      assert.deepStrictEqual(yield* Effect.promise(() => waiting), [])
    })
  )

  it.scoped("reads names of this machine for allowed hosts only", () =>
    Effect.gen(function* () {
      const { address } = yield* nameServer(() => [])
      const signal = new AbortController().signal
      const found = yield* Effect.promise(() => resolveHost({ servers: [address] })("localhost", true, signal))
      assert.isNotEmpty(found)
      for (const each of found) assert.include(["127.0.0.1", "::1"], each.address)
      assert.deepStrictEqual(yield* resolve(address, { host: "localhost" }), [])
      const unknown = yield* Effect.promise(() => resolveHost()("no such name", true, signal))
      assert.deepStrictEqual(unknown, [])
    })
  )
})
