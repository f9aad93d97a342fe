import { Change } from "@boardwright/core"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { type Home, onServer } from "./given.js"
import { givenInvited, WRITES } from "./writes.js"

const { it, server, givenHome } = onServer()

type Reader = Pick<Home, "get">

const read = async ({ get }: Reader, path: string) => {
  const { body, headers, status } = await get(path)
  expect(status).toBe(200)
  return { path, body, tag: headers.get("etag") ?? "none" }
}
type Copy = Awaited<ReturnType<typeof read>>

const ask = ({ get }: Reader, path: string, tags: string) =>
  get(path, undefined, { headers: { "if-none-match": tags } })

const pathsOf = ({ boardId }: Home, taskId: string): ReadonlyArray<string> => [
  `/api/boards/${boardId}`,
  `/api/tasks?boardId=${boardId}`,
  `/api/tasks?boardId=${boardId}&include=columnValues,counts&sort=-name&limit=5`,
  `/api/tasks/${taskId}`,
  `/api/tasks?boardId=${boardId}&q=f`
]

const copiesOf = async (home: Home): Promise<ReadonlyArray<Copy>> => {
  const taskId = await home.givenTask()
  await home.post(`/api/tasks/${taskId}/comments`, { content: "First" })
  return Promise.all(pathsOf(home, taskId).map((path) => read(home, path)))
}

const statuses = (home: Reader, copies: ReadonlyArray<Copy>) =>
  Promise.all(copies.map(async ({ path, tag }) => (await ask(home, path, tag)).status))

describe("a copy that nothing changed", () => {
  it("is answered by 304 without a body, for GET and HEAD", async ({ home }) => {
    for (const { path, tag } of await copiesOf(home)) {
      expect(tag).toMatch(/^W\/"[0-9a-f]+\.\d+-[0-9a-f]{8}"$/)
      for (const send of [home.get, home.head]) {
        const { body, headers, status } = await send(path, undefined, { headers: { "if-none-match": tag } })
        expect([status, body]).toEqual([304, ""])
        expect(headers.get("etag")).toBe(tag)
        expect(headers.get("cache-control")).toBe("private, no-cache")
        expect(headers.get("vary")).toBe("Authorization")
        expect(headers.get("x-change-cursor")).toMatch(/^[0-9a-f]+\.\d+$/)
        expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/)
      }
    }
  })

  it("is found among several tags, strong or weak", async ({ home }) => {
    const [board] = await copiesOf(home)
    const { path, tag } = board!
    expect((await ask(home, path, `"other", ${tag}`)).status).toBe(304)
    expect((await ask(home, path, tag.replace("W/", ""))).status).toBe(304)
  })

  it("stays fresh when other boards change", async ({ home }) => {
    const copies = await copiesOf(home)
    const other = await givenHome()
    await other.patch(`/api/boards/${other.boardId}`, { name: "Elsewhere" })
    const { body } = await home.post("/api/boards", { name: "Second", workspaceId: home.workspaceId })
    await home.post("/api/tasks", { name: "There", boardId: body.board.id })
    expect(await statuses(home, copies)).toEqual(copies.map(() => 304))
  })

  it("may be asked for with what is no tag of ours", async ({ home }) => {
    for (const { path, tag } of await copiesOf(home)) {
      const [, digest = ""] = /-(.*)"$/.exec(tag) ?? []
      for (const strange of ["*", "", '""', ",,", '"0.0"', `"0.1-${digest}"`, `"-${digest}"`, `"${digest}"`, "\xff"]) {
        expect((await ask(home, path, strange)).status).toBe(200)
      }
    }
  })
})

