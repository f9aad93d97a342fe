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

/** Loads a board's queries again whenever something changes there, until the signal is aborted. */
export const follow = async (client: BoardwrightClient, cache: QueryClient, id: string, signal: AbortSignal) => {
  const reload = () => cache.invalidateQueries({ queryKey: ["boards", id] })
  let { cursor } = await client.changes.list({ since: "now", boardId: id }, { signal })
  for (;;) {
    await reload()
    try {
      for await (const _ of client.changes.stream({ since: cursor, boardId: id }, { signal })) await reload()
    } catch (error) {
      // The feed does not go on from there, as after a backup was restored: load everything again.
      if (!(error instanceof BoardwrightClientError) || error.cursor === null) throw error
      cursor = error.cursor
    }
  }
}
