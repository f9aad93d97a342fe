import { Access, Account, Board, Change, Facade, Ports, Task, Workspace } from "@boardwright/core"
import { Boardwright, type LayerOptions } from "@boardwright/embed"
import { Authentication, Redirects, webHandler } from "@boardwright/http"
import { layer as sqlite } from "@boardwright/sqlite"
import { MemoryStorage, PlainAccessTokens, PlainPasswordHasher, RecordingMailer } from "@boardwright/testing"
import { Clock, Effect, Layer, Option, Schedule } from "effect"
import { describe, expect, it } from "vitest"
import { apiRequest, PASSWORD } from "./hubs.js"

const adapters = Layer.mergeAll(
  MemoryStorage.layer,
  RecordingMailer.layer,
  PlainPasswordHasher.layer,
  PlainAccessTokens.layer
)

const layerOf = (options: LayerOptions = {}) => Layer.provideMerge(Boardwright.layer(options), adapters)

const as = (id: string) =>
  Effect.provideService(Access.CurrentActor, Access.Actor.User({ userId: Account.UserId.make(id) }))

const ADA = { name: "Ada", email: "ada@example.com", password: PASSWORD }

const tasks = Effect.gen(function* () {
  const workspace = yield* Workspace.createWorkspace({ name: "Garden" })
  const board = yield* Board.createBoard({ name: "Spring", workspaceId: workspace.id })
  const task = yield* Task.createTask({ boardId: board.id, name: "Dig", assignees: ["ada"] })
  return { workspace, task }
})

const users = Layer.succeed(Account.UserDirectory, {
  existing: (ids) => Effect.succeed(ids.filter((id) => id === "ada").map((id) => Account.UserId.make(id))),
  findByEmail: () => Effect.succeed(Option.none())
})

const sessions = Layer.succeed(Authentication, {
  authenticate: ({ header }) =>
    Effect.succeed(Option.map(Option.fromNullable(header("x-user")), (id) => Facade.asUser(id)))
})

describe("Boardwright.layer", () => {
  it.each([
    ["https://app.example.com", true],
    ["http://localhost:3000", false]
  ])("sends its cookies by https only at %s: %s", async (baseUrl, isSecure) => {
    const redirects = Effect.provide(Redirects, layerOf({ baseUrl }))
    expect((await Effect.runPromise(Effect.scoped(redirects))).isSecure).toBe(isSecure)
  })

  it("delivers mail while it lives, with links to the host's addresses", async () => {
    const program = Effect.gen(function* () {
      yield* Account.signUp(ADA)
      const recorded = yield* RecordingMailer
      const mail = yield* recorded.sentTo(ADA.email).pipe(
        Effect.flatMap((mails) => Effect.fromNullable(mails[0])),
        Effect.retry(Schedule.spaced("20 millis")),
        Effect.timeout("10 seconds")
      )
      expect(mail.text).toContain("https://example.com/work/api/auth/verify-email?token=")
    })
    await Effect.runPromise(Effect.provide(program, layerOf({ baseUrl: "https://example.com/work" })))
  })

  it("runs on the host's clock", async () => {
    const at = Date.UTC(2031, 4, 1)
    const clock = Object.assign(Clock.make(), { currentTimeMillis: Effect.succeed(at) })
    const program = as("ada")(Workspace.createWorkspace({ name: "W" })).pipe(
      Effect.provide(layerOf({ deliverMail: false })),
      Effect.withClock(clock)
    )
    expect((await Effect.runPromise(program)).createdAt).toBe("2031-05-01T00:00:00.000Z")
  })

  it("calls handlers that are Effects in the transaction of the change, as its actor", async () => {
    const handlers = Layer.mergeAll(
      Boardwright.onChange("task.created", ({ after, change }) =>
        Effect.zipRight(
          Task.addComment(change.subjectId, { content: `Welcome, ${after.name}` }),
          after.name === "Dig" ? Effect.void : new Change.ChangeRefused("Only digging")
        )
      ),
      Boardwright.onChange("task.deleted", () => Effect.fail("no"))
    )
    const program = Effect.gen(function* () {
      const { task } = yield* tasks
      expect((yield* Task.getTask(task.id)).comments).toMatchObject([{ userId: "ada", content: "Welcome, Dig" }])
      const refused = yield* Effect.flip(Task.createTask({ boardId: task.boardId, name: "Rest" }))
      expect(refused).toMatchObject({ _tag: "ChangeRefused", reason: "Only digging" })
      expect((yield* Task.listTasks({ boardId: task.boardId })).total).toBe(1)
      expect(String(yield* Effect.flip(Effect.sandbox(Task.deleteTask(task.id))))).toContain("no")
      expect((yield* Change.listChanges({ types: ["task.deleted", "comment.created"] })).changes).toHaveLength(1)
    })
    const layer = Layer.provideMerge(handlers, Layer.provideMerge(Boardwright.layer(), Layer.merge(adapters, users)))
    await Effect.runPromise(Effect.provide(as("ada")(program), layer))
  })

  it("uses the host's services in place of its own", async () => {
    const captcha = Layer.succeed(Ports.CaptchaVerifier, { verify: () => Effect.succeed(false) })
    const layer = Layer.provideMerge(Boardwright.layer(), Layer.mergeAll(adapters, users, sessions, captcha))
    const program = Effect.gen(function* () {
      expect(yield* Effect.flip(Account.signUp(ADA))).toMatchObject({ issues: [{ path: ["captchaToken"] }] })
      const { task } = yield* as("ada")(tasks)
      const fetch = yield* webHandler()
      const request = apiRequest("GET", `/api/tasks/${task.id}`)
      request.headers.set("x-user", "ada")
      const answer = yield* Effect.promise(() => fetch(request))
      expect([answer.status, yield* Effect.promise(() => answer.json())]).toMatchObject([200, { assignees: ["ada"] }])
    })
    await Effect.runPromise(Effect.provide(program, layer))
  })

  it("works without accounts for a host with its own users", async () => {
    const storage = sqlite({ filename: ":memory:" })
    const own = Layer.mergeAll(storage, Boardwright.withoutAccounts, users, sessions)
    const program = Effect.gen(function* () {
      expect(yield* as("ada")(tasks)).toMatchObject({ workspace: { ownerId: "ada" } })
      const fetch = yield* webHandler({ accountRoutes: false })
      const answer = yield* Effect.promise(() => fetch(apiRequest("POST", "/api/auth/signup", { body: ADA })))
      expect(answer.status).toBe(404)
      const exit = yield* Effect.exit(Account.signUp(ADA))
      expect(String(exit)).toContain("passwords cannot be hashed: give Boardwright a passwordHasher")
    })
    await Effect.runPromise(Effect.provide(program, Layer.provideMerge(Boardwright.layer(), own)))
  })
})
