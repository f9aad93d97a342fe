import { type Actor, type Boardwright, BoardwrightError } from "@boardwright/embed"
import { expect } from "vitest"

interface World {
  readonly actor: Actor
  readonly board: { readonly id: string }
}

/** What the use cases of webhooks answer. Their host has no address, so that nothing is sent. */
export const webhookCalls = (hubOf: () => Boardwright) => {
  const create = async ({ actor, board }: World) =>
    hubOf().webhooks.create(actor, { boardId: board.id, url: "https://receiver.invalid/", types: ["task.created"] })
  return {
    create: async (world: World) => {
      const { secret, webhook } = await create(world)
      expect(secret).toMatch(/^whsec_/)
      expect(webhook).toMatchObject({ boardId: world.board.id, types: ["task.created"], status: "active" })
    },
    list: async (world: World) => {
      const { webhook } = await create(world)
      const { items } = await hubOf().webhooks.list(world.actor, { boardId: world.board.id })
      expect(items).toEqual([webhook])
    },
    get: async (world: World) => {
      const { webhook } = await create(world)
      expect(await hubOf().webhooks.get(world.actor, webhook.id)).toEqual(webhook)
    },
    update: async (world: World) => {
      const { webhook } = await create(world)
      const updated = await hubOf().webhooks.update(world.actor, webhook.id, { enabled: false })
      expect(updated).toMatchObject({ status: "disabled", disabledReason: "manager" })
    },
    delete: async (world: World) => {
      const { webhook } = await create(world)
      await hubOf().webhooks.delete(world.actor, webhook.id)
      await expect(hubOf().webhooks.get(world.actor, webhook.id)).rejects.toBeInstanceOf(BoardwrightError)
    },
    rotateSecret: async (world: World) => {
      const before = await create(world)
      const after = await hubOf().webhooks.rotateSecret(world.actor, before.webhook.id)
      expect(after.secret).not.toBe(before.secret)
    },
    test: async (world: World) => {
      const { webhook } = await create(world)
      expect(await hubOf().webhooks.test(world.actor, webhook.id)).toMatchObject({ status: null, failure: "address" })
    },
    listDeliveries: async (world: World) => {
      const { webhook } = await create(world)
      expect(await hubOf().webhooks.listDeliveries(world.actor, webhook.id)).toMatchObject({ items: [], total: 0 })
    },
    redeliver: async (world: World) => {
      const { webhook } = await create(world)
      await expect(hubOf().webhooks.redeliver(world.actor, webhook.id, "1")).rejects.toMatchObject({
        code: "NotFound",
        details: { thing: "Delivery", id: "1" }
      })
    },
    replay: async (world: World) => {
      const { webhook } = await create(world)
      expect(await hubOf().webhooks.replay(world.actor, webhook.id, { since: "2026-01-01" })).toBeUndefined()
    }
  }
}
