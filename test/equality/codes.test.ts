import { Facade } from "@boardwright/core"
import { asUser, type Boardwright, BoardwrightError, createBoardwright, operator, sqlite } from "@boardwright/embed"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MISSING } from "../http/given.js"
import { type Endpoint, ENDPOINTS } from "./endpoints.js"
import { pathOf } from "./world.js"

type Ids = Readonly<Record<string, string>>
type Calls = Readonly<
  Record<string, Readonly<Record<string, (...parameters: ReadonlyArray<unknown>) => Promise<unknown>>>>
>

let hub: Boardwright
let ids: Ids
const people: Record<string, string> = {}

const person = async (name: string): Promise<string> =>
  (people[name] = (
    await hub.accounts.create(operator, {
      name,
      email: `${name}@example.com`,
      password: "correct horse",
      verified: true
    })
  ).id)

beforeAll(async () => {
  hub = await createBoardwright({
    storage: sqlite(":memory:"),
    authenticate: ({ header }) => asUser(header("x-user") ?? ""),
    passwordHasher: { hash: (password) => password, verify: (password, hash) => password === hash },
    jwtSecret: "a secret of at least thirty-two bytes",
    deliverMail: false,
    rateLimits: false
  })
  const owner = hub.as(await person("owner"))
  const viewer = await person("viewer")
  await person("stranger")
  await hub.accounts.create(operator, { name: "new", email: "new@example.com", password: "correct horse" })
  const workspace = await owner.workspaces.create({ name: "Garden" })
  const board = await owner.boards.create({ name: "Spring", workspaceId: workspace.id })
  const column = await owner.boards.addColumn(board.id, { name: "Notes", type: "text" })
  const task = await owner.tasks.create({ boardId: board.id, name: "Dig" })
  const subtask = await owner.tasks.addSubtask(task.id, { name: "Fetch the spade" })
  const comment = await owner.tasks.addComment(task.id, { content: "Deeper" })
  const entry = await owner.tasks.addTimeEntry(task.id, { duration: 1 })
  const { invitation } = await owner.members.invite(board.id, { userId: viewer, role: "viewer" })
  ids = {
    workspaces: workspace.id,
    boards: board.id,
    columns: column.id,
    members: viewer,
    invitations: invitation.id,
    tasks: task.id,
    comments: comment.id,
    "time-entries": entry.id,
    subtasks: subtask.id
  }
})
afterAll(() => hub.close())

interface Refused {
  readonly status: number
  readonly code: unknown
}

const overHttp = async ({ method, template }: Endpoint, by: string, given: Ids, input: object): Promise<Refused> => {
  const query = method === "GET" ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ""
  const answer = await hub.fetch(
    new Request(`http://host.example${pathOf(template, given)}${query}`, {
      method,
      headers: { "content-type": "application/json", "x-user": by },
      ...(method === "POST" || method === "PATCH" ? { body: JSON.stringify(input) } : {})
    })
  )
  const body = (await answer.json()) as { readonly code?: unknown; readonly details?: unknown }
  expect(answer.status >= 400).toBe(body.details !== undefined)
  return { status: answer.status, code: body.code }
}

const entries: { readonly [noun: string]: { readonly [name: string]: { readonly most: number } } } = Facade.useCases

const inProcess = async (endpoint: Endpoint, by: string, given: Ids, input: object): Promise<Refused | null> => {
  const [noun = "", name = ""] = endpoint.name.split(".")
  const nouns = (endpoint.needsSession ? hub.as(by) : hub) as unknown as Calls
  const parameters = [...endpoint.template.matchAll(/([\w-]+)\/:\w+/g)].map(
    ([, segment = ""]) => given[segment] ?? "nothing"
  )
  const takesInput = (entries[noun]?.[name]?.most ?? 0) > parameters.length
  try {
    await nouns[noun]?.[name]?.(...parameters, ...(takesInput ? [input] : []))
    return null
  } catch (error) {
    if (!(error instanceof BoardwrightError)) throw error
    return { status: error.status, code: error.code }
  }
}

/** The document's example with ids that exist here. */
const inputOf = ({ example }: Endpoint): object =>
  Object.fromEntries(
    Object.entries({ ...example, workspaceId: ids["workspaces"], boardId: ids["boards"] }).filter(
      ([field]) => example === null || field in example
    )
  )

/** Kinds of invalid calls: the caller, the ids and the input of each. */
const KINDS: Readonly<Record<string, (endpoint: Endpoint) => readonly [by: string, ids: Ids, input: object]>> = {
  "a board of somebody else": (endpoint) => ["stranger", ids, inputOf(endpoint)],
  "a viewer without the right": (endpoint) => ["viewer", ids, inputOf(endpoint)],
  "unknown ids": (endpoint) => [
    "owner",
    {},
    { ...inputOf(endpoint), workspaceId: MISSING, boardId: MISSING, groupId: MISSING }
  ],
  "unknown ids under an existing one": (endpoint) => [
    "owner",
    { workspaces: ids["workspaces"] ?? "", boards: ids["boards"] ?? "", tasks: ids["tasks"] ?? "" },
    { ...inputOf(endpoint), groupId: MISSING, userId: MISSING }
  ],
  "no input": () => ["owner", ids, {}],
  "invalid input": () => [
    "owner",
    ids,
    { page: "0", name: "", email: "x", password: "x", role: "king", content: "", completed: "yes", duration: -1 }
  ],
  "an expired cursor": () => ["owner", ids, { since: "0.1" }],
  "an unknown token": () => ["owner", ids, { token: "0".repeat(64), password: "battery staple" }],
  "an unknown address": () => ["owner", ids, { email: "nobody@example.com", password: "battery staple" }],
  "an unverified address": () => ["owner", ids, { email: "new@example.com", password: "correct horse" }],
  "a taken address": () => ["owner", ids, { name: "O", email: "owner@example.com", password: "correct horse" }]
}

// Health and the stream have no method in process, the links for browsers answer with redirects, the code of a single
// sign-on needs a cookie, the link that unsubscribes has its token in the query of a POST, the feed of a calendar is text whose
// key is in the query, and an account that is deleted calls nothing afterwards.
const uncalled = new Set([
  "accounts.verifyEmail",
  "accounts.startSingleSignOn",
  "accounts.finishSingleSignOn",
  "accounts.exchangeSignInCode",
  "accounts.unsubscribe",
  "accounts.deleteOwn",
  "calendars.feed",
  "changes.stream"
])
const called = ENDPOINTS.filter(({ name }) => !name.startsWith("system.") && !uncalled.has(name))
const seen = new Set<unknown>()

describe.each(Object.keys(KINDS))("%s: in process the same error as over HTTP", (kind) => {
  it.each(called.map((endpoint) => [endpoint.name, endpoint] as const))("by %s", async (_, endpoint) => {
    const [by = "", given, input] = KINDS[kind]?.(endpoint) ?? []
    if (given === undefined || input === undefined) throw new Error("no such kind")
    const userId = people[by] ?? ""
    const answer = await overHttp(endpoint, userId, given, input)
    // A call that succeeds may not be repeatable.
    if (answer.status < 400) return
    seen.add(answer.code)
    expect(await inProcess(endpoint, userId, given, input)).toEqual(answer)
  })
})

it("the kinds cover every error code that a caller can cause", () => {
  const codes = [
    "ChangeNotFound",
    "CursorExpired",
    "EmailNotVerified",
    "EmailTaken",
    "Forbidden",
    "InvalidCredentials",
    "InvalidEmailToken",
    "InvalidInput"
  ]
  expect([...seen].toSorted()).toEqual([...codes, "NotFound"])
})
