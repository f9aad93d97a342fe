import { randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { get, post, type Standalone, standaloneServers } from "../support/standalone.js"
import { DATABASES, environmentOn, newBoard, somebody } from "./given.js"
import { print } from "./Load.js"
import { Receiver } from "../support/Receiver.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 240_000 })

/** The most deliveries of a webhook at one time, of all instances together. */
const AT_ONCE = 4
const TASKS = 10
const MORE = 30

const until = <A>(check: () => A | Promise<A>) => vi.waitFor(check, { timeout: 120_000, interval: 20 })

/** The most messages that began earlier than one and arrived after it. */
const mostOvertaken = (arrived: ReadonlyArray<string>): number =>
  Math.max(...arrived.map((id, at) => arrived.slice(at + 1).filter((later) => Number(later) < Number(id)).length))

describe.concurrent.each(DATABASES)("a webhook on %s", (database) => {
  it("gets each change at least once when the instance that sends is killed (SIGKILL)", async () => {
    const secretsKey = randomBytes(32).toString("hex")
    const environment = {
      ...(await environmentOn(database)),
      WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
      SECRETS_KEY: secretsKey
    }
    const start = (name: string) => servers.start(`${database} ${name}`, environment)
    const receiver = new Receiver(({ position }) => String(position))
    onTestFinished(() => receiver.close())

    const first = await start("first")
    const who = await somebody(first, "kit")
    const { boardId } = await newBoard(first, who, "Hooked")
    const hook = { boardId, url: await receiver.listen(), types: ["task.created"] }
    const { body } = await post(first, "/api/webhooks", hook, who.headers)
    const create = async (on: Standalone, count: number) => {
      for (let at = 0; at < count; at++) {
        const answer = await post(on, "/api/tasks", { boardId, name: `Task ${at}` }, who.headers)
        expect(answer).toMatchObject({ status: 201 })
      }
    }
    const delivered = async (on: Standalone, count: number) => {
      const path = `/api/webhooks/${body.webhook.id}/deliveries?status=delivered&limit=1000`
      const { deliveries } = (await get(on, path, who.token)).body
      expect(deliveries).toHaveLength(count)
      const ids = deliveries.map(({ position }: { readonly position: number }) => String(position)).toReversed()
      expect(receiver.distinct.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids)
    }

    const held: Array<ServerResponse> = []
    receiver.respond = (response) => held.push(response)
    await create(first, TASKS)
    await until(() => expect(held).toHaveLength(AT_ONCE))
    const second = database === "PostgreSQL" ? await start("second") : null
    // Of the four that were sent one is answered, which the instance may have recorded before it is killed.
    receiver.respond = (response) => response.end()
    await new Promise<void>((resolve) => {
      held[0]?.on("finish", resolve)
      held[0]?.end()
    })
    await first.stop("SIGKILL")
    for (const response of held) response.destroy()
    const from = performance.now()
    const other = second ?? (await start("first"))
    await until(() => delivered(other, TASKS))
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    const repeated = receiver.received.length - TASKS
    print(
      `${database}: ${TASKS} changes, killed while ${AT_ONCE} were sent, ${repeated} repeated, all after ${seconds} s`
    )
    expect(repeated).toBeLessThanOrEqual(AT_ONCE)

    const both = [other, second === null ? other : await start("first")] as const
    const before = receiver.received.length
    await Promise.all(both.map((instance) => create(instance, MORE / 2)))
    await until(() => delivered(other, TASKS + MORE))
    const after = receiver.received.slice(before)
    expect(after).toHaveLength(MORE)
    expect(mostOvertaken(after)).toBeLessThan(AT_ONCE)
    expect(receiver.atOnce).toBeLessThanOrEqual(AT_ONCE)
  })
})
