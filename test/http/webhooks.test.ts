import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook as Core } from "@boardwright/core"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { expectError, expectInvalid, type Home, ID, MISSING, onServer, TIME } from "./given.js"

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Array<Received> = []
let answers: (received: Received) => number = () => 204

const receiver = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const message = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8") }
    received.push(message)
    response.writeHead(answers(message)).end()
  })
})

let url = ""
beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => new Promise((closed) => receiver.close(closed)))

const { it, server } = onServer()

const deliver = () => server().run(Core.deliverWebhooks)

/** A webhook of the board for changes of tasks, and what it received since. */
const givenWebhook = async (home: Home) => {
  answers = () => 204
  const types = ["task.created", "task.updated"]
  const { body } = await home.post("/api/webhooks", { boardId: home.boardId, url, types })
  const start = received.length
  const secret: string = body.secret
  const webhook: { readonly id: string } = body.webhook
  return { secret, webhook, path: `/api/webhooks/${webhook.id}`, messages: () => received.slice(start) }
}

const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

describe("a webhook", () => {
  it("receives each change of its board as a message that standardwebhooks verifies", async ({ home }) => {
    const { messages, secret, webhook } = await givenWebhook(home)
    expect(webhook).toEqual({
      id: ID,
      workspaceId: home.workspaceId,
      boardId: home.boardId,
      url,
      types: ["task.created", "task.updated"],
      creatorId: home.user.id,
      status: "active",
      disabledReason: null,
      failingSince: null,
      createdAt: TIME,
      updatedAt: TIME
    })
    const taskId = await home.givenTask({ name: "Dig" })
    await home.patch(`/api/tasks/${taskId}`, { status: "done" })
    await deliver()
    const { body: feed } = await home.get(`/api/changes?boardId=${home.boardId}&types=task.created,task.updated`)
    const told = messages().map((message) => verified(secret, message))
    expect(told.toSorted((a, b) => (a as typeof feed).position - (b as typeof feed).position)).toEqual(
      feed.changes.map((data: typeof feed) => ({
        type: data.type,
        timestamp: data.at,
        position: data.position,
        data
      }))
    )
    const ids = feed.changes.map(({ id }: { readonly id: string }) => `${id}_${webhook.id}`)
    expect(messages().map(({ headers }) => headers["webhook-id"])).toEqual(expect.arrayContaining(ids))
    expect(() => verified(`whsec_${"A".repeat(43)}=`, messages()[0]!)).toThrow("No matching signature found")
  })

  it("is tested by a message of its own", async ({ home }) => {
    const { messages, path, secret } = await givenWebhook(home)
    const { body, status } = await home.post(`${path}/test`)
    expect([status, body]).toEqual([200, { success: true, result: { messageId: ID, status: 204, failure: null } }])
    const [message] = messages()
    expect(verified(secret, message!)).toMatchObject({ type: "webhook.test", position: null })
    answers = () => 500
    expect((await home.post(`${path}/test`)).body.result).toMatchObject({ status: 500, failure: "status" })
  })

  it("cannot be tested while no key decrypts its secret, which a rotation repairs", async ({ home }) => {
    const { path, webhook } = await givenWebhook(home)
    const loseKey = Effect.gen(function* () {
      const webhooks = yield* Core.WebhookRepository
      const stored = yield* Effect.flatten(webhooks.find(webhook.id as Core.WebhookId))
      yield* webhooks.replace({ ...stored, secret: "by a lost key" })
    })
    await server().run(loseKey)
    const error = "No configured key decrypts the webhook's secret: rotate the secret, or configure its key"
    const refused = { status: 503, body: { code: "SecretsKeyMissing", error } }
    expect(await home.post(`${path}/test`)).toMatchObject(refused)
    await home.post(`${path}/rotate-secret`)
    expect((await home.post(`${path}/test`)).body.result).toMatchObject({ status: 204 })
  })

  it("is verified by both secrets after a rotation", async ({ home }) => {
    const { messages, path, secret } = await givenWebhook(home)
    const { body } = await home.post(`${path}/rotate-secret`)
    expect(body).toMatchObject({ success: true, webhook: { id: ID }, secret: expect.stringMatching(/^whsec_/) })
    await home.post(`${path}/test`)
    const [message] = messages()
    for (const each of [secret, body.secret]) expect(verified(each, message!)).toMatchObject({ type: "webhook.test" })
  })

  it("shows its secret nowhere but in the answers to creation and rotation", async ({ home }) => {
    const { path, secret } = await givenWebhook(home)
    const answered = await Promise.all(
      [path, `/api/webhooks?boardId=${home.boardId}`, `${path}/deliveries`, "/api/changes"].map((each) =>
        home.get(each)
      )
    )
    expect(JSON.stringify(answered.map(({ body }) => body))).not.toContain(secret)
  })

  it("lists its deliveries, attempts one again, and replays a time", async ({ home }) => {
    const { messages, path } = await givenWebhook(home)
    const since = new Date().toISOString()
    answers = () => 503
    await home.givenTask()
    await deliver()
    const pending = await home.get(`${path}/deliveries?status=pending`)
    expect(pending.body).toMatchObject({
      deliveries: [{ status: "pending", attempts: 1, lastStatus: 503, lastFailure: "status", endedAt: null }],
      pagination: { total: 1 }
    })
    answers = () => 204
    const [{ id, messageId }] = pending.body.deliveries
    const again = await home.post(`${path}/deliveries/${id}/redeliver`)
    expect([again.status, again.body]).toMatchObject([200, { success: true, delivery: { id, attempts: 0 } }])
    await deliver()
    expect((await home.get(`${path}/deliveries?limit=5`)).body.data).toMatchObject([{ id, status: "delivered" }])
    expect((await home.post(`${path}/replay`, { since })).body).toEqual({ success: true, message: "Replay started" })
    await deliver()
    expect(messages().map(({ headers }) => headers["webhook-id"])).toEqual([messageId, messageId, messageId])
  })

  it("is changed, disabled by an answer 410, enabled again, and deleted", async ({ home }) => {
    const { messages, path } = await givenWebhook(home)
    answers = () => 410
    await home.givenTask()
    await deliver()
    expect((await home.get(path)).body).toMatchObject({ status: "disabled", disabledReason: "gone" })
    answers = () => 204
    const enabled = await home.patch(path, { enabled: true, types: ["task.deleted"] })
    expect(enabled.body).toMatchObject({ success: true, webhook: { status: "active", types: ["task.deleted"] } })
    const taskId = await home.givenTask()
    await home.del(`/api/tasks/${taskId}`)
    await deliver()
    expect(messages().map(({ body }) => JSON.parse(body).type)).toEqual(["task.created", "task.deleted"])
    expect((await home.del(path)).body).toEqual({ success: true, message: "Webhook deleted" })
    expectError(await home.get(path), 404, "Webhook not found")
  })

  it("is for managers of its board alone", async ({ home }) => {
    const { path, webhook } = await givenWebhook(home)
    const editor = await home.givenMember("editor")
    for (const answer of [
      await editor.get(path),
      await editor.get(`/api/webhooks?boardId=${home.boardId}`),
      await editor.post("/api/webhooks", { boardId: home.boardId, url }),
      await editor.post(`${path}/deliveries/1/redeliver`)
    ]) {
      expectError(answer, 403, "Forbidden")
    }
    const admin = await home.givenMember("admin")
    const { body } = await admin.get(`/api/webhooks?boardId=${home.boardId}&page=1`)
    expect(body).toMatchObject({ webhooks: [webhook], data: [webhook], pagination: { total: 1 } })
  })

  it("refuses wrong inputs and what does not exist", async ({ home }) => {
    const { path } = await givenWebhook(home)
    const place = { boardId: home.boardId }
    expectInvalid(await home.post("/api/webhooks", { url }), ["boardId"])
    expectInvalid(await home.post("/api/webhooks", { ...place, url: "http://example.com" }), ["url"])
    expectInvalid(await home.post("/api/webhooks", { ...place, url: "https://10.0.0.1" }), ["url"])
    expectInvalid(await home.post("/api/webhooks", { ...place, url, types: ["task"] }), ["types.0"])
    expectInvalid(await home.get(`${path}/deliveries?status=lost`), ["status"])
    expectInvalid(await home.post(`${path}/replay`, {}), ["since"])
    expectError(await home.post("/api/webhooks", { boardId: MISSING, url }), 404, "Board not found")
    expectError(await home.get(`/api/webhooks/${MISSING}`), 404, "Webhook not found")
    expectError(await home.post(`${path}/deliveries/77777/redeliver`), 404, "Delivery not found")
  })
})
