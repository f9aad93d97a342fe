import { readdirSync, readFileSync, statSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import {
  get,
  newPerson,
  post,
  signIn,
  type Standalone,
  standaloneServers,
  UNLIMITED
} from "../../support/standalone.js"
import { runCommand } from "../../support/childServer.js"

const servers = standaloneServers()

/** A service of this machine that records what it is asked for. */
const service = (answer: (response: ServerResponse) => void) => {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume().on("end", () => answer(response))
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  return { asked, port: () => (server.address() as AddressInfo).port }
}

/** What nobody outside may reach. */
const inside = service((response) => response.end("a secret of the inside"))
const receiver = service((response) =>
  response.writeHead(307, { location: `http://127.0.0.1:${inside.port()}/secret` }).end()
)

let server: Standalone
let home: { readonly token: string; readonly boardId: string }
const withToken = () => ({ authorization: `Bearer ${home.token}` })

const change = async (method: string, path: string, body: unknown) => {
  const response = await fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", ...withToken() },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: await response.json() }
}

beforeAll(async () => {
  server = await servers.start("targets", {
    ...UNLIMITED,
    LOG_LEVEL: "debug",
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${receiver.port()}`
  })
  const token = await signIn(server, await newPerson(server, "mallory"))
  const headers = { authorization: `Bearer ${token}` }
  const { body: workspace } = await post(server, "/api/workspaces", { name: "Mallory's" }, headers)
  const { body } = await post(server, "/api/boards", { name: "Own", workspaceId: workspace.workspace.id }, headers)
  home = { token, boardId: body.board.id }
})

const SECRET_PATH = "/services/SECRET-OF-THE-PATH?token=SECRET-OF-THE-QUERY"
const create = (url: string) => post(server, "/api/webhooks", { boardId: home.boardId, url }, withToken())

it("a webhook leads to no private address, however it is written, at creation and by a change", async () => {
  const port = inside.port()
  const allowed = await create(`http://127.0.0.1:${receiver.port()}${SECRET_PATH}`)
  expect(allowed.status).toBe(201)
  const path = `/api/webhooks/${allowed.body.webhook.id}`
  const hosts = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "１２７.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "localhost",
    "a.localhost.",
    "0",
    "169.254.169.254"
  ]
  const urls = hosts.flatMap((host) => [`https://${host}:${port}/`, `http://${host}:${port}/`])
  const tricks = [
    `https://hooks.example@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}\\@hooks.example/`,
    `http://127.0.0.1:${receiver.port()}@127.0.0.1:${port}/`,
    "file:///etc/passwd",
    `//127.0.0.1:${port}/`
  ]
  for (const url of [...urls, ...tricks]) {
    for (const answer of [await create(url), await change("PATCH", path, { url })]) {
      expect([url, answer.status, answer.body.details?.map((each: { path: unknown }) => each.path)]).toEqual([
        url,
        400,
        [["url"]]
      ])
    }
  }
  expect((await get(server, path, home.token)).body.url).toBe(`http://127.0.0.1:${receiver.port()}${SECRET_PATH}`)
})

it("a redirect to the inside is a failure that says no more than its status", async () => {
  const { body } = await create(`http://127.0.0.1:${receiver.port()}/redirects`)
  const { body: tested } = await post(server, `/api/webhooks/${body.webhook.id}/test`, {}, withToken())
  expect(tested.result).toMatchObject({ status: 307, failure: "status" })
  await post(server, "/api/tasks", { boardId: home.boardId, name: "Task" }, withToken())
  const deliveries = `/api/webhooks/${body.webhook.id}/deliveries`
  const statuses = async () =>
    (await get(server, deliveries, home.token)).body.deliveries.map(
      (each: { lastStatus: number | null }) => each.lastStatus
    )
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([307, 307])
  expect(JSON.stringify((await get(server, deliveries, home.token)).body)).not.toContain("secret of the inside")
})

it("secrets of webhooks, and paths of their URLs, are in no answer, log, file or archive that has no use for them", async () => {
  const { body } = await create(`http://127.0.0.1:${receiver.port()}${SECRET_PATH}`)
  const path = `/api/webhooks/${body.webhook.id}`
  const rotated = (await post(server, `${path}/rotate-secret`, {}, withToken())).body.secret
  await post(server, `${path}/test`, {}, withToken())
  const secrets = [body.secret, rotated].map((secret: string) => {
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    return secret.slice("whsec_".length, -1)
  })
  const paths = [
    path,
    `${path}/deliveries`,
    `/api/webhooks?boardId=${home.boardId}`,
    "/api/changes",
    `/api/boards/${home.boardId}`,
    `/api/boards/${home.boardId}/activity`
  ]
  const answers = await Promise.all(paths.map((each) => get(server, each, home.token)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const feed = JSON.stringify(answers.slice(3).map((answer) => answer.body))
  expect(feed).toContain("webhook.secretRotated")
  expect(feed).not.toContain("SECRET-OF")

  const exported = runCommand(["export", home.boardId, "--format", "json"], { DATA_DIR: server.dataDir })
  await exported.ended
  expect(exported.stdout()).not.toBe("")
  expect(exported.stdout()).not.toContain("SECRET-OF")
  expect(await server.stop()).toBe(0)
  const log = server.stdout() + server.stderr()
  expect(log).not.toContain("SECRET-OF")
  const files = readdirSync(server.dataDir, { recursive: true, encoding: "utf8" })
    .map((name) => join(server.dataDir, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
  for (const secret of secrets) {
    for (const text of [log, exported.stdout(), JSON.stringify(answers), ...files]) expect(text).not.toContain(secret)
  }
})

it("nothing of it reached the inside", () => {
  expect(receiver.asked.length).toBeGreaterThan(2)
  expect(inside.asked).toEqual([])
})
