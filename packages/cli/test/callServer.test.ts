import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import { Chunk, Effect, Either, Redacted, Stream } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { askOf, downloadBoard } from "../src/remote/callServer.js"

const PATIENCE_MILLIS = 200

/** A server, and the calls to it with little patience. */
const serving = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, ask: askOf({ url, token: Redacted.make("bw_pat_x") }, PATIENCE_MILLIS) }
}

it("a server that accepts a request and does not answer is unavailable, and is asked once", async () => {
  let requests = 0
  const { ask, url } = await serving(() => void (requests += 1))
  const listed = await Effect.runPromise(Effect.either(ask((api, options) => api.workspaces.list({}, options))))
  expect(Either.getOrThrow(Either.flip(listed))).toMatchObject({
    _tag: "ServerRefused",
    message: `${url} did not answer within 0.2 s`,
    exitCode: 69
  })
  expect(requests).toBe(1)
})

it("the body of an export may take longer", async () => {
  const { ask } = await serving((_, response) => {
    response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment" }).write("Name\r\n")
    void setTimeout(2 * PATIENCE_MILLIS).then(() => response.end("Sow peas\r\n"))
  })
  const read = Stream.runCollect(Stream.decodeText(downloadBoard(ask, "x", "csv", () => undefined)))
  expect(Chunk.join(await Effect.runPromise(read), "")).toBe("Name\r\nSow peas\r\n")
})
