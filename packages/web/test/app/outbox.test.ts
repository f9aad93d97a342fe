import { BoardwrightClientError } from "@boardwright/client"
import { effect } from "@preact/signals"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { conflicts, notices } from "../../src/browser/app/store/notices.js"
import { reasonOf } from "../../src/browser/app/api.js"
import type { Operation } from "../../src/browser/app/store/Operation.js"
import { type Answer, createOutbox } from "../../src/browser/app/store/outbox.js"
import { type Batch, takeConflicts, takeUnsent } from "../../src/browser/app/store/tabStorage.js"
import { browserStubs } from "./browserStubs.js"

const browser = browserStubs()

interface Request {
  readonly operations: ReadonlyArray<Operation>
  readonly key: string
}

const refusal = (
  status: number | null,
  code: BoardwrightClientError["code"],
  details: BoardwrightClientError["details"] = []
) => new BoardwrightClientError({ code, status, error: code, details, retryAfter: status === 429 ? 7 : null })
const offline = () => refusal(null, "NetworkFailure")

/** A server that answers each request as the next of these says, and else does what is asked. */
const given = (answers: ReadonlyArray<() => BoardwrightClientError> = [], isLive = true, isGone = false) => {
  const left = [...answers]
  const requests: Array<Request> = []
  const done: Array<string> = []
  const steps: Array<string | undefined> = []
  const ids = new Map<string, string>()
  const reloads = { count: 0 }
  const connection = { isGone: false }
  const send = async (operations: ReadonlyArray<Operation>, key: string): Promise<Answer> => {
    requests.push({ operations, key })
    const error = left.shift()?.()
    if (error !== undefined) throw error
    const results = operations.map((operation) =>
      operation.op === "create"
        ? { op: "create", ref: operation.ref, id: `id of ${operation.ref}` }
        : { op: operation.op, id: operation.id }
    )
    return { success: true, batchId: `batch ${requests.length}`, results } as Answer
  }
  const outbox = createOutbox({
    ...{
      userId: "me",
      boardId: "b",
      send,
      isLive: () => isLive,
      isDisconnected: () => connection.isGone,
      isGone: async () => isGone,
      reload: () => (reloads.count += 1),
      nameOf: () => "Dig",
      whyRefused: reasonOf
    },
    done: (batchId, made, _, { step }) => {
      done.push(batchId)
      steps.push(step)
      for (const [ref, id] of made) ids.set(ref, id)
    },
    settle: () => undefined
  })
  return { connection, done, ids, outbox, reloads, requests, steps }
}

const update = (id: string, name: string): Operation => ({ op: "update", id, patch: { name }, expect: { name: "old" } })
const create = (ref: string): Operation => ({ op: "create", ref, task: { name: ref, groupId: "g" } })
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  conflicts.value = []
  notices.value = []
})
afterEach(() => {
  vi.useRealTimers()
})

