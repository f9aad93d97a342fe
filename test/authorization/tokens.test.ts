import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import type { TestServer } from "../support/server.js"
import { type Caller, CALLERS, type World } from "../support/world.js"
import { copyWorlds, type WorldCopies } from "./copyWorlds.js"
import { ALLOWED, MATRIX, requestOf, routes, send } from "./matrix.js"
import { storedReader } from "./Stored.js"

const SCOPES = ["read", "write", "manage"] as const
type Scope = (typeof SCOPES)[number]

/** What `write` allows, beside what it does not: to delete. */
const WRITES: ReadonlySet<string> = new Set([
  "boards.addGroup",
  "boards.updateGroup",
  "boards.addColumn",
  "boards.updateColumn",
  "tasks.create",
  "tasks.update",
  "tasks.move",
  "tasks.moveToBoard",
  "tasks.duplicate",
  "tasks.bulk",
  "tasks.addComment",
  "tasks.updateComment",
  "tasks.addSubtask",
  "tasks.updateSubtask",
  "tasks.addTimeEntry",
  "tasks.updateTimeEntry"
])

/** The scope that a route needs; null where no API token may. */
const scopeOf = (name: string): Scope | null => {
  const route = routes.get(name)
  if (name === "accounts.profile") return "read"
  if (name === "boards.createCalendarLink") return null
  if (route === undefined || /^\/api\/(auth|tokens)\b/.test(MATRIX[name]?.path({} as never) ?? "")) return null
  return route.method === "GET" ? "read" : WRITES.has(name) ? "write" : "manage"
}

type Power = Scope | "all" | "elsewhere" | "here"

/** Every route that needs a session, with its row. */
const ROWS = Object.entries(MATRIX).filter(([, { may }]) => may !== "anyone")

/** What is in no board, which a token for one board does not reach. */
const PLACELESS: ReadonlySet<string> = new Set([
  "workspaceMembers.list",
  "workspaceMembers.listInvitations",
  "workspaces.create",
  "invitations.listMine",
  "invitations.accept",
  "invitations.decline"
])
/** Lists of what is in the places, which is nothing elsewhere. */
const LISTS: ReadonlySet<string> = new Set(["accounts.profile", "workspaces.list", "tasks.mine"])

describe("what an API token may do", () => {
  let copies: WorldCopies
  let server: TestServer
  let world: World
  const tokens = new Map<string, string>()
  let read: () => Promise<string>
  let before: string

  const people = CALLERS.filter((caller) => caller !== "anonymous")
  const mint = async (
    caller: Exclude<Caller, "anonymous">,
    power: Power,
    limit: object,
    scopes: ReadonlyArray<Scope>
  ) => {
    const body = { name: power, scopes, ...limit }
    const answer = await server.call("POST", "/api/tokens", { token: world.users[caller].token, body })
    expect(answer.status).toBe(201)
    tokens.set(`${caller} ${power}`, answer.body.token)
  }

  beforeAll(async () => {
    copies = await copyWorlds()
    world = copies.world
    server = await copies.start()
    for (const caller of people) {
      for (const scope of SCOPES) await mint(caller, scope, {}, [scope])
    }
    await mint("owner", "all", {}, SCOPES)
    await mint("owner", "here", { boardIds: [world.own.boardId] }, SCOPES)
    await mint("owner", "elsewhere", { boardIds: [world.besides.boardId] }, SCOPES)
    const stored = await storedReader(server)
    // When a token was used is what even a refusal changes.
    const withoutTokens = (text: string) =>
      text
        .split("\n")
        .filter((line) => !line.includes("boardwright_api_token"))
        .join("\n")
    read = async () => withoutTokens(await stored())
    before = await read()
  })
  afterAll(() => server.stop().then(copies.remove))

  const ask = (caller: Caller, power: Power, name: string) =>
    send(server, { ...requestOf(world, caller, name, world.own), token: tokens.get(`${caller} ${power}`) })

  const expectForbidden = async (caller: Caller, power: Power, name: string) => {
    const { body, status } = await ask(caller, power, name)
    expect({ name, caller, power, status, code: body.code, details: body.details }).toEqual({
      name,
      caller,
      power,
      status: 403,
      code: "Forbidden",
      details: []
    })
    return body
  }

  it.each(ROWS)("%s needs its scope from every caller", async (name) => {
    const needed = scopeOf(name)
    const lacking = people.flatMap((caller) =>
      SCOPES.filter((each) => each !== needed).map((scope) => expectForbidden(caller, scope, name))
    )
    for (const { message } of await Promise.all(lacking)) {
      expect(message).toBe(needed === null ? "This needs a session." : `This needs the scope ${needed}.`)
    }
  })

  it.each(ROWS.filter(([name]) => scopeOf(name) !== null))(
    "%s is refused to users who may not, with its scope too",
    async (name, { hidden, may }) => {
      const outside: ReadonlySet<Caller> = new Set(["stranger", "removed", "declined"])
      for (const caller of people.filter((each) => !ALLOWED[may]?.includes(each))) {
        const { status } = await ask(caller, scopeOf(name) ?? "read", name)
        expect([caller, status]).toEqual([caller, hidden && outside.has(caller) ? 404 : 403])
      }
    }
  )

  const placed = ROWS.filter(([name]) => scopeOf(name) !== null && !LISTS.has(name))
  it.each(placed)("%s is refused outside the places", async (name, { hidden, may, ids = [] }) => {
    if (!ALLOWED[may]?.includes("owner")) return
    const { status } = await ask("owner", "elsewhere", name)
    const ofWorkspace = ids.length > 0 && ids.every((id) => id === "workspaceId") && scopeOf(name) === "read"
    // A workspace that a board of the places is in can be read, and the feed too.
    const isRead = ofWorkspace && !PLACELESS.has(name)
    expect(status).toBe(isRead ? MATRIX[name]?.status : hidden ? 404 : 403)
  })

  it("none of these changed anything", async () => {
    assert.strictEqual(await read(), before)
  })

  it.each(ROWS.filter(([, { may }]) => ALLOWED[may]?.includes("owner")))(
    "%s is allowed with its scope, and in its place",
    async (name, { ids = [], once, status }) => {
      const needed = scopeOf(name)
      if (needed === null) return
      const isBoards = ids.length > 0 && !ids.includes("workspaceId") && name !== "boards.duplicate"
      const body = { name: "own", scopes: [needed], ...(isBoards ? { boardIds: [world.own.boardId] } : {}) }
      const inPlace = isBoards && name === "tasks.moveToBoard" ? { ...body, boardIds: undefined } : body
      const { token } = world.users.owner
      const mine = once ? await copies.start() : server
      const made = await mine.call("POST", "/api/tokens", { token, body: inPlace })
      const answer = await send(mine, { ...requestOf(world, "owner", name, world.own), token: made.body.token })
      expect({ name, status: answer.status }).toEqual({ name, status })
      if (once) await mine.stop()
      else await mine.call("DELETE", `/api/tokens/${made.body.apiToken?.id}`, { token })
    }
  )
})
