import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it, vi } from "vitest"
import { deployFile } from "../deploy/deployFiles.js"
import { freePort } from "../support/freePort.js"
import { type Standalone, standaloneServers } from "../support/standalone.js"
import { environmentOn, newBoard, somebody } from "./given.js"
import { print } from "./Load.js"
import { program } from "./tools.js"

const REQUESTS = 4_000
const RESTARTS = 3
const CLIENTS = 12
const HEALTH_INTERVAL_MILLIS = 250
// As many intervals as the shipped files allow for, and some for a busy machine.
const SHUTDOWN_DELAY = `${8 * HEALTH_INTERVAL_MILLIS}ms`

const servers = standaloneServers()
const DATA_DIR = join(servers.directory, "data")
let caddy: ChildProcess | undefined
afterAll(async () => {
  if (caddy === undefined || caddy.exitCode !== null) return
  const ended = once(caddy, "exit")
  caddy.kill("SIGKILL")
  await ended
})

/** A text with one place replaced; fails if it is not there. */
const replaced = (text: string, place: RegExp, by: string): string => {
  expect(text).toMatch(place)
  return text.replace(place, by)
}

/** The shipped Caddyfile for these servers, without its retries, which would hide a closed port. */
const caddyfile = (address: string, upstreams: ReadonlyArray<string>): string => {
  const to = `to ${upstreams.join(" ")}\nheader_down X-Upstream {http.reverse_proxy.upstream.hostport}`
  const balanced = replaced(deployFile("Caddyfile.instances"), /to 127.*/, to)
  const probed = replaced(balanced, /health_interval 1s/, `health_interval ${HEALTH_INTERVAL_MILLIS}ms`)
  const site = replaced(replaced(probed, /lb_try_duration 5s/, ""), /^board.*\{$/m, `http://${address} {`)
  return `{\nadmin off\nauto_https off\n}\n${site}`
}

const startCaddy = async (upstreams: ReadonlyArray<string>): Promise<string> => {
  const address = `127.0.0.1:${await freePort()}`
  const file = join(servers.directory, "Caddyfile")
  writeFileSync(file, caddyfile(address, upstreams))
  const env = { PATH: process.env["PATH"], HOME: servers.directory }
  caddy = spawn(program("caddy"), ["run", "--config", file, "--adapter", "caddyfile"], {
    env,
    stdio: "ignore"
  })
  await vi.waitFor(async () => expect((await fetch(`http://${address}/api/health`)).status).toBe(200), {
    timeout: 20_000
  })
  return `http://${address}`
}

it(`${RESTARTS} rolling restarts of two instances behind Caddy fail none of ${REQUESTS} requests`, async () => {
  const environment = { ...(await environmentOn("PostgreSQL")), SHUTDOWN_DELAY }
  const ports = [await freePort(), await freePort()]
  const start = (port: number): Promise<Standalone> =>
    servers.start(String(port), { ...environment, PORT: String(port), DATA_DIR })
  const instances = new Map<number, Standalone>()
  for (const port of ports) instances.set(port, await start(port))
  const [first] = instances.values()
  const who = await somebody({ ...first!, dataDir: DATA_DIR }, "rob")
  const { boardId } = await newBoard(first!, who, "B")
  const url = await startCaddy(ports.map((port) => `127.0.0.1:${port}`))

  let [requests, writes] = [0, 0]
  const done = new AbortController()
  const failures: Array<string> = []
  const served = new Map<string, number>()
  const request = async (isWrite: boolean) => {
    const body = isWrite ? JSON.stringify({ boardId, name: "rolling" }) : null
    const headers = { ...who.headers, "content-type": "application/json" }
    const path = isWrite ? "/api/tasks" : `/api/tasks?boardId=${boardId}&limit=1`
    const response = await fetch(url + path, { method: isWrite ? "POST" : "GET", headers, body })
    const text = await response.text()
    if (response.status !== (isWrite ? 201 : 200))
      failures.push(`${isWrite ? "POST" : "GET"} ${response.status} ${text}`)
    const upstream = response.headers.get("x-upstream") ?? ""
    served.set(upstream, (served.get(upstream) ?? 0) + 1)
    requests += 1
    if (isWrite) writes += 1
  }
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    while (!done.signal.aborted) await request(index % 2 === 0)
  })

  /** Waits until Caddy sends requests to an instance, and until they are served. */
  const takesPart = async (port: number) => {
    served.clear()
    await vi.waitFor(() => expect(served.has(`127.0.0.1:${port}`)).toBe(true), { timeout: 20_000, interval: 10 })
  }
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    for (const port of ports) {
      expect(await instances.get(port)?.stop()).toBe(0)
      instances.set(port, await start(port))
      await takesPart(port)
    }
  }
  await vi.waitFor(() => expect(requests).toBeGreaterThanOrEqual(REQUESTS), { timeout: 120_000 })
  done.abort()
  await Promise.all(clients)
  print(`${requests} requests, ${writes} of them writes, ${failures.length} failed, in ${RESTARTS} rolling restarts`)
  expect(failures.slice(0, 10)).toEqual([])
}, 300_000)