describe("changes of tasks", () => {
  it("are shown at once, sent together, and each laid over its task until the stream has it", async () => {
    const { done, outbox, requests } = given()
    outbox.add([update("1", "a")])
    outbox.add([update("2", "b")])
    expect([outbox.operations.value.length, outbox.unsent.value]).toEqual([2, 2])
    await settled()
    expect(requests.map(({ operations }) => operations.length)).toEqual([2])
    expect([outbox.operations.value.length, outbox.unsent.value, done]).toEqual([2, 0, ["batch 1"]])
    outbox.heard("batch 1", "1")
    expect(outbox.operations.value).toEqual([update("2", "b")])
    outbox.heard("batch 1", "2")
    expect(outbox.operations.value).toEqual([])
  })

  it("of several steps are sent apart, and together beyond ten that wait", async () => {
    const { outbox, requests } = given([offline])
    const steps = async (...ids: ReadonlyArray<string>): Promise<void> => {
      for (const id of ids) {
        outbox.add([update(id, "a")])
        await Promise.resolve()
      }
    }
    await steps("1", "2")
    await settled()
    await steps("3", "4")
    await vi.advanceTimersByTimeAsync(1_000)
    const sizes = () => requests.splice(0).map(({ operations }) => operations.length)
    expect(sizes()).toEqual([1, 1, 1, 1, 1])
    let end = (): void => undefined
    outbox.hold(new Promise<void>((resolve) => (end = resolve)))
    await steps(...Array.from({ length: 14 }, (_, at) => `many ${at}`))
    end()
    await settled()
    expect(sizes()).toEqual([...Array.from({ length: 10 }, () => 1), 4])
  })

  it("that wait for a connection are taken back a step at a time, as if they had not been made", async () => {
    const { connection, outbox, requests } = given()
    expect([outbox.canWithdraw(), outbox.withdraw()]).toEqual([false, false])
    connection.isGone = true
    const many = Array.from({ length: 250 }, (_, at) => update(`many ${at}`, "a"))
    for (const step of [[update("1", "a")], [create("new")], many]) {
      outbox.add(step)
      await settled()
    }
    expect(requests).toEqual([])
    expect([outbox.withdraw(), outbox.unsent.value]).toEqual([true, 2])
    expect([outbox.withdraw(), outbox.unsent.value]).toEqual([true, 1])
    connection.isGone = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requests.map(({ operations }) => operations)).toEqual([[update("1", "a")]])
    expect([outbox.canWithdraw(), outbox.withdraw()]).toEqual([false, false])
  })

  it("that may have been sent are not taken back", async () => {
    const { outbox } = given([offline, offline])
    outbox.add([update("1", "a")])
    await settled()
    outbox.add([update("2", "a")])
    await settled()
    expect([outbox.withdraw(), outbox.withdraw(), outbox.unsent.value]).toEqual([true, false, 1])
  })

  it("are never missing between the answer and the stream", async () => {
    const { outbox } = given()
    const seen: Array<number> = []
    outbox.add([update("1", "a")])
    const stop = effect(() => void seen.push(outbox.operations.value.length))
    await settled()
    stop()
    expect(outbox.unsent.value).toBe(0)
    expect([...new Set(seen)]).toEqual([1])
  })

  it("that change nothing, which no stream repeats, are not laid over later ones of the task", async () => {
    const { outbox } = given()
    outbox.add([update("1", "a"), update("2", "a")])
    await settled()
    outbox.add([update("1", "b")])
    await settled()
    outbox.heard("batch 2", "1")
    expect(outbox.operations.value).toEqual([update("2", "a")])
  })

  it("that the stream has before the answer are not laid over the tasks, and the others of their batch are", async () => {
    const { outbox } = given([offline])
    outbox.add([update("1", "a"), update("2", "b")])
    await settled()
    outbox.heard("batch 2", "1")
    await vi.advanceTimersByTimeAsync(1_000)
    expect([outbox.operations.value, outbox.unsent.value]).toEqual([[update("2", "b")], 0])
  })

  it("are sent again with their key after a network failure, and what is added meanwhile has another", async () => {
    const { outbox, requests } = given([offline, offline])
    outbox.add([update("1", "a")])
    await settled()
    expect([outbox.isWaiting.value, outbox.isReached.value]).toEqual([true, false])
    outbox.add([update("2", "b")])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([outbox.isWaiting.value, outbox.isReached.value]).toEqual([false, true])
    expect(outbox.unsent.value).toBe(0)
    const [first, , , last] = requests
    const again = { key: first?.key, operations: [update("1", "a")] }
    expect(requests).toEqual([again, again, again, { key: last?.key, operations: [update("2", "b")] }])
    expect(last?.key).not.toBe(first?.key)
  })

  it("of a new task name it by the id that it got", async () => {
    const { ids, outbox, requests } = given()
    outbox.add([create("new-1")])
    await Promise.resolve()
    outbox.add([update("new-1", "b"), { op: "move", id: "x", groupId: "g", beforeTaskId: "new-1" }])
    await settled()
    expect(ids.get("new-1")).toBe("id of new-1")
    expect(requests.flatMap(({ operations }) => operations)).toEqual([
      create("new-1"),
      update("id of new-1", "b"),
      { op: "move", id: "x", groupId: "g", beforeTaskId: "id of new-1" }
    ])
  })

  it("that conflict are left out and shown with both values, and the others are sent", async () => {
    const path = ["operations", "0", "expect", "name"]
    const details = [{ path, message: "has changed", current: "theirs" }]
    const { outbox, requests } = given([() => refusal(409, "BulkConflict", details)])
    outbox.add([update("1", "mine"), update("2", "b")])
    await settled()
    expect(requests.map(({ operations }) => operations)).toEqual([
      [update("1", "mine"), update("2", "b")],
      [update("2", "b")]
    ])
    expect(requests[0]?.key).not.toBe(requests[1]?.key)
    expect(conflicts.value).toEqual([{ boardId: "b", taskId: "1", field: "name", mine: "mine", theirs: "theirs" }])
    expect(notices.value).toEqual([])
  })

  it("of a task that was deleted are shown with what was typed, and the others are sent", async () => {
    const details = [0, 1].map((at) => ({ path: ["operations", String(at), "id"], message: "Task not found" }))
    const { outbox, requests } = given([() => refusal(404, "NotFound", details)])
    outbox.add([update("1", "mine"), { op: "delete", id: "2" }, update("3", "c")])
    await settled()
    expect(requests[1]?.operations).toEqual([update("3", "c")])
    const lost = { boardId: "b", taskId: "1", field: "name", mine: "mine", theirs: null, deleted: "Dig" }
    expect([conflicts.value, notices.value]).toEqual([[lost], []])
    expect(await takeConflicts("me", "b")).toEqual([lost])
  })

  it("that are more than a bulk takes are sent as several of one step, which nothing joins", async () => {
    const { outbox, requests, steps } = given([])
    outbox.add(Array.from({ length: 450 }, (_, at) => update(`${at}`, "a")))
    outbox.add([update("1", "b")])
    await settled()
    expect(requests.map(({ operations }) => operations.length)).toEqual([200, 200, 50, 1])
    const [first] = steps
    expect([first !== undefined, steps]).toEqual([true, [first, first, first, undefined]])
  })

  it("that are refused are reported, and the others are sent", async () => {
    const details = [{ path: ["operations", "1", "patch", "name"], message: "must not be empty" }]
    const { outbox, requests } = given([() => refusal(400, "InvalidInput", details)])
    outbox.add([update("1", "a"), update("2", ""), update("3", "c")])
    await settled()
    expect(requests[1]?.operations).toEqual([update("1", "a"), update("3", "c")])
    expect(notices.value).toMatchObject([{ text: "The name must not be empty", tone: "bad" }])
    expect(outbox.unsent.value).toBe(0)
  })

  it("that are refused for their place are reported with what was typed", async () => {
    const details = [{ path: ["operations", "0", "task", "groupId"], message: "Group not found" }]
    const { outbox, requests } = given([() => refusal(404, "NotFound", details)])
    outbox.add([{ op: "create", ref: "new-1", task: { name: "Call the bank", groupId: "gone" } }])
    await settled()
    expect([requests.length, outbox.unsent.value]).toEqual([1, 0])
    expect(notices.value).toMatchObject([{ text: expect.stringMatching(/^Not saved: “Call the bank”/), tone: "bad" }])
  })

  it("that are refused as a whole are shown, so that what was typed can be copied", async () => {
    const { outbox } = given([() => refusal(403, "Forbidden")])
    outbox.add([update("1", "North bed")])
    await settled()
    expect([outbox.unsent.value, notices.value.map(({ text }) => text.includes("North bed"))]).toEqual([0, [true]])
  })

  it("that are refused are reported by each text once, and by the beginning of a long one", async () => {
    const details = [0, 1].map((at) => ({ path: ["operations", String(at), "patch", "name"], message: "is too long" }))
    const { outbox } = given([() => refusal(400, "InvalidInput", details)])
    outbox.add([update("1", "a".repeat(5_000)), update("2", "a".repeat(5_000))])
    await settled()
    expect(notices.value).toHaveLength(1)
    expect(notices.value[0]?.text).toMatch(/^Not saved: “a{1000}”/)
  })

  it("are all dropped and reported if the user may not make them", async () => {
    const { outbox, requests } = given([() => refusal(403, "Forbidden")])
    outbox.add([update("1", "a"), update("2", "b")])
    await settled()
    expect([requests.length, outbox.unsent.value, outbox.operations.value]).toEqual([1, 0, []])
    expect(notices.value).toHaveLength(1)
  })

  it("stay stored where the board can no longer be read", async () => {
    const { outbox, requests } = given([() => refusal(403, "Forbidden")], true, true)
    outbox.add([update("1", "a")])
    await settled()
    expect([requests.length, outbox.unsent.value, notices.value]).toEqual([1, 1, []])
    expect((await takeUnsent("me", "b")).map(({ operations }) => operations)).toEqual([[update("1", "a")]])
  })

  it("wait where there were too many requests", async () => {
    const { outbox, requests } = given([() => refusal(429, "RateLimited")])
    outbox.add([update("1", "a")])
    await settled()
    expect([outbox.unsent.value, outbox.isWaiting.value, outbox.isReached.value]).toEqual([1, true, true])
    await vi.advanceTimersByTimeAsync(6_000)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([requests.length, outbox.unsent.value]).toEqual([2, 0])
  })

  it("that are too large are sent in halves of one step", async () => {
    const { outbox, requests, steps } = given([() => refusal(413, "PayloadTooLarge")])
    const all = ["1", "2", "3", "4"].map((id) => update(id, "a"))
    outbox.add(all)
    await settled()
    expect(requests.map(({ operations }) => operations)).toEqual([all, all.slice(0, 2), all.slice(2)])
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3)
    expect([steps[0] === steps[1], typeof steps[0]]).toEqual([true, "string"])
    expect(notices.value).toEqual([])
  })

  it("that were done, and whose answer was lost, are read and not reported", async () => {
    const { outbox, reloads, requests } = given([offline, () => refusal(409, "IdempotentResultNotStored")])
    outbox.add([update("1", "a")])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([requests.length, outbox.unsent.value, reloads.count]).toEqual([2, 0, 1])
    expect(notices.value).toEqual([])
  })

  it("are sent where the browser has no space to store them", async () => {
    const full = vi.spyOn(browser.storage, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError")
    })
    const { outbox, requests } = given()
    outbox.add([update("1", "a")])
    await settled()
    full.mockRestore()
    expect([requests.length, outbox.unsent.value]).toEqual([1, 0])
  })

  it("are shown and stored while they wait for what they need", async () => {
    const { outbox, requests } = given()
    let end = (): void => undefined
    outbox.hold(new Promise<void>((resolve) => (end = resolve)))
    outbox.add([update("1", "a")])
    await settled()
    expect([requests.length, outbox.unsent.value, browser.stored().length]).toEqual([0, 1, 1])
    const drained = outbox.drained()
    end()
    await settled()
    expect([requests.length, outbox.unsent.value, await drained]).toEqual([1, 0, true])
  })

  it("are sent in batches of 200", async () => {
    const { outbox, requests } = given()
    outbox.add(Array.from({ length: 450 }, (_, at) => update(String(at), "a")))
    await settled()
    expect(requests.map(({ operations }) => operations.length)).toEqual([200, 200, 50])
    expect(requests.flatMap(({ operations }) => operations).map((each) => each.op === "update" && each.id)).toEqual(
      Array.from({ length: 450 }, (_, at) => String(at))
    )
  })
})

