import { postgres } from "@boardwright/embed"
import pg from "pg"
import { expect, it, onTestFinished } from "vitest"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { ada, givenFollowedTask, givenHub } from "./hubs.js"

it("searches and webhooks in a transaction on PostgreSQL hold up no reader of the feed and no search", async () => {
  const { drop, url } = await newDatabase()
  onTestFinished(drop)
  const { hub } = await givenHub({ storage: postgres({ url }), secretsKey: "ab".repeat(32) })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const { board, since, task } = await givenFollowedTask(hub)
  const found = async (q: string) => (await hub.search.find(ada, { q })).results.length
  expect(await found("dig")).toBe(1)
  await hub.tasks.update(ada, task.id, { name: "Rake" })

  await client.query("begin")
  await hub.withTransaction(client, async (tx) => {
    await tx.tasks.create(ada, { boardId: board.id, name: "Weed" })
    expect(await tx.search.find(ada, { q: "weed" })).toEqual({ results: [], complete: true })
    const { webhook } = await tx.webhooks.create(ada, { boardId: board.id, url: "https://receiver.invalid/" })
    await tx.webhooks.update(ada, webhook.id, { enabled: false })
    await tx.webhooks.update(ada, webhook.id, { enabled: true })
    await tx.webhooks.replay(ada, webhook.id, { since: "2026-01-01T00:00:00Z" })
  })
  expect(await since()).toEqual(["task.updated"])
  expect(await found("rake")).toBe(1)

  await client.query("commit")
  expect(await since()).toEqual([
    ...["task.updated", "task.created", "webhook.created", "webhook.updated", "webhook.updated"]
  ])
  expect(await found("weed")).toBe(1)
})
