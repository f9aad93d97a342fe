import { asUser, type Boardwright, type Change, type FollowHandler, operator } from "@boardwright/embed"
import { createTestBoardwright } from "@boardwright/testing"
import { describe, expect, it, vi } from "vitest"
import { givenHub, isSettled } from "./hubs.js"

/** A handler that notes the names of what it is called for. */
const noting = () => {
  const names: Array<unknown> = []
  const handle = ({ fields }: Change) => void names.push(fields["name"]?.to)
  return { names, handle }
}

/** A handler that runs until it is let go, also if its signal is aborted. */
const givenSlowHandler = () => {
  let [letGo, begin] = [() => {}, () => {}]
  const released = new Promise<void>((resolve) => (letGo = resolve))
  const begun = new Promise<void>((resolve) => (begin = resolve))
  let isAborted = false
  const handler: FollowHandler = async (_, { signal }) => {
    signal.addEventListener("abort", () => (isAborted = true))
    begin()
    await released
  }
  return { handler, begun, letGo, isAborted: () => isAborted }
}

const create = (hub: Boardwright, name: string) => hub.workspaces.create(asUser("ada"), { name })

type Follow = (hub: Boardwright, handler: FollowHandler) => ReturnType<Boardwright["changes"]["consume"]>

const ways: ReadonlyArray<readonly [string, Follow]> = [
  ["subscribe", (hub, handler) => hub.changes.subscribe({ since: "now" }, handler)],
  ["consume", (hub, handler) => hub.changes.consume("slack", handler)]
]

describe.each(ways)("%s", (_, follow) => {
  it("calls the handler after each commit, in order, until it is stopped", async () => {
    const { hub } = await givenHub()
    const { handle, names } = noting()
    const { ended, stop } = await follow(hub, handle)
    for (const name of ["a", "b", "c"]) await create(hub, name)
    await vi.waitFor(() => expect(names).toEqual(["a", "b", "c"]))
    await stop()
    await ended
    await create(hub, "d")
    await hub.close()
    expect(names).toEqual(["a", "b", "c"])
  })

  it("is stopped by its own handler, which does not wait for itself", async () => {
    const { hub } = await givenHub()
    const handled: Array<unknown> = []
    const following = await follow(hub, async ({ fields }) => {
      await following.stop()
      handled.push(fields["name"]?.to)
    })
    await create(hub, "a")
    await following.ended
    await create(hub, "b")
    await hub.close()
    expect(handled).toEqual(["a"])
  })

  it("closing does not wait for one that only waits", async () => {
    const { hub } = await givenHub()
    const { ended } = await follow(hub, () => {})
    await hub.close()
    await ended
    await expect(follow(hub, () => {})).rejects.toMatchObject({ code: "Closed" })
  }, 8000)

  it("closing aborts the signal of a running handler and waits for it", async () => {
    const { hub } = await givenHub()
    const { begun, handler, isAborted, letGo } = givenSlowHandler()
    await follow(hub, handler)
    await create(hub, "a")
    await begun
    expect(isAborted()).toBe(false)
    const closing = hub.close()
    await vi.waitFor(() => expect(isAborted()).toBe(true))
    expect(await isSettled(closing)).toBe(false)
    letGo()
    await closing
  })

  it("reports what a handler throws and calls it again", async () => {
    const reports: Array<readonly [string, string]> = []
    const { hub } = await givenHub({ onError: (error, { message }) => reports.push([error.message, message]) })
    let calls = 0
    await follow(hub, () => {
      if (++calls === 1) throw new Error("the first attempt")
    })
    await create(hub, "a")
    await vi.waitFor(() => expect(calls).toBe(2), { timeout: 5000 })
    expect(reports).toEqual([["the first attempt", expect.stringMatching(/failed, will be tried again$/)]])
    await hub.close()
  })

  it("reads with the rights of the actor", async () => {
    const { hub } = await givenHub()
    const [ada, bob] = [noting(), noting()]
    await hub.as("ada").changes.consume("ada", ada.handle)
    await hub.changes.consume("bob", { actor: asUser("bob") }, bob.handle)
    await hub.as("ada").changes.subscribe({}, ada.handle)
    await create(hub, "a")
    await vi.waitFor(() => expect(ada.names).toEqual(["a", "a"]))
    expect(bob.names).toEqual([])
    await hub.close()
  })

  it("refuses what is no actor, handler or place", async () => {
    const { hub } = await givenHub()
    const wrong = [
      hub.changes.subscribe({ actor: "ada" as never }, () => {}),
      hub.changes.subscribe({}, "handler" as never),
      hub.changes.consume("slack", undefined as never),
      (hub.changes.consume as (name: string) => Promise<unknown>)("slack"),
      hub.changes.consume("slack", null as never, () => {}),
      hub.changes.subscribe(null as never, () => {}),
      hub.changes.subscribe({ types: [] }, () => {}),
      hub.changes.consume("slack", { onExpired: "now" as never }, () => {}),
      hub.changes.consume("slack", { since: "yesterday" }, () => {}),
      hub.changes.consume("slack", { type: ["task.created"] } as never, () => {}),
      hub.changes.subscribe({ onExpired: () => {} } as never, () => {})
    ]
    await Promise.all(wrong.map((each) => expect(each).rejects.toMatchObject({ code: "InvalidInput" })))
    await hub.close()
  })
})

