import { Task } from "@boardwright/core"
import { Effect } from "effect"

/** The tasks of a board with their details, in order. */
export const tasksOf = Effect.fnUntraced(function* (boardId: string) {
  const { items } = yield* Task.listTasks({ boardId })
  return yield* Effect.forEach(items, ({ id }) => Task.getTask(id))
})
