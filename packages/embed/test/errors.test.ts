import { Facade, Ports, Workspace } from "@boardwright/core"
import {
  asUser,
  type Boardwright,
  BoardwrightError,
  type FailureContext,
  operator,
  storageOf
} from "@boardwright/embed"
import { MemoryStorage } from "@boardwright/testing"
import { Effect, Layer } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { apiRequest, givenHub, givenUser, newHub, PASSWORD, plainHasher } from "./hubs.js"

const { WorkspaceRepository } = Workspace

const unhandled = vi.fn<(reason: unknown) => void>()
beforeEach(() => void process.on("unhandledRejection", unhandled))
afterEach(() => {
  process.off("unhandledRejection", unhandled)
  if (unhandled.mock.calls.length > 0) throw new Error("a rejection was not handled", { cause: unhandled.mock.calls })
})

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => value,
    (reason: unknown) => reason
  )

describe("errors are those of the API", () => {
  it("invalid input lists the same problems", async () => {
    const made = await givenHub()
    const { id, token } = await givenUser(made, "ada")
    const body = { boardId: 7, name: " ", priority: "x".repeat(51) }
    const error = await failureOf(made.hub.tasks.create(asUser(id), body as never))
    const answer = await made.hub.fetch(apiRequest("POST", "/api/tasks", { body, token }))
    const { details } = (await answer.json()) as { readonly details: ReadonlyArray<unknown> }
    expect(error).toBeInstanceOf(BoardwrightError)
    expect(error).toMatchObject({ code: "InvalidInput", details: { issues: details } })
    expect(details).toHaveLength(3)
  })
})

describe("the message", () => {
  it("of Forbidden names what is refused, and what it needs", async () => {
    const { hub } = await givenHub()
    const refused = await failureOf(hub.workspaces.create(operator, { name: "Garden" }))
    expect(String(refused)).toBe("BoardwrightError: Forbidden: The actor may not act as a user")
    const lacking = new BoardwrightError("Forbidden", { action: "read the board", lacking: "a session" })
    expect(lacking.message).toBe("Forbidden: The actor may not read the board: it needs a session")
  })

  it("of Unexpected names the code once, when a handler fails by a call of its own", () => {
    const inner = new BoardwrightError("Unexpected", {}, new Error("boom"))
    expect(new BoardwrightError("Unexpected", {}, inner)).toMatchObject({ message: "Unexpected: boom", cause: inner })
  })
})

describe("the actor is always explicit", () => {
  it.each([undefined, null, "ada", {}, { _tag: "User" }, { userId: "ada" }])("%j is not an actor", async (actor) => {
    const { hub } = await givenHub()
    const error = await failureOf(hub.workspaces.list(actor as never))
    expect(error).toMatchObject({ code: "InvalidInput", details: { issues: [{ path: ["actor"] }] } })
    expect(String(error)).toContain("asUser(id), or operator")
  })
})

interface Entry {
  readonly needsActor: boolean
  readonly texts: ReadonlyArray<string>
}

describe("an id that is not text", () => {
  const calls = Object.entries(Facade.useCases).flatMap(([noun, entries]) =>
    Object.entries<Entry>(entries).flatMap(([name, { needsActor, texts }]) =>
      texts.map(
        (text, at) => [`${noun}.${name}`, text, { noun, name, needsActor, before: texts.slice(0, at) }] as const
      )
    )
  )

  // Nothing gets as far as its storage.
  let hub: Boardwright
  beforeAll(async () => {
    hub = await newHub()
  })
  afterAll(() => hub.close())

  it.each(calls)("%s refuses as %s, by its name", async (_, text, { before, name, needsActor, noun }) => {
    const call = Object(hub)[noun][name]
    for (const wrong of [undefined, null, 7, true, {}, ["id"], Symbol("id")]) {
      const error = await failureOf(call(...(needsActor ? [operator] : []), ...before, wrong, {}))
      expect(error).toBeInstanceOf(BoardwrightError)
      const issues = expect.arrayContaining([{ path: [text], message: "must be a string" }])
      expect(error).toMatchObject({ code: "InvalidInput", status: 400, details: { issues } })
    }
  })

  it("is named with other wrong ids", async () => {
    const error = await failureOf(hub.as("ada").tasks.updateSubtask(undefined as never, null as never, {}))
    expect(error).toMatchObject({ details: { issues: [{ path: ["taskId"] }, { path: ["subtaskId"] }] } })
  })
})

