import { type EventEmitter, getEventListeners, once } from "node:events"
import { Agent, createServer, request as send } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { asUser, toNodeHandler } from "@boardwright/embed"
import { expect, it, onTestFinished } from "vitest"
import { givenHub } from "./hubs.js"

const TIMES = 1_000

const listenersOf = (emitter: EventEmitter) =>
  Object.fromEntries(emitter.eventNames().map((name) => [name, emitter.listenerCount(name)]))

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length

/** The server of an app with a hub, and one connection to it. */
const givenApp = async () => {
  const { hub } = await givenHub({ authenticate: () => asUser("ada") })
  const server = createServer(toNodeHandler(hub))
  const sockets: Array<Socket> = []
  server.on("connection", (socket) => sockets.push(socket))
  await once(server.listen(0, "127.0.0.1"), "listening")
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const call = async (method: string, path: string, ...pieces: ReadonlyArray<string>): Promise<number | undefined> => {
    const headers = { "content-type": "application/json" }
    const request = send({ agent, port, method, path, headers })
    // A piece is sent when the one before it has left, and so is read by itself.
    for (const piece of pieces) await new Promise((resolve) => request.write(piece, resolve))
    const [response] = await once(request.end(), "response")
    await once(response.resume(), "end")
    return response.statusCode
  }
  return { hub, server, sockets, call }
}

it("1,000 requests of each kind leave no listener or timer on the app's server, connections or process", async () => {
  const { call, server, sockets } = await givenApp()
  const useAll = async () => [
    await call("GET", "/api/workspaces?limit=1"),
    await call("POST", "/api/workspaces", '{"name":', '"Garden"}'),
    await call("POST", "/api/workspaces", '{"name":""}'),
    await call("GET", "/nowhere"),
    await call("GET", "/api/health")
  ]
  expect(await useAll()).toEqual([200, 201, 400, 404, 200])
  const attached = () => [server, ...sockets, process].map(listenersOf)
  const [before, timersBefore] = [attached(), timers()]
  for (let time = 0; time < TIMES; time += 1) await useAll()
  expect(sockets).toHaveLength(1)
  expect(attached()).toEqual(before)
  expect(timers()).toBeLessThan(timersBefore + 10)
})

it("1,000 calls leave no listener on their signal", async () => {
  const { hub } = await givenHub()
  const { signal } = new AbortController()
  const before = timers()
  for (let time = 0; time < TIMES; time += 1) {
    await hub.workspaces.list(asUser("ada"), {}, { signal })
    await expect(hub.workspaces.get(asUser("ada"), "nowhere", { signal })).rejects.toMatchObject({ code: "NotFound" })
  }
  expect(getEventListeners(signal, "abort")).toEqual([])
  expect(timers()).toBeLessThan(before + 10)
})

it("a hub adds no listener to the process", async () => {
  const before = listenersOf(process)
  const { hub } = await givenHub()
  await hub.workspaces.create(asUser("ada"), { name: "Garden" })
  expect(listenersOf(process)).toEqual(before)
  await hub.close()
  expect(listenersOf(process)).toEqual(before)
})
