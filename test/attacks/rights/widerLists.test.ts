import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LISTS, PEOPLE } from "../../authorization/lists.js"
import { startServer, type TestServer } from "../../support/server.js"
import { makeWorld, type World } from "../../support/world.js"

/** What might make a list longer. */
const WIDER = ({ besides, foreign, users }: World): ReadonlyArray<string> => [
  ...[`userId=${users.owner.id}`, `ownerId=${users.owner.id}`, `visibleTo=${users.owner.id}`, `as=${users.owner.id}`],
  ...["visibleTo=", "role=admin", "all=true", "limit=1000&scope=all", "offset=-1"],
  ...[`taskId=${besides.taskId}`, `id=${besides.boardId}`, `board_id=${besides.boardId}`],
  ...[`workspaceId=${foreign.workspaceId}`, `boardId=${foreign.boardId}`, `boardId=${besides.boardId}`],
  ...[`workspaceId[]=${foreign.workspaceId}`, `boardId[]=${besides.boardId}`, `%62oardId=${besides.boardId}`]
]
/** What might make a request somebody else's, or another one. */
const NAMED = ({ besides, users }: World): ReadonlyArray<Record<string, string>> => [
  ...["x-user-id", "x-forwarded-user", "x-remote-user", "x-auth-userid"].map((name) => ({ [name]: users.owner.id })),
  ...["x-original-url", "x-rewrite-url"].map((name) => ({ [name]: `/api/boards/${besides.boardId}` })),
  { cookie: `token=${users.owner.token}; userId=${users.owner.id}` },
  { "x-http-method-override": "DELETE" },
  { "x-access-token": users.owner.token }
]

describe("lists are limited, whatever limit is asked for", () => {
  let server: TestServer
  let world: World
  beforeAll(async () => {
    server = await startServer()
    world = await makeWorld(server)
  })
  afterAll(() => server.stop())

  it.each(Object.entries(LISTS))("%s", async (_name, { field, for: may = PEOPLE, path }) => {
    const { token } = world.users[may[0] ?? "owner"]
    const where = path(world)
    const get = (query: string, headers: Record<string, string> = {}) =>
      server.call("GET", where + query, { token, headers })
    const usual = (await get("")).body
    for (const more of WIDER(world)) {
      const { body, status } = await get(`${where.includes("?") ? "&" : "?"}${more}`)
      expect({ more, status, entries: status === 200 ? body[field] : usual[field] }).toEqual({
        more,
        status: status === 200 ? 200 : 400,
        entries: usual[field]
      })
    }
    for (const headers of NAMED(world)) expect((await get("", headers)).body).toEqual(usual)
  })
})