it("a handler that ends while closing has handled its change", async () => {
  const { hub } = await givenHub()
  const { begun, handler, letGo } = givenSlowHandler()
  await hub.changes.consume("slack", handler)
  await create(hub, "a")
  await begun
  const { stop } = await hub.changes.subscribe({}, () => {})
  await stop()
  const [before] = await hub.changes.consumers(operator)
  expect(before?.behind).toBe(1)
  letGo()
  await vi.waitFor(async () => expect((await hub.changes.consumers(operator))[0]?.behind).toBe(0))
  await hub.close()
})

it("a signal stops a subscription", async () => {
  const { hub } = await givenHub()
  const controller = new AbortController()
  const { ended } = await hub.changes.subscribe({ signal: controller.signal }, () => {})
  controller.abort()
  await ended
  await expect(hub.changes.subscribe({ signal: controller.signal }, () => {})).rejects.toBe(controller.signal.reason)
  await hub.close()
})

it("the cursor of a handler continues after its change", async () => {
  const { hub } = await givenHub()
  const cursors: Array<string> = []
  await hub.changes.subscribe({}, (_, { cursor }) => void cursors.push(cursor))
  await create(hub, "a")
  await create(hub, "b")
  await vi.waitFor(() => expect(cursors).toHaveLength(2))
  const { changes } = await hub.changes.list(operator, { since: cursors[0] })
  expect(changes).toMatchObject([{ fields: { name: { to: "b" } } }])
  await hub.close()
})

it("a subscription that cannot go on rejects, and is reported", async () => {
  const reports: Array<string> = []
  const { hub } = await givenHub({ onError: (_, { message }) => reports.push(message) })
  const { id } = await create(hub, "a")
  const { handle, names } = noting()
  const { ended } = await hub.changes.subscribe({ workspaceId: id }, handle)
  await hub.workspaces.update(asUser("ada"), id, { name: "b" })
  await vi.waitFor(() => expect(names).toEqual(["b"]))
  // It is at the head then, and waits.
  await new Promise((resolve) => setImmediate(resolve))
  await hub.workspaces.delete(asUser("ada"), id)
  await expect(ended).rejects.toMatchObject({ code: "NotFound" })
  expect(reports).toEqual(["changes are no longer followed"])
  await hub.close()
})

it("the hub for tests follows changes by its clock", async () => {
  const hub = createTestBoardwright()
  const user = await hub.givenUser()
  const { handle, names } = noting()
  await hub.changes.consume("slack", handle)
  await hub.workspaces.create(user.actor, { name: "Garden" })
  await vi.waitFor(() => {
    hub.clock.advance({ seconds: 1 })
    expect(names).toEqual(["Garden"])
  })
  await hub.close()
})