describe("what is not sent", () => {
  it("is stored, and sent by the next visit with its key and apart from what is added then", async () => {
    const first = given(Array.from({ length: 50 }, () => offline))
    first.outbox.add([create("new-1")])
    await settled()
    const unsent = await takeUnsent("me", "b")
    expect(unsent.map(({ operations }) => operations)).toEqual([[create("new-1")]])
    expect(await takeUnsent("me", "b")).toEqual([])

    const second = given([offline])
    second.outbox.restore(unsent)
    await settled()
    second.outbox.add([update("new-1", "b")])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(second.requests.map(({ operations }) => operations)).toEqual([
      [create("new-1")],
      [create("new-1")],
      [update("id of new-1", "b")]
    ])
    expect(new Set([first.requests[0]?.key, second.requests[0]?.key, second.requests[1]?.key]).size).toBe(1)
  })

  it.each(["send", "discard"] as const)("stays stored after a day until the user decides: %s", async (what) => {
    const [earlier, added] = [update("1", "a"), update("2", "b")]
    const old: Batch = {
      key: "old",
      boardId: "b",
      operations: [earlier],
      isTried: false,
      madeAt: Date.now() - 90_000_000
    }
    const { outbox, requests } = given()
    outbox.restore([old])
    outbox.add([added])
    await settled()
    expect(requests.map(({ operations }) => operations)).toEqual([[added]])
    expect(outbox.overdue.value.length).toBe(1)
    expect(await takeUnsent("me", "b")).toEqual([old])
    outbox.decideOverdue(what)
    await settled()
    expect(requests.slice(1)).toEqual(what === "send" ? [{ key: "old", operations: [earlier] }] : [])
    expect([outbox.overdue.value.length, await takeUnsent("me", "b")]).toEqual([0, []])
  })

  it("is nobody else's, and not taken from a tab that is open", async () => {
    const batch = (name: string, madeAt: number) =>
      JSON.stringify([{ key: name, boardId: "b", operations: [], madeAt }])
    browser.storage.setItem("boardwright.unsent.me.b.open", batch("open", 1))
    browser.storage.setItem("boardwright.unsent.me.b.closed", batch("closed", 3))
    browser.storage.setItem("boardwright.unsent.me.b.earlier", batch("earlier", 2))
    browser.storage.setItem("boardwright.unsent.you.b.closed", batch("yours", 1))
    browser.storage.setItem("boardwright.unsent.me.c.closed", batch("another board", 1))
    browser.held.add("boardwright.tab.open")
    expect((await takeUnsent("me", "b")).map(({ key }) => key)).toEqual(["earlier", "closed"])
    expect(browser.stored().toSorted()).toEqual([
      "boardwright.unsent.me.b.open",
      "boardwright.unsent.me.c.closed",
      "boardwright.unsent.you.b.closed"
    ])
  })
})
