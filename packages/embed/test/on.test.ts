import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type Boardwright,
  type BoardwrightError,
  ChangeRefused,
  operator,
  postgres,
  sqlite,
  type TransactionCalls
} from "@boardwright/embed"
import { createTestBoardwright } from "@boardwright/testing"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { ada, apiRequest, failureOf, givenFollowedTask, givenHub } from "./hubs.js"

type Hub = Pick<Boardwright, "as" | "boards" | "changes" | "fetch" | "on" | "tasks" | "workspaces">

const onFile = async () => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-on-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return (await givenHub({ storage: sqlite(join(folder, "on.db")) })).hub
}

const onPostgres = async () => {
  const { drop, url } = await newDatabase()
  onTestFinished(drop)
  return (await givenHub({ storage: postgres({ url }) })).hub
}

const STORAGES: Readonly<Record<string, () => Promise<Hub>>> = {
  "a SQLite file": onFile,
  "SQLite in memory": async () => (await givenHub()).hub,
  PostgreSQL: onPostgres,
  memory: async () => {
    const hub = createTestBoardwright()
    onTestFinished(hub.close)
    return hub
  }
}

describe.each(Object.entries(STORAGES))("handlers on %s", (_, open) => {
  it("get the change with its fields before and after, and make changes of the same transaction", async () => {
    const hub = await open()
    const { board, since, task } = await givenFollowedTask(hub)
    const column = await hub.boards.addColumn(ada, board.id, { name: "Depth", type: "text" })
    const seen: Array<unknown> = []
    hub.on("task.updated", async ({ actor, after, before, change, tx }) => {
      seen.push([before, after, actor, change.type, change.taskId, change.actorId])
      if (after.status !== "done") return
      expect(await tx.tasks.get(task.id)).toMatchObject({ status: "done" })
      await tx.tasks.addComment(task.id, { content: "Well done" })
      await tx.as(operator).tasks.create({ boardId: board.id, name: "Rest" })
    })
    await hub.tasks.update(ada, task.id, { status: "done", columnValues: { [column.id]: "2 feet" } })
    expect(seen).toEqual([
      [
        { status: "pending", columnValues: { [column.id]: null } },
        { status: "done", columnValues: { [column.id]: "2 feet" } },
        ada,
        "task.updated",
        task.id,
        "ada"
      ]
    ])
    expect((await since()).slice(1)).toEqual(["task.updated", "comment.created", "task.created"])
    const { changes } = await hub.changes.list(ada, { types: ["task.created"] })
    expect(changes.map(({ actorId }) => actorId)).toEqual(["ada", null])
  })

  it("call the handlers of changes that they make in turn, up to a depth", async () => {
    const hub = await open()
    const { since, task } = await givenFollowedTask(hub)
    const remove = hub.on("comment.created", ({ after, change, tx }) =>
      after.content === "1" ? tx.tasks.addSubtask(change.taskId ?? "", { name: "Answer" }) : null
    )
    hub.on("subtask.created", async ({ before, change, tx }) => {
      expect(before).toBeNull()
      await tx.tasks.updateSubtask(change.taskId ?? "", change.subjectId, { completed: true })
    })
    await hub.tasks.addComment(ada, task.id, { content: "1" })
    expect(await since()).toEqual(["comment.created", "subtask.created", "subtask.updated"])
    remove()
    hub.on("comment.created", ({ change, tx }) => tx.tasks.addComment(change.taskId ?? "", { content: "Again" }))
    const error = await failureOf(hub.tasks.addComment(ada, task.id, { content: "2" }))
    expect(error).toMatchObject({ code: "Unexpected" })
    expect(error.message).toContain("nested 8 deep")
    expect(await since()).toHaveLength(3)
  })

  it("refuse a change, of which nothing is stored", async () => {
    const hub = await open()
    const { since, task } = await givenFollowedTask(hub)
    const remove = hub.on("task.updated", async ({ after, tx }) => {
      await tx.tasks.addComment(task.id, { content: "Lost" })
      if (after.status === "done") throw new ChangeRefused("Close the subtasks first")
    })
    const error = await failureOf(hub.tasks.update(ada, task.id, { status: "done" }))
    expect(error).toMatchObject({ code: "ChangeRefused", status: 409, details: { reason: "Close the subtasks first" } })
    expect(error.message).toBe("ChangeRefused: Close the subtasks first")
    expect(await since()).toEqual([])
    expect(await hub.tasks.get(ada, task.id)).toMatchObject({ status: "pending", comments: [] })
    await hub.tasks.update(ada, task.id, { status: "working" })
    remove()
    remove()
    await hub.tasks.update(ada, task.id, { status: "done" })
    expect(await since()).toEqual(["task.updated", "comment.created", "task.updated"])
  })

  it("pass on the refusal of a change that they make, unless they catch it", async () => {
    const hub = await open()
    const { since, task } = await givenFollowedTask(hub)
    hub.on("comment.created", () => {
      throw new ChangeRefused("No comments today")
    })
    let catches = false
    hub.on("task.updated", async ({ tx }) => {
      const comment = tx.tasks.addComment(task.id, { content: "Lost" })
      await (catches ? comment.catch(() => undefined) : comment)
      await tx.tasks.addSubtask(task.id, { name: "Kept" })
    })
    const error = await failureOf(hub.tasks.update(ada, task.id, { name: "Dig!" }))
    expect(error).toMatchObject({ code: "ChangeRefused", details: { reason: "No comments today" } })
    expect(await since()).toEqual([])
    catches = true
    await hub.tasks.update(ada, task.id, { status: "done" })
    expect(await since()).toEqual(["task.updated", "subtask.created"])
  })

  it("fail the call with what they throw, and nothing is stored", async () => {
    const hub = await open()
    const { since, task } = await givenFollowedTask(hub)
    const thrown = new Error("a defect of the test")
    hub.on("task.updated", () => {
      throw thrown
    })
    hub.on("task.deleted", ({ after, before, tx }) => {
      expect([before.name, after]).toEqual(["Dig", null])
      return tx.tasks.get("no such task")
    })
    const error = await failureOf(hub.tasks.update(ada, task.id, { status: "done" }))
    expect([error.code, error.status, error.cause]).toEqual(["Unexpected", 500, thrown])
    // The caller named an existing task: it was not found by the handler.
    expect(await failureOf(hub.tasks.delete(ada, task.id))).toMatchObject({
      code: "Unexpected",
      cause: { code: "NotFound" }
    })
    expect(await since()).toEqual([])
    await hub.tasks.addComment(ada, task.id, { content: "Still works" })
    expect(await since()).toEqual(["comment.created"])
  })

  it("fail at once where they do not call tx, and may call the hub afterwards", async () => {
    const hub = await open()
    const { since, task } = await givenFollowedTask(hub)
    let afterwards: Promise<unknown> | undefined
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    const calls: Array<Promise<unknown>> = []
    hub.on("task.updated", async () => {
      calls.push(failureOf(hub.tasks.addComment(ada, task.id, { content: "Waits for itself" })))
      calls.push(failureOf(hub.as(ada).tasks.get(task.id)))
      await Promise.all(calls)
      afterwards = until.then(() => hub.tasks.addComment(ada, task.id, { content: "Later" }))
    })
    await hub.tasks.update(ada, task.id, { status: "done" })
    for (const error of await Promise.all(calls)) expect(String(error)).toContain("go through its own tx")
    go()
    await afterwards
    expect(await since()).toEqual(["task.updated", "comment.created"])
  })

  it("have a tx that ends with the transaction, after the calls that are not awaited", async () => {
    const hub = await open()
    const { since, task } = await givenFollowedTask(hub)
    let kept: TransactionCalls | undefined
    hub.on("task.updated", ({ tx }) => {
      kept = tx
      void tx.tasks.addComment(task.id, { content: "Not awaited" })
      void tx.tasks.addSubtask(task.id, { name: "Neither" })
    })
    await hub.tasks.update(ada, task.id, { status: "done" })
    expect((await since()).toSorted()).toEqual(["comment.created", "subtask.created", "task.updated"])
    if (kept === undefined) throw new Error("the handler was not called")
    const error = await failureOf(kept.tasks.addComment(task.id, { content: "Too late" }))
    expect(String(error)).toContain("The transaction of this tx has ended")
    expect(await since()).toHaveLength(3)
  })

  it("run one after another, in the order of their registration, once for a deleted workspace", async () => {
    const hub = await open()
    const { board, workspace } = await givenFollowedTask(hub)
    const person = { name: "Bob", email: "bob@example.com", password: "correct horse", verified: true }
    const bob = await hub.as(operator).accounts.create(person)
    const { invitation } = await hub.as(ada).members.invite(board.id, { userId: bob.id, role: "viewer" })
    await hub.as(bob.id).invitations.accept(invitation.id)
    const order: Array<string> = []
    for (const each of ["first", "second"])
      hub.on("workspace.deleted", async ({ change }) => {
        order.push(`${each} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        order.push(`${each} ends ${change.subjectId === workspace.id}`)
      })
    await hub.workspaces.delete(ada, workspace.id)
    expect(order).toEqual(["first begins", "first ends true", "second begins", "second ends true"])
  })

  it("can be registered only for types that there are", async () => {
    const hub = await open()
    expect(() => hub.on("task.exploded" as never, () => null)).toThrow(
      "task.exploded is not a type of change; known are"
    )
    expect(() => hub.on("task.updated", null as never)).toThrow("handler must be a function")
  })

  it("are called once for each of many concurrent changes", async () => {
    const hub = await open()
    const { board, since } = await givenFollowedTask(hub)
    hub.on("task.created", ({ change, tx }) => tx.tasks.addComment(change.taskId ?? "", { content: "Welcome" }))
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0
          ? hub.tasks.create(ada, { boardId: board.id, name: `Task ${at}` })
          : hub.boards.addGroup(ada, board.id, { name: `Group ${at}` })
      )
    )
    expect(made).toHaveLength(20)
    const types = await since()
    expect(types.filter((type) => type === "task.created")).toHaveLength(10)
    expect(types.filter((type) => type === "comment.created")).toHaveLength(10)
  })
})

const overHttp = async (open: () => Promise<Hub>) => {
  const hub = await open()
  const { since, task } = await givenFollowedTask(hub)
  const update = () => hub.fetch(apiRequest("PATCH", `/api/tasks/${task.id}`, { body: { status: "done" } }))
  return { hub, since, update }
}

describe("a handler that never settles", () => {
  it("is given up after 5 s with all that it did, and its tx with it", async () => {
    const hub = createTestBoardwright()
    onTestFinished(hub.close)
    const { since, task } = await givenFollowedTask(hub)
    let tooLate: Promise<BoardwrightError> | undefined
    hub.on("task.updated", async ({ tx }) => {
      await tx.tasks.addComment(task.id, { content: "Lost" })
      hub.clock.advance({ seconds: 5 })
      await new Promise((resolve) => setImmediate(resolve))
      tooLate = failureOf(tx.tasks.addComment(task.id, { content: "Too late" }))
      await new Promise(() => {})
    })
    const error = await failureOf(hub.tasks.update(ada, task.id, { status: "done" }))
    expect(error.message).toContain("The handlers of a change were not done after 5 s")
    await vi.waitFor(() => expect(tooLate).toBeDefined())
    expect(String(await tooLate)).toContain("The transaction of this tx has ended")
    expect(await since()).toEqual([])
    await hub.tasks.addComment(ada, task.id, { content: "Still works" })
  })
})

it("handlers that block the process have 5 s together too", async () => {
  let off = 0
  const { hub } = await givenHub({ clock: { now: () => Date.now() + off } })
  const { since, task } = await givenFollowedTask(hub)
  hub.on("task.updated", () => void (off += 6000))
  const error = await failureOf(hub.tasks.update(ada, task.id, { status: "done" }))
  expect(error.message).toContain("The handlers of a change were not done after 5 s")
  expect(await since()).toEqual([])
})

it("closing the hub in a handler fails at once, and afterwards works", async () => {
  const { hub } = await givenHub()
  const { task } = await givenFollowedTask(hub)
  const failures: Array<unknown> = []
  hub.on("task.updated", async () => void failures.push(await failureOf(hub.close()).catch(String)))
  await hub.tasks.update(ada, task.id, { status: "done" })
  expect(String(failures)).toContain("go through its own tx")
  await hub.close()
})

it("a refusal without a reason has a default one", async () => {
  const { hub } = await givenHub()
  const { task } = await givenFollowedTask(hub)
  hub.on("task.updated", () => {
    throw new ChangeRefused()
  })
  const error = await failureOf(hub.tasks.update(ada, task.id, { status: "done" }))
  expect(error).toMatchObject({ code: "ChangeRefused", details: { reason: "The change is not allowed" } })
})

describe("over HTTP", () => {
  const failures: Array<{ readonly error: Error; readonly requestId: unknown }> = []
  const open = async () =>
    (
      await givenHub({
        authenticate: () => ada,
        onError: (error, { annotations }) => failures.push({ error, requestId: annotations["requestId"] })
      })
    ).hub

  it("a refusal is a 409 with its message", async () => {
    const { hub, since, update } = await overHttp(open)
    hub.on("task.updated", () => Promise.reject(new ChangeRefused("Close the subtasks first")))
    const response = await update()
    expect([response.status, await response.json()]).toEqual([
      409,
      { error: "Change refused", code: "ChangeRefused", message: "Close the subtasks first", details: [] }
    ])
    expect(await since()).toEqual([])
  })

  it("any other failure is a 500, logged with its cause", async () => {
    const { hub, since, update } = await overHttp(open)
    hub.on("task.updated", () => Promise.reject(new Error("a defect of the test")))
    const response = await update()
    expect([response.status, await response.json()]).toMatchObject([500, { code: "Unexpected" }])
    expect(failures).toMatchObject([
      { error: { message: "a defect of the test" }, requestId: response.headers.get("x-request-id") }
    ])
    expect(await since()).toEqual([])
  })

  it("changes of a handler belong to the request, and a request by the handler fails at once", async () => {
    const { hub, update } = await overHttp(open)
    hub.on("task.updated", async ({ change, tx }) => {
      await expect(hub.fetch(apiRequest("GET", "/api/workspaces"))).rejects.toThrow("go through its own tx")
      await tx.tasks.addComment(change.taskId ?? "", { content: "Well done" })
    })
    const response = await update()
    const { changes } = await hub.changes.list(ada, { types: ["task.updated", "comment.created"] })
    expect(changes.map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 2 }, () => response.headers.get("x-request-id"))
    )
  })
})
