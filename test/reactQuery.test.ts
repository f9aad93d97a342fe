import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { createClient } from "@boardwright/client"
import { expect, it, onTestFinished, vi } from "vitest"
import { onServer } from "./http/given.js"

const EXAMPLE = new URL("../examples/react-query/", import.meta.url)

it("the example with TanStack Query has the types that the client has", async () => {
  const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url))
  const project = fileURLToPath(EXAMPLE)
  expect(await promisify(execFile)(process.execPath, [compiler, "-p", project])).toEqual({ stdout: "", stderr: "" })
})

const { server, givenHome } = onServer()

it("its queries load a board, and load it again when someone else adds a task", async () => {
  const home = await givenHome()
  // Its packages are those of the example, and not of the tests.
  const { addTask, boardQueries, follow, newQueryClient } = await import(new URL("app/queries.ts", EXAMPLE).href)
  const client = createClient({ baseUrl: server().url, token: home.user.token })
  const cache = newQueryClient()
  const queries = boardQueries(client, home.boardId)
  expect(await cache.fetchQuery(queries.board)).toMatchObject({ id: home.boardId })
  await addTask(client, home.boardId).mutationFn("Dig")
  const namesOf = async () => {
    const { tasks } = await cache.fetchQuery(queries.tasks)
    return tasks.map(({ name }: { readonly name: string }) => name)
  }
  expect(await namesOf()).toEqual(["Dig"])

  const leaving = new AbortController()
  const following = follow(client, cache, home.boardId, leaving.signal).catch((error: unknown) => error)
  const invalidated = (times: number) =>
    new Promise<void>((resolve) => {
      const stop = cache.getQueryCache().subscribe(({ action }: { readonly action?: { readonly type: string } }) => {
        if (action?.type !== "invalidate" || --times > 0) return
        stop()
        resolve()
      })
    })
  // Both queries when it begins to follow, and the one that was loaded since for the change.
  await invalidated(2)
  expect(await namesOf()).toEqual(["Dig"])
  const changed = invalidated(1)
  await home.givenTask({ name: "Rake" })
  await changed
  expect((await namesOf()).toSorted()).toEqual(["Dig", "Rake"])
  leaving.abort("left")
  expect(await following).toBe("left")
})

it("goes on after a cursor that has expired, and loads everything again", async () => {
  const home = await givenHome()
  const { follow, newQueryClient } = await import(new URL("app/queries.ts", EXAMPLE).href)
  const cache = newQueryClient()
  const load = () => cache.fetchQuery({ queryKey: ["boards", home.boardId], queryFn: () => "loaded" })
  const isStale = () => cache.getQueryState(["boards", home.boardId])?.isInvalidated
  const cursors: Array<string | null> = []
  const expired = { error: "Cursor expired", code: "CursorExpired", cursor: "new", details: [] }
  const leaving = new AbortController()
  const fetchStream: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input))
    if (pathname !== "/api/changes/stream") return fetch(input, init)
    cursors.push(searchParams.get("since"))
    expect(isStale()).toBe(true)
    await load()
    if (cursors.length === 1) return Response.json(expired, { status: 410 })
    leaving.abort("left")
    return fetch(input, init)
  }
  const client = createClient({ baseUrl: server().url, token: home.user.token, fetch: fetchStream })
  await load()
  await expect(follow(client, cache, home.boardId, leaving.signal)).rejects.toBe("left")
  expect(cursors).toEqual([expect.not.stringMatching("new"), "new"])
})

it("loads the board at most twice a second, however many changes come at once", async () => {
  const { follow } = await import(new URL("app/queries.ts", EXAMPLE).href)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const leaving = new AbortController()
  async function* stream() {
    yield* Array.from({ length: 200 }, () => ({}))
    await new Promise((_, reject) => leaving.signal.addEventListener("abort", () => reject(leaving.signal.reason)))
  }
  const loads: Array<number> = []
  const cache = { invalidateQueries: async () => void loads.push(Date.now() - start) }
  const client = { changes: { list: async () => ({ cursor: "now" }), stream } }
  const start = Date.now()
  const following = follow(client, cache, "board", leaving.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  // At the beginning, with the first change, and for the others.
  expect(loads).toEqual([0, 0, 500])
  leaving.abort("left")
  expect(await following).toBe("left")
})
