import type { BoardwrightClient } from "@boardwright/client"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { addTask, boardQueries, follow } from "./queries.js"

export const Board = ({ client, id }: { readonly client: BoardwrightClient; readonly id: string }) => {
  const cache = useQueryClient()
  const queries = boardQueries(client, id)
  const board = useQuery(queries.board)
  const tasks = useQuery(queries.tasks)
  const adding = useMutation(addTask(client, id))

  useEffect(() => {
    const leaving = new AbortController()
    follow(client, cache, id, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.error(error)
    })
    return () => leaving.abort()
  }, [client, cache, id])

  if (board.error) return <p>{board.error.message}</p>
  return (
    <main>
      <h1>{board.data?.name}</h1>
      <ul>
        {tasks.data?.tasks.map(({ id, name, status }) => (
          <li key={id}>
            {name} {status}
          </li>
        ))}
      </ul>
      <form action={(form) => adding.mutate(String(form.get("name")))}>
        <input name="name" required disabled={adding.isPending} />
      </form>
    </main>
  )
}