describe("a copy is no longer fresh", () => {
  describe("where what it shows was changed by", () => {
    it.for(Object.entries(WRITES))("%s", async ([, givenWrite], { home }) => {
      const { send } = await givenWrite(home)
      const copies = await copiesOf(home)
      expect((await send()).status).toBeLessThan(300)
      for (const { body, path, tag } of copies) {
        const asked = await ask(home, path, tag)
        const now = await home.get(path)
        expect([304, now.status]).toContain(asked.status)
        expect(asked.status === 304 ? body : asked.body).toEqual(now.body)
        const again = asked.status === 200 ? await ask(home, path, asked.headers.get("etag") ?? "") : asked
        expect(again.status).toBe(now.status === 200 ? 304 : now.status)
      }
    })
  })

  it("after a change by somebody else, and the next one is", async ({ home }) => {
    const copies = await copiesOf(home)
    const editor = await home.givenMember("editor")
    await editor.patch(copies[3]!.path, { name: "By the editor" })
    for (const { path, tag } of copies) {
      const { headers, status } = await ask(home, path, tag)
      expect(status).toBe(200)
      expect((await ask(home, path, headers.get("etag") ?? "")).status).toBe(304)
    }
  })

  it("where a task has moved to another board", async ({ home }) => {
    const copies = await copiesOf(home)
    const { body } = await home.post("/api/boards", { name: "Second", workspaceId: home.workspaceId })
    await home.post(`${copies[3]!.path}/move-to-board`, { boardId: body.board.id })
    const [, list, , task] = await statuses(home, copies)
    expect([list, task]).toEqual([200, 200])
  })

  it("where a name in it is another", async ({ home }) => {
    const [board, list, , task] = await copiesOf(home)
    const reader = await home.givenMember("viewer")
    const before = await Promise.all([board!, list!, task!].map(({ path }) => read(reader, path)))
    expect(await statuses(reader, before)).toEqual([304, 304, 304])
    await reader.patch("/api/auth/me", { name: "Grace" })
    expect(await statuses(reader, before)).toEqual([200, 304, 304])
    await home.patch("/api/auth/me", { name: "Renamed" })
    expect(await statuses(reader, before)).toEqual([200, 304, 200])
  })

  it("where the order of a list is that of names, by a column that is bound to the assignees", async ({ home }) => {
    const { boardId } = home
    const bound = { name: "People", type: "person", field: "assignees" }
    const { column } = (await home.post(`/api/boards/${boardId}/columns`, bound)).body
    const editor = await home.givenMember("editor")
    await home.givenTask({ name: "The owner's", assignees: [home.user.id] })
    await home.givenTask({ name: "The editor's", assignees: [editor.user.id] })
    const byPeople = await read(home, `/api/tasks?boardId=${boardId}&sort=-column:${column.id}`)
    await editor.patch("/api/auth/me", { name: "Zoe" })
    const { body, status } = await ask(home, byPeople.path, byPeople.tag)
    expect(status).toBe(200)
    expect(body.tasks).toEqual(byPeople.body.tasks.toReversed())
  })

  it("for another caller, another query or another path", async ({ home }) => {
    const [board, list, sorted, task] = await copiesOf(home)
    const reader = await home.givenMember("viewer")
    const own = await read(home, board!.path)
    expect((await ask(reader, own.path, own.tag)).status).toBe(200)
    expect((await ask(home, list!.path, sorted!.tag)).status).toBe(200)
    expect((await ask(home, `${list!.path}&status=done`, list!.tag)).status).toBe(200)
    expect((await ask(home, own.path, task!.tag)).status).toBe(200)
  })

  it("in another life of the database", async ({ home }) => {
    const copies = await copiesOf(home)
    await server().run(Effect.flatMap(Change.ChangeRepository, ({ renewEpoch }) => renewEpoch))
    expect(await statuses(home, copies)).toEqual(copies.map(() => 200))
  })
})

it("who may not read what was copied gets the error, whatever the tag", async ({ home }) => {
  const invited = await givenInvited(home)
  const [board, list, , task] = await copiesOf(home)
  const copies = await Promise.all([board!, list!, task!].map(({ path }) => read(invited, path)))
  expect(await statuses(invited, copies)).toEqual([304, 304, 304])
  await invited.post(`/api/invitations/${invited.id}/decline`)
  expect(await statuses(invited, copies)).toEqual([403, 403, 403])
  await home.del(`/api/boards/${home.boardId}`)
  expect(await statuses(home, [board!, list!, task!])).toEqual([404, 404, 404])
  expect((await ask(home, `${list!.path}&page=0`, list!.tag)).status).toBe(400)
  expect((await server().call("GET", board!.path, { headers: { "if-none-match": board!.tag } })).status).toBe(401)
})

it("errors and other reads have no tag", async ({ home }) => {
  const byName = `/api/tasks?boardId=${home.boardId}&sort=assignee`
  for (const path of [
    "/api/auth/me",
    "/api/workspaces",
    "/api/boards/none",
    `/api/boards/${home.boardId}/people`,
    byName
  ]) {
    const { headers } = await home.get(path)
    expect([headers.get("etag"), headers.get("cache-control")]).toEqual([null, "no-store"])
  }
})