describe("asUser", () => {
  it.each([undefined, null, "", 7, {}])("%j is not an id", (id) => {
    const failing = () => asUser(id as never)
    expect(failing).toThrow(BoardwrightError)
    expect(failing).toThrow("userId must be the id of a user: a string that is not empty")
  })
})

describe("hub.as", () => {
  it("binds the actor of several calls", async () => {
    const { hub } = await givenHub()
    const ada = hub.as("ada")
    const { id: workspaceId } = await ada.workspaces.create({ name: "Garden" })
    const board = await ada.boards.create({ name: "Spring", workspaceId })
    const task = await ada.tasks.create({ boardId: board.id, name: "Dig" })
    expect(await ada.tasks.get(task.id)).toEqual(await hub.tasks.get(asUser("ada"), task.id))
    await expect(hub.as("eve").tasks.get(task.id)).rejects.toMatchObject({ code: "Forbidden", status: 403 })
    expect(await hub.as(operator).tasks.get(task.id)).toMatchObject({ name: "Dig" })
    const reason = new Error("the client left")
    await expect(ada.workspaces.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it("has only the calls that take an actor", async () => {
    const { hub } = await givenHub()
    expect(Object.keys(hub.as("ada").tasks)).toEqual(Object.keys(hub.tasks))
    expect(hub.as("ada").accounts).not.toHaveProperty("signIn")
    expect(() => hub.as(undefined as never)).toThrow(BoardwrightError)
  })
})

describe("the options of a call", () => {
  const signal = "must be an AbortSignal"
  const unknown = "is not an option; known are signal, idempotencyKey"
  it.each([
    [{ idempotencykey: "x" }, "idempotencykey", unknown],
    [{ signal: "foo" }, "signal", signal],
    [{ signal: null }, "signal", signal],
    ["x", "options", "must be an object of options: signal, idempotencyKey"],
    [0, "options", "must be an object of options: signal, idempotencyKey"]
  ])("%j names %s", async (options, name, message) => {
    const { hub } = await givenHub()
    const ada = hub.as("ada")
    const refused = { code: "InvalidInput", details: { issues: [{ path: [name], message }] } }
    await expect(ada.workspaces.create({ name: "W" }, options as never)).rejects.toMatchObject(refused)
    await expect(ada.workspaces.get("1", options as never)).rejects.toMatchObject(refused)
    await expect(ada.workspaces.list({}, options as never)).rejects.toMatchObject(refused)
    await expect(hub.accounts.verifyEmail("token", options as never)).rejects.toMatchObject(refused)
    expect((await ada.workspaces.list({}, undefined)).total).toBe(0)
  })

  it("a signal of a subscription is checked too", async () => {
    const { hub } = await givenHub()
    const following = hub.changes.subscribe({ signal: "foo" as never }, () => undefined)
    await expect(following).rejects.toMatchObject({ details: { issues: [{ path: ["signal"], message: signal }] } })
  })
})

describe("{ signal }", () => {
  it("a call aborted before it starts does nothing", async () => {
    const { hub } = await givenHub()
    const reason = new Error("the client left")
    const call = hub.workspaces.create(asUser("ada"), { name: "W" }, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
    expect((await hub.workspaces.list(asUser("ada"), {}, { signal: new AbortController().signal })).items).toEqual([])
  })

  it("a call aborted in flight ends, and leaves nothing behind", async () => {
    let isHashing = () => {}
    const hashing = new Promise<void>((resolve) => (isHashing = resolve))
    const { hub } = await givenHub({
      passwordHasher: {
        ...plainHasher,
        hash: (password) => {
          isHashing()
          return password === PASSWORD ? new Promise<string>(() => undefined) : password
        }
      }
    })
    const controller = new AbortController()
    const input = { name: "Ada", email: "ada@example.com", password: PASSWORD }
    const call = failureOf(hub.accounts.signUp(input, { signal: controller.signal }))
    await hashing
    controller.abort()
    expect(await call).toMatchObject({ name: "AbortError" })
    await expect(hub.accounts.signUp({ ...input, password: "another password" })).resolves.toEqual({ invitation: null })
  })
})

describe("failures of the host", () => {
  const reports: Array<readonly [Error, FailureContext]> = []
  const onError = (error: Error, context: FailureContext) => {
    reports.push([error, context])
    throw new Error("onError is broken too")
  }
  const bug = new Error("the session store is down")
  afterEach(() => void reports.splice(0))

  it("are a 500 for the caller, and reported to onError with the request's id", async () => {
    const authenticate = () => {
      throw bug
    }
    const { hub } = await givenHub({ authenticate, onError })
    const answer = await hub.fetch(apiRequest("GET", "/api/workspaces"))
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ error: "Internal server error", code: "Unexpected", details: [] })
    const requestId = answer.headers.get("x-request-id")
    expect(reports).toEqual([[bug, { message: "unexpected failure", level: "error", annotations: { requestId } }]])
  })

  it("an invalid actor is reported", async () => {
    const { hub } = await givenHub({ authenticate: () => "ada" as never, onError })
    expect((await hub.fetch(apiRequest("GET", "/api/workspaces"))).status).toBe(500)
    expect(String(reports[0]?.[0])).toContain("authenticate must answer asUser(id), operator, or null for nobody")
  })

  it("are an Unexpected error of the call, with the cause", async () => {
    const users = { existing: () => Promise.reject(bug), findByEmail: () => null }
    const { hub } = await givenHub({ users, authenticate: () => null })
    const actor = asUser("ada")
    const { id: workspaceId } = await hub.workspaces.create(actor, { name: "W" })
    const { id: boardId } = await hub.boards.create(actor, { name: "B", workspaceId })
    const call = hub.tasks.create(actor, { boardId, name: "T", assignees: ["bob"] })
    await expect(call).rejects.toMatchObject({
      code: "Unexpected",
      cause: bug,
      message: expect.stringContaining(bug.message)
    })
  })

  it("clientAddress that throws is a 500", async () => {
    const clientAddress = () => {
      throw bug
    }
    const { hub } = await givenHub({ clientAddress, onError: async () => Promise.reject(bug) })
    expect((await hub.fetch(apiRequest("GET", "/api/health"))).status).toBe(500)
  })

  it("an outage of storage is reported once when it begins and once when it ends", async () => {
    let isOut = false
    let now = 0
    const failing = Layer.effect(
      WorkspaceRepository,
      Effect.map(WorkspaceRepository, (workspaces) => ({
        ...workspaces,
        list: (...parameters: Parameters<typeof workspaces.list>) =>
          isOut
            ? Effect.fail(new Ports.StorageUnavailable({ operation: "WorkspaceRepository.list", cause: bug }))
            : workspaces.list(...parameters)
      }))
    )
    const { hub } = await givenHub({
      storage: storageOf(Layer.provideMerge(failing, MemoryStorage.layer)),
      clock: { now: () => now },
      authenticate: () => asUser("ada"),
      deliverMail: false,
      onError
    })
    const list = async () => (await hub.fetch(apiRequest("GET", "/api/workspaces"))).status
    isOut = true
    expect(await Promise.all([list(), list(), list()])).toEqual([503, 503, 503])
    isOut = false
    expect(await list()).toBe(200)
    now += 6_000
    expect(await list()).toBe(200)
    const began = {
      message: "storage is unavailable",
      level: "warning",
      annotations: expect.objectContaining({ operation: "WorkspaceRepository.list" })
    }
    const ended = {
      message: "storage is available again after 0 s",
      level: "warning",
      annotations: expect.objectContaining({ durationSeconds: 0, failures: 3 })
    }
    expect(reports).toEqual([
      [bug, began],
      [expect.objectContaining({ message: ended.message }), ended]
    ])
  })

  it("go to standard error without onError", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => undefined)
    const { hub } = await givenHub({ authenticate: () => Promise.reject(bug), onError: undefined })
    const answer = await hub.fetch(apiRequest("GET", "/api/workspaces"))
    const requestId = answer.headers.get("x-request-id")
    expect(written.mock.calls).toEqual([[`boardwright: unexpected failure requestId=${requestId}`, bug]])
    written.mockRestore()
  })
})
