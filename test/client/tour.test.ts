import { FetchHttpClient } from "@effect/platform"
import { createClient } from "@boardwright/client"
import { Client } from "@boardwright/client/effect"
import { Effect, Redacted, Ref } from "effect"
import { describe, expect, it } from "vitest"
import { mailedToken, onServer } from "../http/given.js"
import type { TestServer } from "../support/server.js"
import { SPREADSHEET, TASKS } from "./spreadsheet.js"
import { errorBody } from "../support/errorBody.js"

const newAccount = () => ({ email: `ada-${crypto.randomUUID()}@example.com`, password: "correct horse" })

/** Follows the link in the mail, as a person does. */
const verify = async (server: TestServer, email: string): Promise<string | null> => {
  const link = `${server.url}/api/auth/verify-email?token=${await mailedToken(server, email)}`
  const { headers } = await fetch(link, { redirect: "manual" })
  return headers.get("location")
}

describe("the README's tour", () => {
  const { server } = onServer()
  it("with promises", async () => {
    const account = newAccount()
    const client = createClient({ baseUrl: server().url })
    expect(await client.accounts.signUp({ name: "Ada", ...account })).toMatchObject({ success: true })
    expect(await verify(server(), account.email)).toContain("/signin?verified=true&message=")
    client.setToken((await client.accounts.signIn(account)).token)

    const { workspace } = await client.workspaces.create({ name: "Garden" })
    const { board } = await client.boards.import({ workspaceId: workspace.id, ...SPREADSHEET })
    const boardId = board?.id ?? "no board"
    const { tasks } = await client.tasks.list({ boardId, include: ["columnValues", "counts"] })
    expect(tasks.map(({ dueDate, name, status }) => [name, status, dueDate])).toEqual(TASKS)
    const counts = { comments: 0, subtasks: 0, subtasksDone: 0, minutes: 0 }
    expect(tasks).toMatchObject(tasks.map(() => ({ columnValues: {}, counts })))

    const { group } = await client.boards.addGroup({ id: boardId, name: "Later" })
    const { task } = await client.tasks.move({ id: tasks[2]?.id ?? "", groupId: group.id })
    expect(task).toMatchObject({ name: "Plant beans", groupId: group.id })
  })

  it("with Effect", async () => {
    const account = newAccount()
    const tour = Effect.gen(function* () {
      const token = yield* Ref.make<Redacted.Redacted | undefined>(undefined)
      const client = yield* Client.make({ baseUrl: server().url, token: Ref.get(token) })
      yield* client.accounts.signUp({ payload: { name: "Ada", ...account } })
      const early = yield* Effect.flip(client.accounts.signIn({ payload: account }))
      yield* Effect.promise(() => verify(server(), account.email))
      const signedIn = yield* client.accounts.signIn({ payload: account })
      yield* Ref.set(token, Redacted.make(signedIn.token))

      const { workspace } = yield* client.workspaces.create({ payload: { name: "Garden" } })
      const payload = { workspaceId: workspace.id, ...SPREADSHEET }
      const { board } = yield* client.boards.import({ urlParams: {}, payload })
      const boardId = board?.id ?? "no board"
      const { tasks } = yield* client.tasks.list({ urlParams: { boardId, limit: 3 } })
      const { group } = yield* client.boards.addGroup({ path: { id: boardId }, payload: { name: "Later" } })
      const path = { id: tasks[2]?.id ?? "" }
      const { task } = yield* client.tasks.move({ path, payload: { groupId: group.id } })
      const missing = yield* client.tasks
        .get({ path: { id: "../workspaces" } })
        .pipe(Effect.catchTag("NotFound", ({ error }) => Effect.succeed(error)))
      return { early, tasks, task, missing }
    })
    const { early, missing, task, tasks } = await Effect.runPromise(Effect.provide(tour, FetchHttpClient.layer))
    expect(early).toEqual({ _tag: "Unauthorized", ...errorBody("Email not verified") })
    expect(tasks.map(({ dueDate, name, status }) => [name, status, dueDate])).toEqual(TASKS)
    expect(task.name).toBe("Plant beans")
    expect(missing).toBe("Task not found")
  })
})
