import { type BoardwrightClient, BoardwrightClientError } from "@boardwright/client"
import { mutationOptions, QueryClient, queryOptions } from "@tanstack/react-query"

/** The cache of a page. The client repeats calls by itself. */
export const newQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })

/** The queries of a board. */
export const boardQueries = ({ boards, tasks }: BoardwrightClient, id: string) => ({
  board: queryOptions({
    queryKey: ["boards", id],
    queryFn: ({ signal }) => boards.get({ id }, { signal })
  }),
  tasks: queryOptions({
    queryKey: ["boards", id, "tasks"],
    queryFn: ({ signal }) => tasks.list({ boardId: id }, { signal })
  })
})

export const addTask = ({ tasks }: BoardwrightClient, boardId: string) =>
  mutationOptions({ mutationFn: (name: string) => tasks.create({ boardId, name }) })

/** Returns a function that runs work. Calls that come while it runs, or within 0.5 s after it, run it once more together. */
const merged = (work: () => Promise<void>) => {
  let [isWanted, isRunning] = [false, false]
  return async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    while (isWanted) {
      isWanted = false
      await work()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    isRunning = false
  }
}

/** Loads a board's queries again when something changes there, until the signal is aborted. */
export const follow = async (client: BoardwrightClient, cache: QueryClient, id: string, signal: AbortSignal) => {
  const reload = () => cache.invalidateQueries({ queryKey: ["boards", id] })
  const reloadSoon = merged(reload)
  let { cursor } = await client.changes.list({ since: "now", boardId: id }, { signal })
  for (;;) {
    await reload()
    try {
      for await (const _ of client.changes.stream({ since: cursor, boardId: id }, { signal })) void reloadSoon()
    } catch (error) {
      // The feed does not go on from there, as after a backup was restored: load everything again.
      if (!(error instanceof BoardwrightClientError) || error.cursor === null) throw error
      cursor = error.cursor
    }
  }
}
