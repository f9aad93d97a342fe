import { Account } from "@boardwright/core"
import { RecordingMailer } from "@boardwright/testing"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  type Answer,
  type CallOptions,
  startServer,
  type TestServer,
  type TestServerOptions,
  type TestUser
} from "../support/server.js"
import { errorBody } from "../support/errorBody.js"

/** A timestamp in a response. */
export const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
/** The name and avatar of a user, as others see them. */
export const face = ({ email }: TestUser) => ({
  name: email.slice(0, email.indexOf("-")),
  avatar: Account.DEFAULT_AVATAR
})

export const ID: unknown = expect.stringMatching(/^\S+$/)
export const TEXT: unknown = expect.stringMatching(/\S/)

let lastAddress = 0
/** A client address that no other test has. */
export const newAddress = (): string => `198.51.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`

/** An id that nothing has. */
export const MISSING = "01900000-0000-7000-8000-000000000000"

/**
 * A server for the tests of a file, `it` with a new user's workspace and board as `home`, and the functions below on that
 * server. All but `it` work only within tests.
 */
export const onServer = (options: TestServerOptions = {}) => {
  let started: TestServer | undefined
  beforeAll(async () => {
    started = await startServer(options)
  })
  afterAll(() => started?.stop())
  const server = (): TestServer => {
    if (started === undefined) throw new Error("the server is not started yet")
    return started
  }
  return {
    server,
    as: (user: Caller) => as(server(), user),
    givenHome: (name?: string) => givenHome(server(), name),
    mailsTo: (address: string) => mailsTo(server(), address),
    mailedToken: (address: string) => mailedToken(server(), address),
    it: test.extend<{ readonly home: Home }>({
      // Vitest reads which fixtures are used from the parameter.
      // oxlint-disable-next-line no-empty-pattern
      home: async ({}, use) => use(await givenHome(server()))
    })
  }
}

type Rest = Omit<CallOptions, "body" | "token">

/** A user, or nobody. */
type Caller = Pick<TestUser, "token"> | null

/** Calls as a user, or as nobody. */
export const as = (server: TestServer, user: Caller) => {
  const token = user?.token
  const send =
    (method: string) =>
    (path: string, body?: unknown, rest: Rest = {}): Promise<Answer> =>
      server.call(method, path, { token, body, ...rest })
  return { get: send("GET"), post: send("POST"), patch: send("PATCH"), del: send("DELETE"), head: send("HEAD") }
}
type Client = ReturnType<typeof as>

/** A user with a workspace and a board in it. */
export interface Home extends Client {
  readonly server: TestServer
  readonly user: TestUser
  readonly workspaceId: string
  readonly boardId: string
  /** The board's first group. */
  readonly groupId: string
  /** The ids of a new column, group or task of this board: a copy with another `boardId` still makes them here. */
  readonly givenColumn: (type?: string) => Promise<string>
  readonly givenGroup: (name?: string) => Promise<string>
  readonly givenTask: (fields?: object) => Promise<string>
  /** A member of the board, by invitation and acceptance. */
  readonly givenMember: (role: string) => Promise<Client & { readonly user: TestUser }>
}

export const givenHome = async (server: TestServer, name = "owner"): Promise<Home> => {
  const user = await server.user(name)
  const client = as(server, user)
  const workspace = await client.post("/api/workspaces", { name: "Home" })
  const workspaceId: string = workspace.body.workspace.id
  const { board } = (await client.post("/api/boards", { name: "Board", workspaceId })).body
  const boardId: string = board.id
  return {
    ...client,
    server,
    user,
    workspaceId,
    boardId,
    groupId: board.groups[0].id,
    givenColumn: async (type = "text") =>
      (await client.post(`/api/boards/${boardId}/columns`, { name: "Column", type })).body.column.id,
    givenGroup: async (name = "Second") => (await client.post(`/api/boards/${boardId}/groups`, { name })).body.group.id,
    givenTask: async (fields = {}) =>
      (await client.post("/api/tasks", { boardId, name: "Task", ...fields })).body.task.id,
    givenMember: async (role) => {
      const member = await server.user(role)
      const { body } = await client.post(`/api/boards/${boardId}/invite`, { userId: member.id, role })
      const theirs = as(server, member)
      await theirs.post(`/api/invitations/${body.invitation.id}/accept`)
      return { user: member, ...theirs }
    }
  }
}

/** The token of the newest mail to an address, once what is due is delivered. */
export const mailedToken = async (server: TestServer, address: string): Promise<string> => {
  const mails = await mailsTo(server, address)
  return /token=([0-9a-f]{64})\b/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "no mail"
}

export const mailsTo = async (server: TestServer, address: string) => {
  await server.deliver()
  return server.run(Effect.flatMap(RecordingMailer, (recorded) => recorded.sentTo(address)))
}

/** Wrong inputs with the paths of their problems, led by what a test may be named by. */
export const wrong = <A>(...cases: ReadonlyArray<readonly [body: A, paths: ReadonlyArray<string>]>) =>
  cases.map(([body, paths]) => [JSON.stringify(body).slice(0, 100), body, paths] as const)

/** Expects a validation failure with a problem at each of these paths (joined with dots) and at no other. */
export const expectInvalid = ({ body, status }: Answer, paths: ReadonlyArray<string>, message?: string): void => {
  const details: ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly message: string }> = body.details
  const found = details?.map(({ path }) => path.join(".")).toSorted()
  expect({ status, paths: found }).toEqual({ status: 400, paths: paths.toSorted() })
  expect(body).toEqual({
    error: "Validation failed",
    code: "InvalidInput",
    ...(message === undefined ? {} : { message }),
    details: details.map(({ path }) => ({ path, message: TEXT }))
  })
}

/** Expects an error with this status. */
export const expectError = ({ body, status }: Answer, expected: number, error: string): void => {
  expect({ status, body }).toEqual({ status: expected, body: errorBody(error) })
}

/** The tasks of an imported board with their details, in order. */
export const tasksOf = async ({ get }: Home, { body }: Answer) => {
  const { tasks } = (await get(`/api/tasks?boardId=${body.board.id}`)).body
  const details = await Promise.all(tasks.map(({ id }: { id: string }) => get(`/api/tasks/${id}`)))
  return details.map(({ body }: Answer) => body)
}
