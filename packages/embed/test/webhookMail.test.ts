import { type BoardwrightOptions, postgres, sqlite, storageOf } from "@boardwright/embed"
import { MemoryStorage } from "@boardwright/testing"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { Receiver } from "../../../test/support/Receiver.js"
import { givenHub, givenUser } from "./hubs.js"

const DAY = 86_400_000

const STORAGES: ReadonlyArray<[string, () => Promise<BoardwrightOptions["storage"]>]> = [
  ["memory", async () => storageOf(MemoryStorage.layer)],
  ["SQLite", async () => sqlite(":memory:")],
  [
    "PostgreSQL",
    async () => {
      const { drop, url } = await newDatabase()
      onTestFinished(drop)
      return postgres({ url, connections: 3 })
    }
  ]
]

/** A webhook of Ada's board whose receiver answers with the status, on a clock that can be moved. */
const given = async (storage: BoardwrightOptions["storage"], status: number) => {
  const receiver = new Receiver(({ type }) => type)
  receiver.respond = (response) => response.writeHead(status).end()
  onTestFinished(() => receiver.close())
  const origin = await receiver.listen()
  let moved = 0
  const made = await givenHub({
    storage,
    clock: { now: () => Date.now() + moved },
    secretsKey: "ab".repeat(32),
    webhookAllowedHosts: ["127.0.0.1"]
  })
  const { hub, mails } = made
  const user = await givenUser(made, "ada")
  const ada = hub.as(user.id)
  const { id: workspaceId } = await ada.workspaces.create({ name: "Garden" })
  const board = await ada.boards.create({ name: "Spring <b>", workspaceId })
  const url = `${origin}/hook?token=hush`
  const { webhook } = await ada.webhooks.create({ boardId: board.id, url, types: ["task.created"] })
  return {
    ada,
    board,
    origin,
    user,
    webhook,
    received: receiver.received,
    mails: () => mails.filter(({ subject }) => subject === "A webhook was disabled"),
    pass: (millis: number) => (moved += millis),
    createTask: () => ada.tasks.create({ boardId: board.id, name: "Dig" })
  }
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 })

describe.each(STORAGES)("a webhook that delivery disables, on %s", (_, storage) => {
  it("is one mail to its creator when every delivery has failed for five days", async () => {
    const { ada, createTask, mails, origin, pass, received, user, webhook } = await given(await storage(), 500)
    for (let day = 0; day < 5; day++) {
      expect(mails()).toEqual([])
      const before = received.length
      await createTask()
      await until(() => expect(received.length).toBeGreaterThan(before))
      // The receiver has answered before the failure is stored, with the time of the clock.
      await until(async () => expect((await ada.webhooks.get(webhook.id)).failingSince).not.toBeNull())
      pass(DAY)
    }
    // A retry of an earlier delivery may disable the webhook before this one is made.
    await createTask()
    await until(() => expect(mails()).toHaveLength(1))
    expect(await ada.webhooks.get(webhook.id)).toMatchObject({ status: "disabled", disabledReason: "failing" })
    const [mail] = mails()
    expect(mail?.to).toBe(user.email)
    expect(mail?.text).toBe(
      `Hello ada,

all deliveries to ${origin} have failed for 5 days. So Boardwright disabled the webhook of the board Spring <b> that sends there.

Once the receiver works, enable the webhook again. A replay delivers what it missed.

Its id is ${webhook.id}.
`
    )
    expect(mail?.html).toContain("the board Spring &lt;b&gt; that")
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/hush|hook\?|whsec/)
  })

  it("is one mail each time its receiver answers with 410, however many deliveries fail at once", async () => {
    const { ada, createTask, mails, origin, webhook } = await given(await storage(), 410)
    const disable = async () => {
      await Promise.all([createTask(), createTask(), createTask(), createTask()])
      const isDisabled = async () =>
        expect(await ada.webhooks.get(webhook.id)).toMatchObject({ disabledReason: "gone" })
      await until(isDisabled)
    }
    await disable()
    await until(() => expect(mails()).toHaveLength(1))
    expect(mails()[0]?.text).toContain(`${origin} no longer takes messages: it answered with the status 410. So`)
    await ada.webhooks.update(webhook.id, { enabled: true })
    await disable()
    await until(() => expect(mails()).toHaveLength(2))
  })
})
