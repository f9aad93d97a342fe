import { Search } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { describe, expect } from "vitest"
import { expectError, expectInvalid, type Home, onServer } from "./given.js"

const listed = async ({ boardId, get }: Home, query: string): Promise<ReadonlyArray<string>> => {
  const { body, status } = await get(`/api/tasks?boardId=${boardId}&${query}`)
  expect([status, body.complete]).toEqual([200, true])
  return body.tasks.map(({ name }: { readonly name: string }) => name)
}

describe("q on the list of tasks", () => {
  const { it } = onServer()

  it("finds beginnings of words in name and description together, or in one comment", async ({ home }) => {
    await home.givenTask({ name: "\u00c9clair", description: "Order flour" })
    await home.givenTask({ name: "Eclairs" })
    const commented = await home.givenTask({ name: "Winter" })
    await home.post(`/api/tasks/${commented}/comments`, { content: "eclairs again" })
    await home.post(`/api/tasks/${commented}/comments`, { content: "flour" })
    expect(await listed(home, "q=ECLAIR")).toEqual(["\u00c9clair", "Eclairs", "Winter"])
    expect(await listed(home, "q=eclair+fl")).toEqual(["\u00c9clair"])
    expect(await listed(home, "q=e+a")).toEqual(["Winter"])
    expect(await listed(home, "q=winter+eclairs")).toEqual([])
    expect(await listed(home, "q=lair")).toEqual([])
  })

  it("combines with filters, the order, pages and what a list includes", async ({ home }) => {
    for (const [name, status] of [
      ["Dig b", "done"],
      ["Dig a", "done"],
      ["Dig c", "pending"],
      ["Sow", "done"]
    ]) {
      await home.givenTask({ name, status, assignees: name === "Dig b" ? [home.user.id] : [] })
    }
    expect(await listed(home, "q=dig&status=done&sort=name")).toEqual(["Dig a", "Dig b"])
    expect(await listed(home, "q=dig&status=done&status=working&assignee=me")).toEqual(["Dig b"])
    const path = `/api/tasks?boardId=${home.boardId}&q=dig&sort=-name&page=2&limit=1&include=counts`
    const { body } = await home.get(path)
    expect(body.pagination).toEqual({ page: 2, limit: 1, total: 3, totalPages: 3 })
    expect(body.data).toMatchObject([{ name: "Dig b", counts: { comments: 0 } }])
  })

  it("finds what was just changed, and nothing in the trash", async ({ home }) => {
    const task = await home.givenTask({ name: "Before" })
    expect(await listed(home, "q=before")).toEqual(["Before"])
    await home.patch(`/api/tasks/${task}`, { name: "After" })
    expect([await listed(home, "q=before"), await listed(home, "q=after")]).toEqual([[], ["After"]])
    const { comment } = (await home.post(`/api/tasks/${task}/comments`, { content: "Remark" })).body
    expect(await listed(home, "q=remark")).toEqual(["After"])
    await home.del(`/api/tasks/${task}/comments/${comment.id}`)
    expect(await listed(home, "q=remark")).toEqual([])
    await home.del(`/api/tasks/${task}`)
    expect(await listed(home, "q=after")).toEqual([])
  })

  it("is refused as a search refuses it, before the board is looked for", async ({ home }) => {
    for (const q of [
      "%21",
      "x".repeat(201),
      Array.from({ length: 21 }, (_, at) => `w${at}`).join("+"),
      "a&q=b",
      "%00"
    ]) {
      const path = `?boardId=${home.boardId}&q=${q}`
      const [list, search] = [await home.get(`/api/tasks${path}`), await home.get(`/api/search${path}`)]
      expectInvalid(list, ["q"])
      expect(list.body).toEqual(search.body)
    }
    expectInvalid(await home.get("/api/tasks?boardId=none&q=%21"), ["q"])
    expectError(await home.get("/api/tasks?boardId=none&q=a"), 404, "Board not found")
    expect((await home.get(`/api/tasks?boardId=${home.boardId}&q=`)).body).not.toHaveProperty("complete")
  })

  it("lists for readers of the board alone", async ({ home }) => {
    await home.givenTask({ name: "Surprise" })
    const viewer = await home.givenMember("viewer")
    expect(await listed({ ...home, ...viewer }, "q=surp")).toEqual(["Surprise"])
    const stranger = await home.server.user("stranger")
    const path = `/api/tasks?boardId=${home.boardId}&q=surp`
    expectError(await home.server.call("GET", path, { token: stranger.token }), 403, "Forbidden")
  })
})

describe("a list by words while earlier texts are being indexed", () => {
  let isBehind = false
  const index = Layer.succeed(Search.SearchIndex, {
    update: Effect.sync(() => isBehind),
    find: () => Effect.succeed([]),
    texts: () => Effect.succeed([])
  })
  const { it } = onServer({ storage: "memory", services: index })

  it("says so, and has no entity tag, since no change names what is missing", async ({ home }) => {
    const path = `/api/tasks?boardId=${home.boardId}&q=dig`
    const whole = await home.get(path)
    const tag = whole.headers.get("etag") ?? ""
    expect([whole.body.complete, tag]).toEqual([true, expect.stringMatching(/^W\//)])
    isBehind = true
    const partial = await home.get(path)
    expect([partial.status, partial.body.complete]).toEqual([200, false])
    expect([partial.headers.get("etag"), partial.headers.get("cache-control")]).toEqual([null, "no-store"])
    expect(partial.headers.get("x-change-cursor")).toMatch(/^[0-9a-f]+\.\d+$/)
    // What was whole is still whole.
    expect((await home.get(path, undefined, { headers: { "if-none-match": tag } })).status).toBe(304)
    await home.givenTask({ name: "Dig" })
    const changed = await home.get(path, undefined, { headers: { "if-none-match": tag } })
    expect([changed.status, changed.headers.get("etag")]).toEqual([200, null])
  })
})
