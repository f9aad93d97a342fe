import { Access, Task } from "@boardwright/core"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { expectInvalid, givenHome, type Home, onServer } from "./given.js"

interface Listed {
  readonly id: string
}

/** Makes a list with entries: its path, its name in the answer, and how many it has. */
type GivenList = (home: Home) => Promise<readonly [path: string, name: string, total: number]>

const times = <A>(count: number, make: (at: number) => Promise<A>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

const LISTS: Record<string, GivenList> = {
  tasks: async ({ boardId, server, user }) => {
    const make = Effect.forEach(
      Array.from({ length: 120 }, (_, at) => at),
      (at) => Task.createTask({ boardId, name: `Task ${at}` })
    )
    const actor = Access.Actor.User({ userId: user.id as never })
    await server.run(Effect.provideService(make, Access.CurrentActor, actor))
    return [`/api/tasks?boardId=${boardId}`, "tasks", 120]
  },
  boards: async ({ post, workspaceId }) => {
    await times(29, (at) => post("/api/boards", { name: `Board ${at}`, workspaceId }))
    return [`/api/boards?workspaceId=${workspaceId}`, "boards", 30]
  },
  workspaces: async ({ post }) => {
    await times(29, (at) => post("/api/workspaces", { name: `Workspace ${at}` }))
    return ["/api/workspaces?", "workspaces", 30]
  },
  "my invitations": async ({ server, user }) => {
    const { post, workspaceId } = await givenHome(server, "host")
    await times(30, async (at) => {
      const { body } = await post("/api/boards", { name: `Board ${at}`, workspaceId })
      await post(`/api/boards/${body.board.id}/invite`, { userId: user.id, role: "viewer" })
    })
    return ["/api/invitations?", "invitations", 30]
  },
  "a board's invitations": async ({ boardId, post, server }) => {
    await times(30, async (at) => {
      const { id } = await server.user(`guest${at}`)
      await post(`/api/boards/${boardId}/invite`, { userId: id, role: "viewer" })
    })
    return [`/api/boards/${boardId}/invitations?`, "invitations", 30]
  }
}

describe("lists", () => {
  const { it, server, as } = onServer()
  describe.each(Object.entries(LISTS))("of %s", (title, givenList) => {
    it("have data only if a page is requested, and the same entries in pages as in the whole", async ({ home }) => {
      const [path, name, total] = await givenList(home)
      const whole = await home.get(path)
      const all: ReadonlyArray<Listed> = whole.body[name]
      expect(whole.status).toBe(200)
      expect(whole.body).toEqual({ [name]: all, pagination: { page: 1, limit: 1000, total, totalPages: 1 } })
      expect(new Set(all.map(({ id }) => id)).size).toBe(total)

      const expectPage = async (query: string, page: number, limit: number) => {
        const entries = all.slice((page - 1) * limit, page * limit)
        expect((await home.get(`${path}&${query}`)).body).toEqual({
          [name]: entries,
          data: entries,
          pagination: { page, limit, total, totalPages: Math.ceil(total / limit) }
        })
      }
      await expectPage("page=1", 1, 50)
      await expectPage("page=3", 3, 50)
      await expectPage("page=4", 4, 50)
      await expectPage("limit=7", 1, 7)
      await expectPage("limit=1", 1, 1)
      await expectPage("limit=1000", 1, 1000)
      await expectPage(`limit=${total}&page=1`, 1, total)
      await expectPage("page=1000000&limit=1000", 1_000_000, 1000)
      await expectPage("page=999999999999999&limit=1000", 999_999_999_999_999, 1000)
      for (let page = 1; page <= total / 17 + 1; page++) await expectPage(`page=${page}&limit=17`, page, 17)

      expect((await home.get(`${path}&page=&limit=`)).body).toEqual(whole.body)
      expect((await home.get(`${path}&unknown=1&PAGE=0`)).body).toEqual(whole.body)
    })

    it("reject a page or limit that is out of range, given twice, or not a whole number", async ({ home }) => {
      const base: Record<string, string> = {
        tasks: `/api/tasks?boardId=${home.boardId}`,
        boards: `/api/boards?workspaceId=${home.workspaceId}`,
        workspaces: "/api/workspaces?",
        "my invitations": "/api/invitations?",
        "a board's invitations": `/api/boards/${home.boardId}/invitations?`
      }
      const path = base[title] ?? ""
      for (const wrong of ["0", "-1", "1.5", "1e2", "x", "1%20", "0x10", "NaN", "99999999999999999999"]) {
        expectInvalid(await home.get(`${path}&page=${wrong}`), ["page"])
        expectInvalid(await home.get(`${path}&limit=${wrong}`), ["limit"])
        expectInvalid(await home.get(`${path}&page=${wrong}&limit=${wrong}`), ["page", "limit"])
      }
      expectInvalid(await home.get(`${path}&limit=1001`), ["limit"])
      expectInvalid(await home.get(`${path}&page=1&page=1`), ["page"])
      expectInvalid(await home.get(`${path}&page=1&page=2&limit=3&limit=4`), ["page", "limit"])
      expectInvalid(await home.get(`${path}&limit=1&limit=`), ["limit"])
    })
  })

  it("deleting an entry neither repeats nor skips another on later pages", async ({ home }) => {
    const [path] = await (LISTS["tasks"] as GivenList)(home)
    const all: ReadonlyArray<Listed> = (await home.get(path)).body.tasks
    await home.del(`/api/tasks/${all[60]?.id ?? ""}`)
    const rest = all.filter((_, at) => at !== 60)
    const pages = await times(3, (at) => home.get(`${path}&page=${at + 1}&limit=40`))
    expect(pages.flatMap(({ body }) => body.tasks)).toEqual(rest)
    expect(pages[0]?.body.pagination).toEqual({ page: 1, limit: 40, total: 119, totalPages: 3 })
  })

  it("an empty list has no pages", async () => {
    const { get } = as(await server().user("new"))
    expect((await get("/api/invitations?page=1")).body).toEqual({
      invitations: [],
      data: [],
      pagination: { page: 1, limit: 50, total: 0, totalPages: 0 }
    })
  })
})
